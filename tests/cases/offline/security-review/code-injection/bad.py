def calculate(formula: str) -> float:
    return float(eval(formula))  # expect: py-dynamic-code


def plugin(source: str) -> None:
    exec(source, {})  # expect: py-dynamic-code


def preview(request: object) -> float:
    formula = request.args["formula"]
    return float(eval(formula))  # expect: py-dynamic-code, py-request-run-as-code
