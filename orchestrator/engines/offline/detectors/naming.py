"""Names that mislead or say nothing, in declarations this change adds."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.functions import PythonFunction, own_nodes, parse_python, python_functions
from orchestrator.engines.offline.detectors.kinds import is_python
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_DECLARED = re.compile(
    r"\b(?:const|let|var|function|class|def|func|type|interface|final)\s+(?P<one>[A-Za-z_$][\w$]*)"
    r"|^\s*(?P<two>[a-zA-Z_]\w*)\s*(?::[^=\n]{1,60})?(?::=|=)(?!=)"
)
_EMPTY = re.compile(
    r"(?:foo|foobar|baz|qux|asdf|stuff|thingy?|whatever|blah)\d*|(?:tmp|temp|data|val|value|obj|arr|lst|var|thing|stuff)\d+",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"(?:is|has|can|should)(?:_not_[a-z]|Not[A-Z])\w*|(?:disable|no)(?:_no_[a-z]|No[A-Z])\w*")
_QUESTION = re.compile(r"_?(?:is|has|can|should)_[a-z]")
_SNAKE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+")
_CAMEL = re.compile(r"[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+")
_WORD = re.compile(r"\w+")
_ABSTRACT = ("abstractmethod", "overload", "property")


def find_names(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Declared names that carry no meaning or a double negative, by line."""
    for file in view.hand_written(files):
        code = view.code(file.path)
        for number, _ in view.reviewed(file.path):
            found = _DECLARED.search(code[number - 1])
            name = (found["one"] or found["two"]) if found else ""
            if not name or _is_word(name, view.old_text(file.path)):
                continue  # the name was there before; this change only uses it again
            if _EMPTY.fullmatch(name):
                yield _spot(
                    file.path,
                    number,
                    "vague-name",
                    f"The name {name} says nothing: every reader has to work out from its uses what it holds.",
                    "Name it after what it holds in the terms of the problem.",
                )
            elif _NEGATED.fullmatch(name):
                yield _spot(
                    file.path,
                    number,
                    "negated-name",
                    f"{name} is a negation: `not {name}` makes readers resolve two negatives, and one of them will get it wrong.",
                    "Name the positive condition and negate at the place of use.",
                )


def find_broken_promises(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Python functions whose name promises an answer that their body never gives."""
    for file in files:
        tree = parse_python(view.text(file.path))
        for found in python_functions(tree) if tree else ():
            line = found.node.lineno
            said = _promise(found) if view.changed.touches(file.path, line) else ""
            # A signature that says `-> None` leaves the name wrong and warns whoever reads it.
            told = found.node.returns is not None and _is_none(found.node.returns)
            if said:
                yield Spot(
                    file=file.path,
                    line=line,
                    severity=Severity.SUGGESTION if told else Severity.WARNING,
                    confidence=Confidence.HIGH,
                    category="misleading-name",
                    message=f"{found.node.name} {said}: a caller who trusts the name goes on with the wrong value.",
                    fix="Rename it after what it does, or return what the name promises.",
                )


def _promise(found: PythonFunction) -> str:
    node = found.node
    decorators = " ".join(ast.unparse(decorator) for decorator in node.decorator_list)
    if any(word in decorators for word in _ABSTRACT) or _is_stub(node):
        return ""
    nodes = list(own_nodes(node))
    if any(isinstance(child, ast.Yield | ast.YieldFrom | ast.Raise) for child in nodes):
        return ""
    values = [child.value for child in nodes if isinstance(child, ast.Return) and child.value is not None]
    if values and all(_is_none(value) for value in values):
        return ""  # somebody wrote `return None` on purpose
    name = node.name.lstrip("_")
    if name.startswith("get_") and not values:
        return "never returns anything"
    literals = [
        value
        for value in values
        if isinstance(value, ast.List | ast.Dict | ast.JoinedStr | ast.ListComp) or _is_text(value)
    ]
    if _QUESTION.match(node.name) and values and len(literals) == len(values):
        return "asks a yes-or-no question and answers with something else"
    return ""


def _is_stub(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    rest = [
        statement
        for statement in node.body
        if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
    ]
    return all(isinstance(statement, ast.Pass) for statement in rest)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)


def find_mixed_case(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """An added name in the case style that the rest of its file does not use."""
    for file in view.hand_written(files):
        code = view.code(file.path)
        declared = [(number, name) for number, line in enumerate(code, 1) for name in _multi_word(line)]
        styles = Counter(_style(name) for _, name in declared)
        usual = "snake_case" if is_python(file.path) else "camelCase"
        if styles[usual] < 4 * max(1, styles.total() - styles[usual]):
            continue
        before = view.old_text(file.path)
        for name, number in {name: number for number, name in reversed(declared)}.items():
            if _style(name) != usual and view.changed.touches(file.path, number) and not _is_word(name, before):
                yield _spot(
                    file.path,
                    number,
                    "convention-break",
                    f"{name} is the odd one out in a file that writes {usual}: people who search for it will type it the other way.",
                    f"Write it in {usual}.",
                )


def _is_word(name: str, text: str) -> bool:
    """True where `name` stands in `text` as a word. Most names are looked up, since a pattern for each has to be compiled."""
    return name in _words(text) if "$" not in name else re.search(rf"\b{re.escape(name)}\b", text) is not None


@lru_cache(maxsize=4)
def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text))


def _multi_word(line: str) -> Iterator[str]:
    found = _DECLARED.search(line)
    name = (found["one"] or found["two"]) if found else ""
    if name and (_SNAKE.fullmatch(name) or _CAMEL.fullmatch(name)):
        yield name


def _style(name: str) -> str:
    return "snake_case" if "_" in name else "camelCase"


def _spot(path: str, line: int, category: str, message: str, fix: str) -> Spot:
    return Spot(
        file=path,
        line=line,
        severity=Severity.SUGGESTION,
        confidence=Confidence.MEDIUM,
        category=category,
        message=message,
        fix=fix,
    )
