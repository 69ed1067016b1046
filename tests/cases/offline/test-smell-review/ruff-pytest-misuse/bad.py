import pytest


def test_refuses_an_empty_order(shop):
    with pytest.raises(Exception):  # expect: B017
        shop.order([])


def test_refuses_a_closed_shop(shop):
    with pytest.raises(RuntimeError):  # expect: PT012
        shop.close()
        shop.order([1])


@pytest.mark.parametrize("count", [1, 2, 1])  # expect: PT014
def test_counts(shop, count):
    assert shop.count(count) == count
