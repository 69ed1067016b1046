"""Totals of an order."""

__all__ = ["total"]

FACTOR = 3


def total(prices):
    return sum(prices) * FACTOR


class Numbers:
    counter = 0

    def next_number(self):
        self.counter += 1
        return self.counter


def second():
    return (1, 2)[1]


def notebook_shell():
    return get_ipython()  # a notebook defines it


class Later:
    kind: "typing_extensions.ClassVar" = 23


def show(later: Later) -> "list[NotYet]":
    reveal_type(later)
    return []
