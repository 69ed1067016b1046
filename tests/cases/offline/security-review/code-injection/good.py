import ast
import operator

ACTIONS = {"add": operator.add, "sub": operator.sub}


def calculate(action: str, left: float, right: float) -> float:
    return ACTIONS[action](left, right)


def settings(text: str) -> object:
    return ast.literal_eval(text)
