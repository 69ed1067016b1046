import re


def version(text: str) -> str:
    found = re.search(r"\d+\.\d+", text)
    return found.group() if found else ""


def city(address: dict[str, str]) -> str:
    return address.get("city", "").title()


def mean(values: list[int]) -> float:
    if not values:
        return 0.0
    return sum(values) / len(values)


def share(values: list[int]) -> float:
    return sum(values) / len(values) if values else 0.0
