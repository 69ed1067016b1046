from shop.prices import total


class Session:
    def __init__(self, tenant: str) -> None:
        self.tenant = tenant

    def due(self) -> int:
        return total(self.tenant)


class Shape:
    def area(self) -> int:
        return 1


class Circle(Shape):
    def area(self) -> int:
        return 3
