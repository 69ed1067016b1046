from shop import Basket
from tests.helpers import check_total


def test_add_counts_items() -> None:
    basket = Basket()
    basket.add("apple", 2)
    assert basket.count == 2


def test_total() -> None:
    check_total(Basket(), 0)


def make_basket() -> Basket:
    return Basket()
