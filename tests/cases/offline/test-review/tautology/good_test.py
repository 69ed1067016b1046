import unittest

from shop import total


class TotalTest(unittest.TestCase):
    def test_total(self) -> None:
        result = total([1, 2])
        self.assertEqual(result, 3)
        self.assertTrue(result > 2)


def test_nothing_is_read_before_it_is_asked_for() -> None:
    calls = 0

    class Order:
        def price(self) -> int:
            nonlocal calls
            calls += 1
            return calls

    Order()
    assert calls == 0
