def ship(order: str, *, express: bool = False) -> str:
    """Hand the order to the carrier.

    Args:
        order: Its number.
        fast: Overnight.  expect-own: wrong-contract-doc
    """
    return f"{order} {'express' if express else 'parcel'}"
