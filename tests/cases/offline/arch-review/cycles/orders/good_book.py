from collections.abc import Callable


class Book:
    def __init__(self, title: str) -> None:
        self.title = title

    def cost(self, price: Callable[["Book"], int]) -> int:
        return price(self)
