import random

from shop import price


def test_price() -> None:
    amount = random.randint(1, 100)  # expect: py-unseeded-random-in-test
    assert price(amount) >= amount
