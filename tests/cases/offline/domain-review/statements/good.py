def close(orders: object, order: str) -> None:
    orders.load(order).ship()


def touch(cursor: object, order: str) -> None:
    cursor.execute("UPDATE orders SET seen = true WHERE id = %s AND status = 'shipped'", (order,))
