from orders.load import load
from reports.format import table  # expect-own: layer-violation


def exported() -> str:
    return table(load("all"))
