"""Functions this change made hard to follow, by the table of the complexity lens."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.function_model import Function
from orchestrator.engines.offline.detectors.functions import functions_in
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_STEPS = (Severity.SUGGESTION, Severity.WARNING, Severity.ERROR)


@dataclass(frozen=True, slots=True)
class _Measure:
    """One column of the table: `limits` are the smallest values for suggestion, warning and error."""

    category: str
    value: Callable[[Function], int]
    limits: tuple[int, int, int]
    text: str
    fix: str


_MEASURES = (
    _Measure(
        "cyclomatic",
        lambda function: function.branches,
        (11, 15, 25),
        "{value} paths through one body",
        "Take one decision per function: guard clauses first, then a lookup table or a named step per case.",
    ),
    _Measure(
        "deep-nesting",
        lambda function: function.depth,
        (4, 5, 6),
        "blocks nested {value} deep",
        "Return early for the special cases, or move the inner loop into a function of its own.",
    ),
    _Measure(
        "long-function",
        lambda function: function.length,
        (61, 100, 200),
        "{value} lines of code",
        "Cut it where the comments or blank lines already do, and name the parts.",
    ),
    _Measure(
        "many-parameters",
        lambda function: len(function.params),
        (6, 7, 9),
        "{value} parameters by position",
        "Group what travels together into one value, or make callers name the arguments.",
    ),
    _Measure(
        "boolean-trap",
        lambda function: function.flags,
        (2, 3, 4),
        "{value} flags by position",
        "Split it into one function per mode, or make callers name the flags.",
    ),
)


def find_complexity(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per function: the worst measure decides, the others are named. Old excess is not reported, growth is."""
    for file in files:
        old = {function.name: function for function in functions_in(file.path, view.old_text(file.path))}
        for function in functions_in(file.path, view.text(file.path)):
            line = view.first_touched(file.path, function.line, function.end)
            if line is not None and (spot := _judge(file.path, line, function, old)):
                yield spot


def _judge(path: str, line: int, function: Function, old: Mapping[str, Function]) -> Spot | None:
    before = old.get(function.name)
    over = [found for measure in _MEASURES if (found := _over(measure, function, before)) is not None]
    if not over:
        return None
    worst = max(over, key=lambda found: found[0])
    step = worst[0]
    if step < 2 and sum(level == step for level, _ in over) > 1:
        step = min(step + 1, 1)
    # A flat list of cases is long and simple: it is no defect by its number of branches alone.
    if function.depth <= 1 and step == 2 and worst[1].category in {"cyclomatic", "long-function"}:
        step = 1
    said = " and ".join(measure.text.format(value=measure.value(function)) for _, measure in over)
    grown = "" if before is None else ", more than before this change"
    return Spot(
        file=path,
        line=line,
        severity=_STEPS[step],
        confidence=Confidence.HIGH,
        category=worst[1].category,
        message=f"{function.name} has {said}{grown}: whoever changes it next has to hold all of it in mind to be safe.",
        fix=worst[1].fix,
    )


def _over(measure: _Measure, function: Function, before: Function | None) -> tuple[int, _Measure] | None:
    value = measure.value(function)
    level = sum(value >= limit for limit in measure.limits) - 1
    if level < 0 or (before is not None and measure.value(before) >= value):
        return None
    return level, measure
