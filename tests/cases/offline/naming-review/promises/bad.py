CACHE: dict[str, str] = {}


def get_order(key: str):  # expect-own: misleading-name
    CACHE[key] = key


def is_known(key: str):  # expect-own: misleading-name
    if key in CACHE:
        return "yes"
    return "no"


def has_errors(key: str):  # expect-own: misleading-name
    return [error for error in CACHE if error == key]
