def price(total: int) -> int:
    return total * 119 // 100
    total += 1  # expect: py-unreachable-statement


def refuse(kind: str) -> None:
    raise ValueError(kind)
    print("refused")  # expect: py-unreachable-statement


def export(rows: list[str]) -> str:
    if False:  # expect: py-branch-switched-off
        rows = sorted(rows)
    return "\n".join(rows)
