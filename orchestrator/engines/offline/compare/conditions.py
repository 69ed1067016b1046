"""Conditions that this change turns round or whose border it moves, while no test changes with them."""

import re
from collections.abc import Iterator
from itertools import zip_longest

from orchestrator.engines.offline.compare.runs import exchanges
from orchestrator.engines.offline.detectors.base import LONGEST_LINE, Spot, View
from orchestrator.engines.offline.detectors.kinds import is_test_code
from orchestrator.engines.offline.detectors.masking import mask
from orchestrator.values.change import ChangedFile, DiffLine
from orchestrator.values.finding import Confidence, Severity

_TOKEN = re.compile(
    r"\d[\w.]*|[A-Za-z_$][\w$]*|===|!==|<<=?|>>=?|=>|->|<=|>=|==|!=|&&|\|\||\?\?|[-+*/%&|^]=|\"[^\"]*\"|'[^']*'|\S"
)
_DECIDES = re.compile(
    r"^\s*(?:\}?\s*(?:else\s+)?if|elif|while|until|for|assert|return|case|when)\b|\b(?:if|unless|filter|some|every)\b|[^=!<>]==[^=]|&&|\|\||\?"
)
_BORDERS = frozenset({"<", "<=", ">", ">="})
_EQUALS = frozenset({"==", "!=", "===", "!=="})
_JOINS = frozenset({"and", "or", "&&", "||"})
_NOT = frozenset({"not", "!"})
_COMPARES = _BORDERS | _EQUALS
_NUMBER = re.compile(r"\d[\w.]*")
_VERSION = re.compile(r"version|python_requires|\bchangelog\b", re.IGNORECASE)
_LARGEST_RUN = 3
_Step = tuple[str, str]


def find_unproved_conditions(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per condition that decides otherwise than before, in a change without any test."""
    if not view.has_diff or any(is_test_code(file.path) for file in view.files):
        return
    tested = any(is_test_code(path) for path in view.sources.paths)
    for file in view.hand_written(files):
        for old, new in _pairs(view, file):
            what = _moved(mask(file.path, old.text), mask(file.path, new.text))
            if what is not None and new.new is not None:
                category, words = what
                yield Spot(
                    file=file.path,
                    line=new.new,
                    severity=Severity.WARNING if tested else Severity.SUGGESTION,
                    confidence=Confidence.MEDIUM,
                    category=category,
                    message=f"{words}, and this change touches no test: no test tells the new decision from the old one, so a slip here reaches users.",
                    fix="Add a test with an input for which the old and the new condition differ.",
                )


def _pairs(view: View, file: ChangedFile) -> Iterator[tuple[DiffLine, DiffLine]]:
    """Lines exchanged one for one. Larger rewrites turn conditions round and their branches with them."""
    del view
    for hunk in file.hunks if not file.deleted else ():
        for run in exchanges(hunk):
            if len(run.removed) <= _LARGEST_RUN:
                yield from run.pairs


def _moved(old: str, new: str) -> tuple[str, str] | None:
    """Category and words for a pair of lines that are the same but for what they decide."""
    if len(old) > LONGEST_LINE or len(new) > LONGEST_LINE or _VERSION.search(new):
        return None
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    steps = _steps(before, after)
    ranged = _range_moved(before, after, steps)
    if ranged or not steps or len(steps) > 2 or not (_DECIDES.search(old) and _DECIDES.search(new)):
        return ranged
    kinds = {_kind(step, after) for step in steps}
    if None in kinds or len(kinds) != 1:
        return None
    return kinds.pop()


def _steps(before: list[str], after: list[str]) -> list[_Step]:
    """Replaced, inserted and removed tokens, where one line follows from the other by few of them."""
    if len(before) == len(after):
        return [(one, other) for one, other in zip(before, after, strict=True) if one != other]
    longer, shorter = (before, after) if len(before) > len(after) else (after, before)
    extra = len(longer) - len(shorter)
    start = next((at for at, (one, other) in enumerate(zip_longest(longer, shorter)) if one != other), 0)
    if extra > 2 or longer[start + extra :] != shorter[start:]:
        return []
    inserted = " ".join(longer[start : start + extra])
    return [(inserted, "") if longer is before else ("", inserted)]


def _kind(step: _Step, after: list[str]) -> tuple[str, str] | None:
    old, new = step
    if {old, new} <= _BORDERS:
        return "missing-boundary", f"The border of this condition moves from `{old}` to `{new}`"
    if {old, new} <= _EQUALS and old[0] != new[0]:
        return "untested-behaviour", f"The condition is turned round (`{old}` is now `{new}`)"
    if {old, new} <= _JOINS and _is_and(old) != _is_and(new):
        return "untested-behaviour", f"The parts of this condition are joined by `{new}` where it was `{old}`"
    if (old in _NOT and not new) or (new in _NOT and not old):
        return "untested-behaviour", "The condition is turned round (a negation came or went)"
    if _NUMBER.fullmatch(old) and _NUMBER.fullmatch(new) and _is_compared(new, after):
        return "missing-boundary", f"The limit of this condition moves from {old} to {new}"
    return None


def _is_and(token: str) -> bool:
    return token in {"and", "&&"}


def _is_compared(number: str, tokens: list[str]) -> bool:
    places = [at for at, token in enumerate(tokens) if token == number]
    return any(
        (at and tokens[at - 1] in _COMPARES) or (at + 1 < len(tokens) and tokens[at + 1] in _COMPARES) for at in places
    )


def _range_moved(before: list[str], after: list[str], steps: list[_Step]) -> tuple[str, str] | None:
    """A range or a slice whose end is one more or one less than before."""
    ranged = "range" in after and "range" in before
    if ranged and len(steps) == 1 and ({*steps[0]} - {""}) & {"+ 1", "- 1"}:
        return "missing-boundary", "The range ends one step elsewhere than before"
    return None
