import random

from shop import price


def test_price() -> None:
    source = random.Random(7)
    amount = source.randint(1, 100)
    assert price(amount) >= amount
