from orders.prices import price  # expect-own: dependency-cycle


class Book:
    def __init__(self, title: str) -> None:
        self.title = title

    def cost(self) -> int:
        return price(self)
