def by_customer(orders: list[tuple[str, int]]) -> int:
    cents_by_customer = {}
    order_list = []
    for customer, cents in orders:
        cents_by_customer[customer] = cents
        order_list.append(customer)
    return len(cents_by_customer) + len(order_list)
