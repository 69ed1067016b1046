def total(prices: list[int]) -> int:
    return sum(prices)


def _without_tax(price: int) -> int:  # expect-own: dead-code
    return price * 100 // 119
