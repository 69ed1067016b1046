NAME = "orders"


def table():
    f"""Rows of {NAME}."""  # expect: B021
    return NAME


def column():
    """"""  # expect: D419
    return NAME
