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


def state(stats: dict[str, str]) -> str | None:
    return stats.get("state").lower() if stats.get("state") else None


def kind(stats: dict[str, str]) -> str:
    if "kind" in stats:
        return stats.get("kind").lower()
    return ""


class Options:
    def get(self, key: str) -> str:
        return key

    def command(self) -> list[str]:
        return self.get("command").split()
