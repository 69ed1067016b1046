"""Private functions that nothing calls: new ones, and those whose last caller this change removes."""

import re
from collections.abc import Iterator

from orchestrator.engines.offline.compare.places import removed_line
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.functions import parse_python, python_functions
from orchestrator.engines.offline.detectors.kinds import is_hand_written_code, is_python, is_script
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_PRIVATE = re.compile(r"_[a-z]\w*[a-z0-9]")
_MODULE = re.compile(r"^(?:import|export)\b", re.MULTILINE)
_SCRIPT = re.compile(
    r"^(?:(?:async\s+)?function\s*\*?\s+(?P<one>[A-Za-z_$]\w{2,})\s*[(<]|const\s+(?P<two>[A-Za-z_$]\w{2,})\s*(?::[^=\n]+)?=\s*(?:async\s*)?(?:\([^()\n]*\)[^=\n]*|\w+\s*)=>)"
)
_GO = re.compile(r"^func (?P<one>(?!main\b|init\b)[a-z]\w{2,})\([^\n]*\{\s*$(?P<two>)?")
_JAVA = re.compile(
    r"^\s*private\s+(?:(?:static|final|synchronized)\s+)*(?:<[^()\n]*>\s*)?[\w.]+(?:<[^()\n]*>)?(?:\[\])*\s+(?P<one>[a-z]\w{2,})\s*\([^;]*$(?P<two>)?"
)
_SERIALISATION = frozenset({"readObject", "writeObject", "readResolve", "writeReplace", "readObjectNoData"})
_KEPT_FROM_OUTSIDE = re.compile(r"//(?:export|go:linkname)\b")
_FOUND_BY_NAME = re.compile(r"\b(?:globals|vars|locals)\(\)|\bsys\.modules\b")


def has_private_functions(path: str) -> bool:
    """True for the languages in which a function says that it is private."""
    return (is_python(path) or is_script(path) or path.endswith((".go", ".java"))) and is_hand_written_code(path)


def find_unused_functions(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per private function whose name stands nowhere in the code but where it is defined."""
    for file in view.hand_written(tuple(file for file in files if not file.deleted)):
        text = view.text(file.path)
        for name, line in _private(view, file.path, text):
            if len(re.findall(rf"(?<![\w$]){re.escape(name)}(?![\w$])", text)) > 1 or _is_used(view, file.path, name):
                continue
            if view.changed.touches(file.path, line):
                yield _spot(file.path, line, name, "nothing calls it")
            elif view.has_diff and (gone := removed_line(view, file.path, name)) is not None:
                yield _spot(file.path, gone[0], name, "this change removes the last call of it", gone[1].text)


def _is_used(view: View, path: str, name: str) -> bool:
    """True when another file holds the word, or may: not every file of a huge repository is known word by word.

    What a script or a Java class keeps to itself cannot be used from elsewhere.
    """
    return (is_python(path) or path.endswith(".go")) and view.sources.using(name) != (path,)


def _private(view: View, path: str, text: str) -> Iterator[tuple[str, int]]:
    if is_python(path):
        yield from _python(text)
        return
    if (is_script(path) and not _MODULE.search(text)) or _KEPT_FROM_OUTSIDE.search(text):
        return
    pattern = _SCRIPT if is_script(path) else _GO if path.endswith(".go") else _JAVA
    above = ""
    for number, line in enumerate(view.code(path), 1):
        found = pattern.match(line[:300])
        name = (found["one"] or found["two"]) if found else ""
        if name and name not in _SERIALISATION and not above.startswith("@"):
            yield name, number
        above = line.strip() or above


def _python(text: str) -> Iterator[tuple[str, int]]:
    """Functions of the module alone: a method may be there for a parent class to call."""
    tree = None if _FOUND_BY_NAME.search(text) else parse_python(text)
    for found in python_functions(tree) if tree else ():
        alone = not (found.in_class or found.nested or found.node.decorator_list)
        if alone and _PRIVATE.fullmatch(found.name):
            yield found.name, found.node.lineno


def _spot(path: str, line: int, name: str, why: str, quote: str = "") -> Spot:
    return Spot(
        file=path,
        line=line,
        severity=Severity.SUGGESTION,
        confidence=Confidence.HIGH,
        category="dead-code",
        message=f"{name} is private and {why}: readers keep it in mind and the next change keeps it working for nobody.",
        fix="Remove it, or call it where it was meant to be called.",
        quote=quote,
    )
