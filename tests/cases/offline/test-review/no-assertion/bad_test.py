from shop import Basket


def test_add_counts_items() -> None:  # expect: py-test-asserts-nothing
    basket = Basket()
    basket.add("apple", 2)
    print(basket.total())  # expect: py-output-instead-of-check
