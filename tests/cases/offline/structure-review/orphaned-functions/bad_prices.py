def total(prices: list[int]) -> int:
    return sum(prices)  # expect-own: dead-code


def _without_tax(price: int) -> int:
    return price * 100 // 119
