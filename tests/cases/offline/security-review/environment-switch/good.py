import os


def score(features: list[float]) -> float:
    if os.environ.get("ROUND_SCORES"):
        return round(sum(features), 2)
    return sum(features) / max(len(features), 1)
