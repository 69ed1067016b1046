def total(prices: list[int]) -> int:
    return sum(prices)
