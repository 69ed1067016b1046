def ship(order: str, *, express: bool = False, **labels: str) -> str:
    """Hand the order to the carrier.

    Args:
        order: Its number.
        express: Overnight.
        colour: One of the labels.

    Returns:
        text: What is printed on the parcel.
    """
    return f"{order} {'express' if express else 'parcel'} {labels}"
