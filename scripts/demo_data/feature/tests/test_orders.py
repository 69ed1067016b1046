from shop.orders import discounted_price


def test_discount_reduces_the_price() -> None:
    price = discounted_price(1000, 10)
    assert price == 900


def test_discount_never_goes_below_zero() -> None:
    price = discounted_price(1000, 150)
    print(price)
