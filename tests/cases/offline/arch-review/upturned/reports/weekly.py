from orders.load import load


def weekly() -> list[str]:
    return load("weekly")
