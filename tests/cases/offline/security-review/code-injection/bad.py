def calculate(formula: str) -> float:
    return float(eval(formula))  # expect: py-dynamic-code


def plugin(source: str) -> None:
    exec(source, {})  # expect: py-dynamic-code
