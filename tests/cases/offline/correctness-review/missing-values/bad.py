import re


def version(text: str) -> str:
    return re.search(r"\d+\.\d+", text).group()  # expect: py-match-used-unchecked


def city(address: dict[str, str]) -> str:
    return address.get("city").title()  # expect: py-get-used-unchecked


def mean(values: list[int]) -> float:
    return sum(values) / len(values)  # expect: py-average-of-nothing
