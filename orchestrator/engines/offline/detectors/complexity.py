"""Functions this change made hard to follow, by the table of the complexity lens."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.function_model import Function
from orchestrator.engines.offline.detectors.functions import functions_in
from orchestrator.scope.among_tests import lies_among_tests
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_STEPS = (Severity.SUGGESTION, Severity.WARNING, Severity.ERROR)


@dataclass(frozen=True, slots=True)
class _Measure:
    """One column of the table: `limits` are the smallest values for suggestion, warning and
    error, `little` the growth that leaves a function as it was."""

    category: str
    value: Callable[[Function], int]
    limits: tuple[int, int, int]
    little: int
    text: str
    fix: str


_MEASURES = (
    _Measure(
        "cyclomatic",
        lambda function: function.branches,
        (11, 15, 25),
        3,
        "{value} paths through one body",
        "Take one decision per function: guard clauses first, then a lookup table or a named step per case.",
    ),
    _Measure(
        "deep-nesting",
        lambda function: function.depth,
        (4, 5, 6),
        0,
        "blocks nested {value} deep",
        "Return early for the special cases, or move the inner loop into a function of its own.",
    ),
    _Measure(
        "long-function",
        lambda function: function.length,
        (61, 100, 200),
        15,
        "{value} lines of code",
        "Cut it where the comments or blank lines already do, and name the parts.",
    ),
    _Measure(
        "many-parameters",
        lambda function: len(function.params),
        (6, 7, 9),
        1,
        "{value} parameters by position",
        "Group what travels together into one value, or make callers name the arguments.",
    ),
    _Measure(
        "boolean-trap",
        lambda function: function.flags,
        (2, 3, 4),
        1,
        "{value} flags by position",
        "Split it into one function per mode, or make callers name the flags.",
    ),
)


def find_complexity(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per function: the worst measure decides, the others are named. Old excess is not reported, growth is."""
    for file in view.hand_written(files):
        functions = functions_in(file.path, view.text(file.path))
        # The old side is read only where there is something to compare.
        if not any(_level(measure, function) >= 0 for function in functions for measure in _MEASURES):
            continue
        old = {function.name: function for function in functions_in(file.path, view.old_text(file.path))}
        for function in functions:
            line = _touched_line(view, file.path, function, functions)
            spot = _judge(file.path, line, function, old.get(function.name)) if line is not None else None
            if spot is not None:
                yield spot


def _touched_line(view: View, path: str, function: Function, functions: tuple[Function, ...]) -> int | None:
    """The first added line of code of the function itself, not of one inside it."""
    inner = [other for other in functions if function.line < other.line and other.end <= function.end]
    lines = view.code(path)
    for number in range(function.line, function.end + 1):
        own = not any(other.start <= number <= other.end for other in inner)
        if own and view.changed.touches(path, number) and lines[number - 1].strip():
            return number
    return None


def _judge(path: str, line: int, function: Function, before: Function | None) -> Spot | None:
    over = [found for measure in _MEASURES if (found := _over(measure, function, before)) is not None]
    if not over:
        return None
    worst = max(over, key=lambda found: found[0])
    step = worst[0]
    if step < 2 and sum(level == step for level, _ in over) > 1:
        step = min(step + 1, 1)
    # Only what this change wrote from nothing can stop it; a function that grew is its authors' history as well. A test
    # is read from top to bottom, whatever its length.
    if step == 2 and (before is not None or lies_among_tests(path) or not _is_error(worst[1], function)):
        step = 1
    if before is not None and _grew_little(worst[1], function, before):
        step = 0
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
    level = _level(measure, function)
    if level < 0 or (before is not None and measure.value(before) >= measure.value(function)):
        return None
    return level, measure


def _level(measure: _Measure, function: Function) -> int:
    return sum(measure.value(function) >= limit for limit in measure.limits) - 1


def _is_error(measure: _Measure, function: Function) -> bool:
    """A flat list of cases is long and simple, and flags can be named at the call: neither stops a merge by its number."""
    return measure.category not in {"boolean-trap", "many-parameters"} and function.depth > 1


def _grew_little(measure: _Measure, function: Function, before: Function) -> bool:
    """True for a function that was over the limit before and to which this change adds next to nothing."""
    return _level(measure, before) >= 0 and measure.value(function) - measure.value(before) <= measure.little
