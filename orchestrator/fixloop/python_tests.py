"""What Python tests check, read from their syntax."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

_ASSERTING = re.compile(r"assert\w*|fail\w*|raises|warns|deprecated_call|approx_equal")
_WEAK_CALLS = frozenset({"assertIsNotNone", "assertTrue", "assert_called", "assert_called_once", "assertIsInstance"})
_BROAD = frozenset({"Exception", "BaseException"})
_GUARDS = (ast.If, ast.Try, ast.TryStar, ast.While, ast.ExceptHandler, ast.IfExp)
_STRICT = (ast.Eq, ast.Is)
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Check(NamedTuple):
    """One assertion: its text, how strict it is (2 names the value, 0 hardly says anything), what it depends on."""

    text: str
    strength: int
    guards: int = 0


@dataclass(frozen=True, slots=True)
class Checks:
    """What a test file checks. `tests` are names of tests, `cases` the rows that tests are run with.

    `leaves` counts what lets a test end before it has checked anything, `values` what is written down in the code.
    """

    tests: Counter[str]
    checks: tuple[Check, ...]
    cases: int
    leaves: int
    values: Counter[str]


def python_checks(text: str) -> Checks | None:
    """The checks of a Python file; None when it is none."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None
    functions = list(_functions(tree, ""))
    named = [(name, node) for name, node in functions if node.name.startswith("test")]
    return Checks(
        tests=Counter(name for name, _ in named),
        checks=tuple(check for node in tree.body for check in _checks(node, 0)),
        cases=sum(_cases(node) for _, node in named),
        leaves=sum(_leaves(node) for _, node in named),
        values=Counter(_values(tree)),
    )


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, _Function]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{prefix}{child.name}", child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        else:
            yield from _functions(child, prefix)


def _checks(node: ast.AST, guards: int) -> Iterator[Check]:
    if isinstance(node, ast.Assert):
        yield Check(ast.unparse(node), max(0, _test_strength(node.test) - bool(guards)), guards)
        return
    if isinstance(node, ast.Call) and _ASSERTING.fullmatch(_called(node)):
        yield Check(ast.unparse(node), max(0, _call_strength(node) - bool(guards)), guards)
    inner = guards + isinstance(node, _GUARDS) + _suppresses(node)
    for child in ast.iter_child_nodes(node):
        yield from _checks(child, inner)


def _suppresses(node: ast.AST) -> bool:
    items = node.items if isinstance(node, ast.With | ast.AsyncWith) else []
    return any(
        isinstance(one.context_expr, ast.Call) and _called(one.context_expr) in {"suppress", "ExitStack"}
        for one in items
    )


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _test_strength(test: ast.expr) -> int:
    if isinstance(test, ast.Compare):
        trivial = any(isinstance(one, ast.Constant) and one.value is None for one in test.comparators)
        if ast.unparse(test.left) == ast.unparse(test.comparators[0]):
            return 0
        if trivial and isinstance(test.ops[0], ast.IsNot):
            return 0
        return 2 if all(isinstance(op, _STRICT) for op in test.ops) else 1
    if isinstance(test, ast.BoolOp):
        parts = [_test_strength(value) for value in test.values]
        return min(parts) if isinstance(test.op, ast.Or) else max(parts)
    return 1 if isinstance(test, ast.UnaryOp) else 0


def _call_strength(node: ast.Call) -> int:
    name = _called(node)
    if name in {"raises", "assertRaises"}:
        broad = bool(node.args) and ast.unparse(node.args[0]) in _BROAD
        return 0 if broad else 2
    if name in _WEAK_CALLS:
        return 0
    return 2 if "qual" in name or "with" in name or name == "assertIs" else 1


def _cases(node: _Function) -> int:
    """Rows of `parametrize` and the like."""
    rows = (
        one
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and _called(decorator) in {"parametrize", "expand", "data"}
        for one in decorator.args
        if isinstance(one, ast.List | ast.Tuple)
    )
    return sum(len(row.elts) for row in rows)


def _leaves(node: _Function) -> int:
    """Ways out of a test: returns, and handlers that go on after a failure."""
    inner = [one for one in ast.walk(node) if one is not node]
    nested = {id(deep) for one in inner if isinstance(one, _Function | ast.Lambda) for deep in ast.walk(one)}
    return sum(isinstance(one, ast.Return | ast.ExceptHandler) and id(one) not in nested for one in inner)


def _values(tree: ast.Module) -> Iterator[str]:
    """Every constant but texts that stand alone, which say something to readers."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in alone:
            yield repr(node.value)
