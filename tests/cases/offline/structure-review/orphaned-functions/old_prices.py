def total(prices: list[int]) -> int:
    return sum(_without_tax(price) for price in prices)


def _without_tax(price: int) -> int:
    return price * 100 // 119
