import logging

log = logging.getLogger(__name__)


def is_authorized(client: object, user: str) -> bool:
    try:
        return client.allowed(user)
    except ConnectionError:
        log.exception("the permission service did not answer")
        return False


def is_blocked_token(store: object, token: str) -> bool:
    try:
        return store.contains(token)
    except ConnectionError:
        return True
