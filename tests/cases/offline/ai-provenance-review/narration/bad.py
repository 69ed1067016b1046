def report(orders: list[dict[str, int]], limit: int) -> tuple[int, int]:
    # expect-own-below: comment-narration
    # set the total
    total = 0
    # set the count
    count = 0
    # loop over orders
    for order in orders[:limit]:
        # increment count
        count += 1
        total += order["price"]
    return total, count
