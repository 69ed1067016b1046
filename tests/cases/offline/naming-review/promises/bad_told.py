class Store:
    def __init__(self) -> None:
        self.orders: list[str] = []

    def get_orders(self) -> None:  # expect-own: misleading-name
        self.orders = ["first", "second"]
