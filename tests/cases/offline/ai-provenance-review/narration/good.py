def report(orders: list[dict[str, int]], limit: int) -> tuple[int, int]:
    total = 0
    count = 0
    # Later orders belong to the next page.
    for order in orders[:limit]:
        count += 1
        total += order["price"]
    return total, count
