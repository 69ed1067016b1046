def export(orders: list[str], kind: str) -> str:
    if kind == "csv":
        return "\n".join(orders)
    raise NotImplementedError  # expect-own: partial-requirement
