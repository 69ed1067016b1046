import math


def is_tenth(share: float) -> bool:
    return math.isclose(share, 0.1)


def is_zero(share: float) -> bool:
    return share == 0.0
