"""Functions of a source file and how complicated they are: Python by its syntax tree, brace languages by scanning."""

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from orchestrator.engines.offline.detectors.brace_functions import brace_functions
from orchestrator.engines.offline.detectors.function_model import Function
from orchestrator.engines.offline.detectors.kinds import is_python

_BRANCHES = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.IfExp, ast.match_case)
_BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar, ast.With, ast.AsyncWith, ast.Match)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_FILLED_BY_FRAMEWORK = re.compile(
    r"\.(?:option|argument|command|group|callback|route|get|post|put|patch|delete)\b|\bfixture\b|\bparametrize\b|\boverload\b"
)
_NOTE = re.compile(r"\s*(?:#.*)?")
_SMALL = 8_000

AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class PythonFunction:
    """A Python function and its dotted name; `nested` when it stands inside another function."""

    name: str
    node: AnyFunction
    in_class: bool
    nested: bool


def parse_python(text: str) -> ast.Module | None:
    """The syntax tree, or None for text that this interpreter cannot parse."""
    # Most detectors ask for the same files; the trees of larger ones would take too much memory to be kept.
    return _kept_tree(text) if len(text) <= _SMALL else _tree(text)


@lru_cache(maxsize=512)
def _kept_tree(text: str) -> ast.Module | None:
    return _tree(text)


def _tree(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


@lru_cache(maxsize=4096)
def functions_in(path: str, text: str) -> tuple[Function, ...]:
    """Functions of `text` in order of their first line; none for a language that is not understood.

    Remembered, because half a dozen detectors ask the same of every file.
    """
    if not is_python(path):
        return brace_functions(path, text)
    tree = parse_python(text)
    lines = text.split("\n")
    return tuple(_measure(found, lines) for found in python_functions(tree)) if tree else ()


def python_functions(
    tree: ast.AST, prefix: str = "", *, in_class: bool = False, nested: bool = False
) -> Iterator[PythonFunction]:
    """Every function below `tree`, nested ones too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, AnyFunction):
            yield PythonFunction(prefix + node.name, node, in_class, nested)
            yield from python_functions(node, f"{prefix}{node.name}.", nested=True)
        elif isinstance(node, ast.ClassDef):
            yield from python_functions(node, f"{prefix}{node.name}.", in_class=True, nested=nested)
        elif isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from python_functions(node, prefix, in_class=in_class, nested=nested)


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Nodes of a function's own body, without those of functions and classes inside it."""
    # A stack instead of generators inside generators, each of which would hand every node on.
    waiting = list(ast.iter_child_nodes(node))[::-1]
    while waiting:
        child = waiting.pop()
        yield child
        if not isinstance(child, _SCOPES):
            waiting += list(ast.iter_child_nodes(child))[::-1]


def _measure(found: PythonFunction, lines: list[str]) -> Function:
    node = found.node
    end = node.end_lineno or node.lineno
    start = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    inside = tuple(own_nodes(node))
    skipped = {number for span in _not_code(node, inside) for number in span}
    first = node.body[0].lineno
    body = [line for number, line in enumerate(lines[first - 1 : end], first) if number not in skipped]
    params = () if _is_called_by_framework(node) else _required(found)
    return Function(
        name=found.name,
        start=start,
        line=node.lineno,
        end=end,
        params=params,
        flags=0 if _is_called_by_framework(node) else _flags(node),
        branches=1 + sum(_weight(child) for child in inside),
        depth=_depth(node.body),
        length=sum(not _NOTE.fullmatch(line) for line in body),
    )


def _not_code(node: AnyFunction, inside: tuple[ast.AST, ...]) -> Iterator[range]:
    """Lines of the docstring and of functions inside."""
    first = node.body[0]
    if ast.get_docstring(node, clean=False) is not None:
        yield range(first.lineno, (first.end_lineno or first.lineno) + 1)
    for child in inside:
        if isinstance(child, AnyFunction):
            yield range(child.lineno, (child.end_lineno or child.lineno) + 1)


def _is_called_by_framework(node: AnyFunction) -> bool:
    """True where nobody writes the call by hand: commands, routes, fixtures, tests."""
    decorators = " ".join(ast.unparse(decorator) for decorator in node.decorator_list)
    return node.name.startswith("test_") or _FILLED_BY_FRAMEWORK.search(decorators) is not None


def _required(found: PythonFunction) -> tuple[str, ...]:
    """Arguments without a default: a caller can name the others, and in Python does."""
    arguments = found.node.args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    names = names[: len(names) - len(arguments.defaults)]
    bound = found.in_class and names and names[0] in {"self", "cls", "mcs"}
    return tuple(names[1:] if bound else names)


def _flags(node: AnyFunction) -> int:
    arguments = [*node.args.posonlyargs, *node.args.args]
    defaults = node.args.defaults
    unset: list[ast.expr | None] = [None] * (len(arguments) - len(defaults))
    pairs = zip(arguments, [*unset, *defaults], strict=True)
    return sum(
        (isinstance(default, ast.Constant) and isinstance(default.value, bool))
        or (isinstance(argument.annotation, ast.Name) and argument.annotation.id == "bool")
        for argument, default in pairs
    )


def _weight(node: ast.AST) -> int:
    if isinstance(node, ast.BoolOp):
        return len(node.values) - 1
    if isinstance(node, ast.comprehension):
        return 1 + len(node.ifs)
    return int(isinstance(node, _BRANCHES))


def _depth(body: list[ast.stmt]) -> int:
    return max((_statement_depth(statement) for statement in body), default=0)


def _statement_depth(node: ast.AST) -> int:
    if isinstance(node, _SCOPES):
        return 0
    # Expressions hold no statements, so no block is missed by not looking into them.
    children = [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr)]
    if isinstance(node, ast.If) and len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        # An `elif` is the same step of the same ladder, not one level deeper.
        inner = max((_statement_depth(child) for child in children if child is not node.orelse[0]), default=0)
        return max(inner + 1, _statement_depth(node.orelse[0]))
    inner = max((_statement_depth(child) for child in children), default=0)
    return inner + int(isinstance(node, _BLOCKS))
