from orders.load import load


def daily() -> list[str]:
    return load("daily")
