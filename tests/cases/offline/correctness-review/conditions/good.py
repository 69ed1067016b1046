import os


def refuse(kind: str) -> bool:
    return kind != "csv" and kind != "json"


def either(code: int) -> bool:
    return code == 200 or code == 201


def grade(points: int) -> str:
    if points > 90:
        return "a"
    if points > 80:
        return "b"
    return "c"


def tax(country: str, total: int) -> int:
    if country == "de":
        total = total * 119
    else:
        total = total * 120
    return total


def has_rows(rows: list[int]) -> bool:
    return len(rows) > 0


def mentions(text: str) -> str:
    if text.find("error") != -1:
        return "failed"
    return "fine"


def debug() -> bool:
    return os.environ.get("DEBUG") == "1"


def any_negative(numbers: list[int]) -> bool:
    for number in numbers:
        if number < 0:
            return True
    return False


def bounded(first, total, limit):
    if first > limit >= 0:
        return first
    elif total > limit >= 0:
        return limit
    return total
