import pytest


def test_refuses_an_empty_order(shop):
    with pytest.raises(ValueError, match="empty"):
        shop.order([])


def test_refuses_a_closed_shop(shop):
    shop.close()
    with pytest.raises(RuntimeError):
        shop.order([1])


@pytest.mark.parametrize("count", [1, 2, 3])
def test_counts(shop, count):
    assert shop.count(count) == count


def test_sends(shop, mailer):
    assert shop.send(mailer) is None
