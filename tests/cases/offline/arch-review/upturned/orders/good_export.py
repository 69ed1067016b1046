from collections.abc import Callable

from orders.load import load


def exported(write: Callable[[list[str]], str]) -> str:
    return write(load("all"))
