"""Tests that only ask their own mocks, and functions kept twice under numbered names."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.brace_functions import bracket_pairs
from orchestrator.engines.offline.detectors.function_model import Function
from orchestrator.engines.offline.detectors.functions import functions_in, own_nodes, parse_python, python_functions
from orchestrator.engines.offline.detectors.kinds import has_functions, is_hand_written_code, is_python, is_script
from orchestrator.engines.offline.detectors.masking import mask
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_MOCK = re.compile(r"(?:\w+\.)*(?:Mock|MagicMock|AsyncMock)$")
_HARMLESS = frozenset({"print", "len", "str", "int", "list", "dict", "call", "range", "sorted"})
_BLOCK = re.compile(r"(?<![\w.])(?:it|test)\(\s*[\"'`][^\n]*?=>\s*(?P<open>\{)")
_SCRIPT_MOCK = re.compile(r"\b(?:const|let)\s+(?P<name>\w+)\s*=\s*(?:jest|vi|sinon)\.(?:fn|stub|spy)\(")
_ROOT = re.compile(r"(?<![\w.])(?P<root>\w+)(?:\.\w+)*\s*\(")
_SCRIPT_HARMLESS = frozenset({"expect", "jest", "vi", "sinon", "async", "function", "if", "for"})
_SUFFIX = re.compile(
    r"(?P<base>\w*?[A-Za-z])(?:_?[vV]?\d+|_(?:new|old|copy|updated|final|improved|fixed|alt)|(?:New|Old|Copy|Updated|Final|Improved|Fixed|Alt))$"
)
_ALIKE = 0.75
_SHORTEST = 4


def is_python_or_script(path: str) -> bool:
    """True for the languages whose tests are read here."""
    return is_python(path) or is_script(path)


def may_hold_copies(path: str) -> bool:
    """True for product code with functions: tests and stubs number their cases on purpose."""
    return has_functions(path) and is_hand_written_code(path)


def find_mirrored_tests(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Tests in which nothing but the test's own mocks is called and asked."""
    for file in files:
        if file.deleted:
            continue
        read = _python_tests if is_python(file.path) else _script_tests
        for line in read(file.path, view.text(file.path)):
            if view.changed.touches(file.path, line):
                yield Spot(
                    file=file.path,
                    line=line,
                    severity=Severity.WARNING,
                    confidence=Confidence.HIGH,
                    category="test-mirrors-code",
                    message="The test calls its own mock and asks whether it was called: none of the product runs, and no defect in it can make this fail.",
                    fix="Hand the mock to the code under test, and assert what that code does with it.",
                )


def _python_tests(_path: str, text: str) -> Iterator[int]:
    tree = parse_python(text) if "Mock(" in text else None
    for found in python_functions(tree) if tree else ():
        node = found.node
        arguments = [argument.arg for argument in node.args.args if argument.arg not in {"self", "mocker"}]
        if node.name.startswith("test") and not arguments and not node.decorator_list and _asks_only_mocks(node):
            yield node.lineno


def _asks_only_mocks(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    nodes = list(own_nodes(node))
    if any(isinstance(child, ast.With | ast.AsyncWith | ast.Lambda | ast.FunctionDef) for child in nodes):
        return False
    made = [child for child in nodes if isinstance(child, ast.Assign) and _makes_mock(child.value)]
    mocks = {target.id for child in made for target in child.targets if isinstance(target, ast.Name)}
    calls = [child for child in nodes if isinstance(child, ast.Call) and not _makes_mock(child)]
    roots = {_root(call.func) for call in calls}
    asked = any(isinstance(child, ast.Assert) for child in nodes) or any(
        ".assert_" in ast.unparse(call.func) for call in calls
    )
    return bool(mocks & roots) and asked and roots <= mocks | _HARMLESS


def _makes_mock(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and _MOCK.fullmatch(ast.unparse(node.func)) is not None


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Call):
        node = node.value if isinstance(node, ast.Attribute) else node.func
    return node.id if isinstance(node, ast.Name) else ""


def _script_tests(path: str, text: str) -> Iterator[int]:
    code = mask(path, text)
    pairs = bracket_pairs(code)
    for block in _BLOCK.finditer(code):
        end = pairs.get(block.start("open"))
        body = code[block.end() : end] if end else ""
        mocks = {found["name"] for found in _SCRIPT_MOCK.finditer(body)}
        roots = {found["root"] for found in _ROOT.finditer(body)}
        asked = re.search(r"\bexpect\(\s*(\w+)", body)
        if mocks & roots and asked and roots <= mocks | _SCRIPT_HARMLESS and not re.search(r"\bnew\b|=>|<[A-Z]", body):
            yield code.count("\n", 0, block.start()) + 1


def find_numbered_copies(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Functions that repeat another one of the same file under its name with a number or `new` behind it."""
    for file in files:
        text = "" if file.deleted else view.text(file.path)
        lines = text.split("\n")
        groups: dict[str, list[Function]] = defaultdict(list)
        for function in functions_in(file.path, text) if text else ():
            groups[_base(function.name)].append(function)
        for found in groups.values():
            for at, function in enumerate(found):
                twin = next((other for other in found[:at] if _alike(lines, other, function)), None)
                if twin and view.changed.touches(file.path, function.line):
                    yield _copy(file.path, function, twin)


def _base(name: str) -> str:
    scope, _, own = name.rpartition(".")
    found = _SUFFIX.fullmatch(own)
    return f"{scope}.{found['base'] if found else own}"


def _alike(lines: list[str], one: Function, other: Function) -> bool:
    bodies = [[line.strip() for line in lines[item.line : item.end] if line.strip()] for item in (one, other)]
    if one.name == other.name or min(len(body) for body in bodies) < _SHORTEST:
        return False
    return SequenceMatcher(None, bodies[0], bodies[1], autojunk=False).ratio() >= _ALIKE


def _copy(path: str, function: Function, twin: Function) -> Spot:
    return Spot(
        file=path,
        line=function.line,
        severity=Severity.WARNING,
        confidence=Confidence.HIGH,
        category="context-blindness",
        message=f"{function.name} repeats {twin.name} (line {twin.line}) almost line by line: callers cannot tell which of the two is meant, and a correction reaches one.",
        fix="Keep one of them, with a parameter for what differs.",
    )
