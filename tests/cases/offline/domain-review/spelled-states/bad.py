def may_ship(order: object) -> bool:
    return order.status == "paid"  # expect-own: language-drift
