def overlaps(start: int, end: int, zone: str, other: str) -> bool:  # expect-own: introduce-value
    return start < end and zone == other


def length(start: int, end: int, zone: str) -> int:
    return end - start if zone else 0


def shown(start: int, end: int, zone: str) -> str:
    return f"{start} to {end} ({zone})"
