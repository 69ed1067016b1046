def opened(order: str) -> str:
    """The order as it came in."""
    return order


def paid(order: str) -> str:
    """The order once it is paid."""
    return order


def shipped(order: str) -> str:
    """The order on its way."""
    return order


def returned(order: str) -> str:
    """The order after it came back."""
    return _trimmed(order)


def _trimmed(order: str) -> str:
    return order.strip()
