import os


def refuse(kind: str) -> bool:
    return kind != "csv" or kind != "json"  # expect: py-inequalities-always-true


def both(code: int) -> bool:
    return code == 200 and code == 201  # expect: py-equalities-never-true


def grade(points: int) -> str:
    if points > 90:  # expect: py-condition-repeated
        return "a"
    elif points > 90:
        return "b"
    return "c"


def tax(country: str, total: int) -> int:
    if country == "de":  # expect: py-branches-identical
        total = total * 119
    else:
        total = total * 119
    return total


def has_rows(rows: list[int]) -> bool:
    return len(rows) >= 0  # expect: py-length-always-nonnegative


def mentions(text: str) -> str:
    if text.find("error"):  # expect: py-find-as-boolean
        return "failed"
    return "fine"


def debug() -> bool:
    return os.environ.get("DEBUG") == 1  # expect: py-environment-compared-with-non-text


def any_negative(numbers: list[int]) -> bool:
    for number in numbers:  # expect: py-loop-decides-on-first-item
        if number < 0:
            return True
        else:
            return False
    return False
