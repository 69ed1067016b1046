from enum import Enum


class OrderStatus(Enum):
    PAID = "paid"
    SHIPPED = "shipped"
