"""Work on existing code that would pay: chains over one value, and functions that are two."""

import ast
import re
from collections.abc import Iterator

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.functions import parse_python, python_functions
from orchestrator.engines.offline.detectors.kinds import has_functions, is_hand_written_code, is_python
from orchestrator.engines.offline.detectors.refactoring_script import script_chains, script_halves
from orchestrator.engines.offline.detectors.refactoring_shape import Chain, Half, is_kind
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_BUILT = re.compile(r"(?:^|/)(?:dist|build|vendor|third_party|node_modules)/|\.min\.")
_LONG_CHAIN = 6
_SHARED_TAGS = 3
_PLACES = 3
_HALF = 3


def is_refactorable(path: str) -> bool:
    """True for product code with functions that somebody maintains here."""
    return has_functions(path) and is_hand_written_code(path) and not _BUILT.search(path)


def find_long_chains(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Chains of comparisons of one value: a long one, or shorter ones over the same values in three places."""
    chains = [(file.path, chain) for file in view.hand_written(_present(files)) for chain in _chains(view, file.path)]
    for path, chain in chains:
        if not view.changed.touches(path, chain.line):
            continue
        same = [place for place, other in chains if len(other.tags & chain.tags) >= _SHARED_TAGS]
        if len(same) >= _PLACES:
            message = f"The branches over {chain.subject} stand in {len(same)} places: whoever adds a kind has to find and change all of them."
            fix = "Keep one table from kind to behaviour, or give each kind a class with these methods."
            yield _spot(path, chain.line, "replace-branching", message, fix, Severity.WARNING)
        elif len(chain.tags) >= _LONG_CHAIN and chain.simple:
            message = f"{len(chain.tags)} branches compare {chain.subject} with one constant each: every new kind makes the chain longer, and a forgotten one falls through."
            fix = "Put the answers into a table with the constants as keys, and look the value up."
            yield _spot(path, chain.line, "replace-branching", message, fix, Severity.SUGGESTION)


def _present(files: tuple[ChangedFile, ...]) -> tuple[ChangedFile, ...]:
    return tuple(file for file in files if not file.deleted)


def _chains(view: View, path: str) -> Iterator[Chain]:
    text = view.text(path)
    if not is_python(path):
        yield from script_chains(path, text)
        return
    tree = parse_python(text)
    inner = (
        {id(node.orelse[0]) for node in ast.walk(tree) if isinstance(node, ast.If) and len(node.orelse) == 1}
        if tree
        else set[int]()
    )
    for node in ast.walk(tree) if tree else ():
        chain = _chain(node) if isinstance(node, ast.If) and id(node) not in inner else None
        if chain:
            yield chain


def _chain(first: ast.If) -> Chain | None:
    subject, tags, simple = "", set[str](), True
    node: ast.stmt | None = first
    while isinstance(node, ast.If):
        test = node.test
        if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq | ast.Is)):
            return None
        asked, tag = ast.unparse(test.left), test.comparators[0]
        if (subject and asked != subject) or not _is_kind(tag):
            return None
        subject = asked
        tags.add(ast.unparse(tag))
        simple = simple and len(node.body) <= 2
        node = node.orelse[0] if len(node.orelse) == 1 else None
    return Chain(first.lineno, subject, frozenset(tags), simple) if len(tags) >= _SHARED_TAGS else None


def _is_kind(tag: ast.expr) -> bool:
    """True for a word or a named constant; numbers and single signs are mostly a protocol, not kinds."""
    return isinstance(tag, ast.Attribute) or (isinstance(tag, ast.Constant) and is_kind(repr(tag.value)))


def find_split_functions(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Functions that a flag divides into two halves with nothing in common."""
    for file in view.hand_written(_present(files)):
        text = view.text(file.path)
        for half in _python_halves(text) if is_python(file.path) else script_halves(file.path, text):
            if view.changed.touches(file.path, half.line):
                message = f"{half.name} is two functions: {half.flag} decides which one runs, and they share no line. Each caller knows which it wants and has to say it as true or false."
                fix = f"Make two functions of it, named for what they do, and let callers of {half.name} choose."
                yield _spot(file.path, half.line, "replace-branching", message, fix, Severity.SUGGESTION)


def _python_halves(text: str) -> Iterator[Half]:
    tree = parse_python(text)
    for found in python_functions(tree) if tree else ():
        node = found.node
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        branch = body[0] if body and isinstance(body[0], ast.If) else None
        flag = _flag(branch.test) if branch else ""
        if branch is None or flag not in {argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)}:
            continue
        other = (
            branch.orelse
            if len(body) == 1
            else body[1:]
            if isinstance(branch.body[-1], ast.Return) and not branch.orelse
            else []
        )
        if min(_size(branch.body), _size(other)) >= _HALF and _is_flag(node, flag):
            yield Half(node.lineno, node.name, flag)


def _size(body: list[ast.stmt]) -> int:
    return sum(isinstance(child, ast.stmt) for statement in body for child in ast.walk(statement))


def _flag(test: ast.expr) -> str:
    plain = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else test
    return plain.id if isinstance(plain, ast.Name) else ""


def _is_flag(node: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> bool:
    arguments = [*node.args.posonlyargs, *node.args.args]
    defaults = [*[None] * (len(arguments) - len(node.args.defaults)), *node.args.defaults, *node.args.kw_defaults]
    for argument, default in zip((*arguments, *node.args.kwonlyargs), defaults, strict=True):
        if argument.arg == name:
            declared = isinstance(argument.annotation, ast.Name) and argument.annotation.id == "bool"
            return declared or (isinstance(default, ast.Constant) and isinstance(default.value, bool))
    return False


def _spot(path: str, line: int, category: str, message: str, fix: str, severity: Severity) -> Spot:
    return Spot(
        file=path,
        line=line,
        severity=severity,
        confidence=Confidence.MEDIUM,
        category=category,
        message=message,
        fix=fix,
    )
