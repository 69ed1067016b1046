from shop.infrastructure.mail import Mailer  # expect: py-domain-imports-outer-layer


def confirm(mailer: Mailer, order: str) -> None:
    mailer.send(order)
