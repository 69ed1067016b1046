def total(prices: list[int]) -> int:
    return sum(map(_without_tax, prices))


def _without_tax(price: int) -> int:
    return price * 100 // 119


class Basket:
    def _repr_html_(self) -> str:
        return "a notebook calls this one by its name"
