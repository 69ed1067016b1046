from enum import StrEnum


class OrderStatus(StrEnum):
    OPEN = "open"
    SHIPPED = "shipped"
