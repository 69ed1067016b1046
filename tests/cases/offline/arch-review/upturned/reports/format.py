def table(rows: list[str]) -> str:
    return "\n".join(rows)
