def load_orders(day: str) -> list[str]:
    return [day]


def count(day: str) -> int:
    return len(day)
