def load(period: str) -> list[str]:
    return [period]
