def refund(order: str, cents: int) -> str:
    """Pay back a part.

    :param order: its number
    :param int cents: how much
    """
    return f"{order}: {cents}"
