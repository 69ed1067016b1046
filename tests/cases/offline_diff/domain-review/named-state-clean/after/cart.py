from states import OrderStatus


def done(order):
    return order.status == OrderStatus.SHIPPED
