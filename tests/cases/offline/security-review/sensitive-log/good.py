import logging

log = logging.getLogger(__name__)


def mask(value: str) -> str:
    return "*" * 12 + value[-4:]


def charge(card_number: str, user: object) -> None:
    log.debug("charging card %s", mask(card_number))
    log.info("password of user %s was changed", user.id)


def ask(is_password: bool) -> None:
    log.info(is_password)
