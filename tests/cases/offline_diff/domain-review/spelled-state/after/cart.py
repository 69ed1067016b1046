def done(order):
    return order.status == "shipped"
