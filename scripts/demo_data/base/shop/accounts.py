"""Accounts: who may do what."""


class AccessDenied(Exception):
    """The account may not do this."""


def is_manager(directory: dict[str, str], user: str) -> bool:
    """True when the directory lists the user as a manager."""
    try:
        return directory[user] == "manager"
    except KeyError:
        return False
