def by_customer(orders: list[tuple[str, int]]) -> int:
    order_list = {}  # expect: py-collection-named-after-another
    for customer, cents in orders:
        order_list[customer] = cents
    return len(order_list)
