def send(order: str, archived: bool) -> str:
    is_not_open = archived or not order  # expect-own: negated-name
    return "" if not is_not_open else order
