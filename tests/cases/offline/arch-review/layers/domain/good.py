from typing import Protocol

from shop.domain.orders import Order


class Mailer(Protocol):
    def send(self, order: Order) -> None: ...


def confirm(mailer: Mailer, order: Order) -> None:
    mailer.send(order)
