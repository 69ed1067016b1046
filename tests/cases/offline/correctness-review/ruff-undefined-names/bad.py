"""Totals of an order."""

__all__ = ["total", "subtotal"]  # expect: F822

RATE = 3


def total(prices):
    return sum(prices) * factor  # expect: F821


def next_number():
    current = counter  # expect: F823
    counter = current + RATE
    return counter


counter = 0


def third():
    return (1, 2)[2]  # expect: PLE0643


def label(prices):
    return {"title": "sum of the tilte", "text": tilte}  # expect: F821
