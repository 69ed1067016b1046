"""Parameters that travel together through several functions."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.functions import functions_in
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.text import printable_path

_PLACES = 3
_CLUMP = 3
_FAMILY = 5
"""Beyond this number, functions that all take exactly the same are called by one caller through a table."""
_COMMON = frozenset(
    {
        "self",
        "cls",
        "request",
        "response",
        "req",
        "res",
        "next",
        "ctx",
        "context",
        "args",
        "kwargs",
        "options",
        "event",
        "props",
    }
)


@dataclass(frozen=True, slots=True)
class _Use:
    path: str
    line: int
    name: str
    params: frozenset[str]


def find_parameter_clumps(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Three or more parameters that at least three functions of the reviewed files take together."""
    uses: dict[tuple[str, ...], list[_Use]] = defaultdict(list)
    for file in view.hand_written(tuple(file for file in files if not file.deleted)):
        for function in functions_in(file.path, view.text(file.path)):
            names = sorted({name for name in function.params if len(name) > 1} - _COMMON)
            if function.name.rpartition(".")[2].startswith("__"):
                # Python itself prescribes what such a method takes.
                continue
            use = _Use(file.path, function.line, function.name, frozenset(names))
            for clump in combinations(names[:8], _CLUMP):
                uses[clump].append(use)
    reported: set[tuple[str, int]] = set()
    for found in sorted(uses.values(), key=len, reverse=True):
        different = {use.name.rpartition(".")[2] for use in found}
        first = next((use for use in found if view.changed.touches(use.path, use.line)), None)
        family = len(found) > _FAMILY and len({use.params for use in found}) == 1
        if (
            first
            and not family
            and len(different) >= _PLACES
            and reported.isdisjoint((use.path, use.line) for use in found)
        ):
            reported |= {(use.path, use.line) for use in found}
            yield _clump(first, found)


def _clump(first: _Use, found: list[_Use]) -> Spot:
    together = ", ".join(sorted(frozenset.intersection(*(use.params for use in found))))
    others = [f"{use.name} ({printable_path(use.path)}:{use.line})" for use in found if use is not first]
    places = ", ".join(others[:3])
    message = f"{together} travel together through {len(found)} functions, here and in {places}: a fourth part, or a rule between them, changes all of them."
    fix = "Make one value of them, check it where it is made, and pass that."
    return Spot(
        file=first.path,
        line=first.line,
        severity=Severity.SUGGESTION,
        confidence=Confidence.MEDIUM,
        category="introduce-value",
        message=message,
        fix=fix,
    )
