import contextvars
from dataclasses import dataclass

_seen = contextvars.ContextVar("seen", default=[])  # expect: B039


def add(item, items=[]):  # expect: B006
    items.append(item)
    return items


@dataclass
class Basket:
    items: list = []  # expect: RUF008


def groups(names):
    return dict.fromkeys(names, [])  # expect: RUF024
