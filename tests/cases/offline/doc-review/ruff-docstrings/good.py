NAME = "orders"


def table():
    """Rows of the orders."""
    return NAME
