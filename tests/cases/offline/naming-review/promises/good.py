CACHE: dict[str, str] = {}


def keep_order(key: str):
    CACHE[key] = key


def is_known(key: str):
    return key in CACHE


def errors_of(key: str):
    return [error for error in CACHE if error == key]
