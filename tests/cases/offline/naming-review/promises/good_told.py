class Store:
    def __init__(self) -> None:
        self.orders: list[str] = []

    def load_orders(self) -> None:
        self.orders = ["first", "second"]
