import logging

log = logging.getLogger(__name__)


def charge(card_number: str, user: object) -> None:
    log.debug("charging card %s", card_number)  # expect: py-sensitive-value-logged
    log.info(f"login of {user.password}")  # expect: py-sensitive-value-logged
