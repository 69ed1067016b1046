from shop.prices import *  # expect: py-star-import


def due() -> int:
    return total()


class Shape:
    def area(self) -> int:
        if isinstance(self, Circle):  # expect: py-base-class-knows-subclass
            return 3
        return 1


class Circle(Shape):
    """A shape."""
