from orders.load import load


def monthly() -> list[str]:
    return load("monthly")
