def open_order(order_id: str) -> str:
    return order_id


def paid_order(order_id: str) -> str:
    return order_id


def sent_order(order_id: str) -> str:
    return order_id


def lost_order(order_id: str) -> str:
    return order_id


def returned_order(order_id: str) -> str:
    return order_id
