def is_tenth(share: float) -> bool:
    return share == 0.1  # expect: py-float-compared-exactly
