def fetch(day: str) -> list[str]:  # expect-own: stale-doc
    return [day]


def count(day: str) -> int:
    return len(day)
