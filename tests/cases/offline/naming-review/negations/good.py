def send(order: str, archived: bool) -> str:
    is_open = bool(order) and not archived
    is_notable = len(order) > 3
    return order if is_open and is_notable else ""
