def may(user: object, order: object) -> bool:
    concerned = user.staff or order.mine
    if user.active and concerned and order.open and not order.locked:
        return True
    return False
