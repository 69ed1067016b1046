"""Documented parameters that the signature below or above them does not have."""

import ast
import re
from collections.abc import Iterator

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.functions import PythonFunction, parse_python, python_functions
from orchestrator.engines.offline.detectors.kinds import is_hand_written_code, is_python, is_script
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_FIELD = re.compile(r"^\s*:param\s+(?:[\w.\[\], |]+\s)?\*{0,2}(?P<name>\w+)\s*:")
_SECTION = re.compile(r"^(?P<indent>\s*)(?:Args|Arguments|Parameters)\s*:\s*$")
_ENTRY = re.compile(r"^(?P<indent>\s+)\*{0,2}(?P<name>\w+)(?:\s*\([^()]*\))?\s*:(?:\s|$)")
_PLAIN_DECORATORS = frozenset({"staticmethod", "classmethod", "property", "abstractmethod", "override", "final"})
_BLOCK = re.compile(r"/\*\*(?P<text>(?:(?!\*/)[\s\S]){0,6000})\*/")
_TAG = re.compile(r"^[ \t]*\*?[ \t]*@param\s+(?:\{[^}\n]*\}\s*)?\[?(?P<name>[A-Za-z_$][\w$]*)", re.MULTILINE)
_SCRIPT_HEAD = re.compile(
    r"\s*(?:export\s+)?(?:default\s+)?(?:(?:async\s+)?function\s*\*?\s*[\w$]*|const\s+[\w$]+\s*=\s*(?:async\s*)?(?=\([^()]*\)\s*(?::[^=\n]*)?=>)"
    r"|(?:(?:public|private|protected|static|async|override)\s+)*(?!if\b|for\b|while\b|switch\b|return\b|describe\b|it\b|test\b)[\w$]+(?=[^;\n]*\)[^;\n]*\{))"
    r"\s*(?:<[^()]*>)?\("
)
_JAVA_HEAD = re.compile(
    r"\s*(?:@\w+(?:\([^()]*\))?\s+)*(?:(?:public|private|protected|static|final|abstract|synchronized|default)\s+)*"
    r"(?:<[^()]*>\s*)?(?:[\w.]+(?:<[^()]*>)?(?:\[\])*\s+)?\w+\s*\("
)
_OPEN = "([{<"
_CLOSE = ")]}>"


def has_documented_parameters(path: str) -> bool:
    """True for the languages whose parameter tags are compared."""
    return (is_python(path) or is_script(path) or path.endswith(".java")) and is_hand_written_code(path)


def find_unknown_parameters(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per documented parameter that does not exist, where this change touches the text or the signature."""
    for file in view.hand_written(files):
        found = _python(view, file.path) if is_python(file.path) else _tags(view, file.path)
        for name, line, first, last in found:
            if view.changed.touches(file.path, line):
                yield _spot(file.path, line, name)
            elif (touched := view.first_touched(file.path, first, last)) is not None:
                yield _spot(file.path, touched, name)


def _spot(path: str, line: int, name: str) -> Spot:
    return Spot(
        file=path,
        line=line,
        severity=Severity.WARNING,
        confidence=Confidence.HIGH,
        category="wrong-contract-doc",
        message=f"The text documents a parameter {name} that the signature does not have: a caller who passes it gets an error, or no effect.",
        fix="Document the parameter under the name it has, or remove the entry.",
    )


_Found = Iterator[tuple[str, int, int, int]]
"""Name and line of a documented parameter, first and last line of the signature."""


def _python(view: View, path: str) -> _Found:
    tree = parse_python(view.text(path))
    lines = view.lines(path)
    for found in python_functions(tree) if tree else ():
        names = _parameters(found)
        if names is None or ast.get_docstring(found.node) is None:
            continue
        doc = found.node.body[0]
        numbered = list(enumerate(lines[doc.lineno - 1 : doc.end_lineno], doc.lineno))
        for name, line in _documented(numbered):
            if name not in names:
                yield name, line, found.node.lineno, max(found.node.lineno, doc.lineno - 1)


def _parameters(found: PythonFunction) -> frozenset[str] | None:
    """None where the signature does not say which names callers may pass."""
    node = found.node
    decorators = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
    if node.args.kwarg is not None or decorators - _PLAIN_DECORATORS:
        return None
    arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    rest = {node.args.vararg.arg} if node.args.vararg else set()
    return frozenset({argument.arg for argument in arguments} | rest)


def _documented(lines: list[tuple[int, str]]) -> Iterator[tuple[str, int]]:
    section = entries = -1
    for number, line in lines:
        if field := _FIELD.match(line):
            yield field["name"], number
        if head := _SECTION.match(line):
            section, entries = len(head["indent"]), -1
            continue
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent <= section:
            section = -1
        entry = _ENTRY.match(line) if section >= 0 else None
        if entry and entries in {-1, indent}:
            entries = indent
            yield entry["name"], number


def _tags(view: View, path: str) -> _Found:
    text, code = view.text(path), "\n".join(view.code(path))
    head = _SCRIPT_HEAD if is_script(path) else _JAVA_HEAD
    for block in _BLOCK.finditer(text):
        names = [(tag["name"], block.start("text") + tag.start("name")) for tag in _TAG.finditer(block["text"])]
        match = head.match(code, block.end()) if names else None
        end = _closing(code, match.end()) if match else -1
        known = _names(path, code[match.end() : end]) if match and end > 0 else None
        if match is None or known is None:
            continue
        span = (text.count("\n", 0, match.end()) + 1, text.count("\n", 0, end) + 1)
        for name, at in names:
            if name not in known:
                yield name, text.count("\n", 0, at) + 1, *span


def _closing(code: str, start: int) -> int:
    """Where the parenthesis opened before `start` is closed; -1 when it never is."""
    depth = 1
    for at in range(start, min(len(code), start + 4000)):
        depth += (code[at] == "(") - (code[at] == ")")
        if depth == 0:
            return at
    return -1


def _names(path: str, signature: str) -> frozenset[str] | None:
    """Parameter names of `signature`; None where one of them is taken apart at once."""
    if is_script(path):
        plain = signature.replace("=>", "  ")
        parts = [re.split(r"[:=?]", part, maxsplit=1)[0].strip().removeprefix("...") for part in _split(plain)]
        if any(part.startswith(("{", "[")) for part in parts):
            return None
    else:
        parts = [part.strip() for part in _split(signature)]
    words = (re.search(r"[A-Za-z_$][\w$]*(?=(?:\[\])*$)", part) for part in parts)
    return frozenset(word[0] for word in words if word)


def _split(signature: str) -> list[str]:
    parts, depth = [""], 0
    for char in signature:
        depth += (char in _OPEN) - (char in _CLOSE)
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts
