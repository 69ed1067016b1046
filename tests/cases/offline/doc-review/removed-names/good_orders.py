def fetch(day: str) -> list[str]:
    return [day]


load_orders = fetch


def count(day: str) -> int:
    return len(day)
