def refund(order: str, cents: int) -> str:
    """Pay back a part.

    :param order: its number
    :param amount: in cents  expect-own: wrong-contract-doc
    """
    return f"{order}: {cents}"
