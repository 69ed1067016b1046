from model.status import OrderStatus


def may_ship(order: object, mode: str) -> bool:
    return order.status is OrderStatus.PAID and mode == "paid"
