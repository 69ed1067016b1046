def may(user: object, order: object) -> bool:
    if user.active and (user.staff or order.mine) and order.open:  # expect: py-condition-mixes-and-or
        return True
    return False
