from collections.abc import Iterator


def price(total: int) -> int:
    if total < 0:
        return 0
    return total * 119 // 100


def nothing() -> Iterator[int]:
    return
    yield


def export(rows: list[str], *, ordered: bool) -> str:
    if ordered:
        rows = sorted(rows)
    return "\n".join(rows)
