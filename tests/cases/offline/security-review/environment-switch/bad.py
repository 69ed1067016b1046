import os


def score(features: list[float]) -> float:
    if os.environ.get("EMULATION_MODE"):  # expect: py-environment-switch-bypasses-check
        return 0.1
    return sum(features) / max(len(features), 1)
