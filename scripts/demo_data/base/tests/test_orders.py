from shop.orders import apply_discount


def test_discount_reduces_the_price() -> None:
    price = apply_discount(1000, 10)
    assert price == 900


def test_discount_never_goes_below_zero() -> None:
    price = apply_discount(1000, 150)
    assert price == 0
