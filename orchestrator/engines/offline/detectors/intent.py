"""Work that says itself it is not finished, and amounts of money that binary fractions cannot hold."""

import ast
import re
from collections.abc import Iterator

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.functions import parse_python, python_functions
from orchestrator.engines.offline.detectors.kinds import is_python
from orchestrator.engines.offline.detectors.masking import comments_only
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_LATER = re.compile(
    r"(?:^|[\s#/*(])(?:TODO|FIXME|XXX)\b[:( ]|\bnot (?:yet )?implemented yet\b|\bimplement (?:this|me) later\b"
)
_STUB = re.compile(
    r"\braise\s+NotImplementedError\b|\bthrow\s+new\s+(?:Error|NotImplementedException|UnsupportedOperationException)\(\s*[\"'`]?"
    r"(?:not (?:yet )?implemented|todo)|\b(?:todo|unimplemented)!\(|\bpanic\(\s*\"(?:not (?:yet )?implemented|todo)",
    re.IGNORECASE,
)
_ABSTRACT = re.compile(
    r"@(?:\w+\.)*abstractmethod|\(\s*(?:abc\.)?ABC\b|\bProtocol\b|\babstract\b|\bclass\s+\w*(?:Base|Abstract|Interface)\w*|[Ss]ubclass(?:es)?\b"
)
_AMOUNT = r"(?:price|amount|total|subtotal|balance|cost|fee|salary|discount|refund|vat|tax)"
_MONEY = re.compile(
    rf"\b(?:\w+_)?{_AMOUNT}(?:_\w+)?\s*:\s*float\b|\b(?:float|double|float64|float32)\s+(?:\w*?{_AMOUNT})\b"
    rf"|\b(?:\w+_)?{_AMOUNT}(?:_\w+)?\s*=\s*float\(|\b\w*{_AMOUNT}\s+float(?:32|64)\b",
    re.IGNORECASE,
)
# A bare `total` counts anything.
_NOT_MONEY = re.compile(
    r"^total\b|time|seconds|loss|count|distance|weight|memory|token|budget|elapsed|duration|compute|score",
    re.IGNORECASE,
)


def find_unfinished(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Added stubs that fail when reached, and added notes that put a part of the work off."""
    for file in files:
        text = view.text(file.path)
        notes = comments_only(file.path, text).split("\n")
        for number, line in view.reviewed(file.path):
            if _STUB.search(line) and not _is_contract(view, file.path, number):
                yield _spot(
                    file.path,
                    number,
                    Severity.WARNING,
                    "partial-requirement",
                    "This path is a stub: whoever reaches it gets an error instead of the behaviour the change announces.",
                    "Implement it, or take the way to it out of this change.",
                )
            elif view.has_diff and _LATER.search(notes[number - 1]):
                yield _spot(
                    file.path,
                    number,
                    Severity.SUGGESTION,
                    "partial-requirement",
                    "The change leaves a part of its work for later and nothing outside this comment remembers it.",
                    "Finish it now, or move it to the tracker and name the entry here.",
                )


def _is_contract(view: View, path: str, number: int) -> bool:
    """True for a method that is there to be overridden: it does nothing else, or its class says so."""
    if is_python(path) and number in _only_statements(view.text(path)):
        return True
    lines = view.lines(path)
    return any(_ABSTRACT.search(line) for line in lines[max(0, number - 40) : number])


def _only_statements(text: str) -> frozenset[int]:
    """Lines of statements that are, apart from a docstring, the whole body of a method."""
    tree = parse_python(text)
    methods = [found.node for found in python_functions(tree) if found.in_class] if tree else []
    bodies = [node.body[1:] if ast.get_docstring(node) is not None else node.body for node in methods]
    return frozenset(body[0].lineno for body in bodies if len(body) == 1)


def find_float_money(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Amounts of money declared as binary floating point."""
    for file in files:
        code = view.code(file.path)
        for number, _ in view.reviewed(file.path):
            found = _MONEY.search(code[number - 1])
            if found and not _NOT_MONEY.search(found[0]):
                yield _spot(
                    file.path,
                    number,
                    Severity.WARNING,
                    "primitive-domain-value",
                    "An amount of money is held as binary floating point: sums drift by cents and equal amounts compare as different.",
                    "Use a decimal type, or whole numbers of the smallest unit.",
                )


def _spot(path: str, line: int, severity: Severity, category: str, message: str, fix: str) -> Spot:
    return Spot(
        file=path,
        line=line,
        severity=severity,
        confidence=Confidence.MEDIUM,
        category=category,
        message=message,
        fix=fix,
    )
