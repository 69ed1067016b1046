"""Spots as the reply a model would give: one JSON object by the contract, each issue with the text that proves it."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from orchestrator.engines.offline.detectors.base import LONGEST_LINE, Spot, View
from orchestrator.redaction import redact
from orchestrator.values.finding import Severity

_VERDICTS = ((Severity.ERROR, "fail"), (Severity.WARNING, "warn"))
_ENOUGH = 6


def merge(spots: Iterable[Spot]) -> tuple[Spot, ...]:
    """One spot per place and category, the most severe; in the order a reader goes through the change."""
    kept: dict[tuple[str, int, str], Spot] = {}
    for spot in spots:
        key = (spot.file, spot.line, spot.category)
        if key not in kept or spot.severity.rank < kept[key].severity.rank:
            kept[key] = spot
    return tuple(sorted(kept.values(), key=lambda spot: (spot.file, spot.line, spot.severity.rank, spot.category)))


def reply_text(spots: Sequence[Spot], view: View, summary: str) -> str:
    """The whole reply. Its status follows from the issues."""
    severities = {spot.severity for spot in spots}
    status = next((verdict for severity, verdict in _VERDICTS if severity in severities), "pass")
    return _object(status, [_issue(spot, view) for spot in spots], summary)


def skip_text(reason: str) -> str:
    """The reply of a lens that has nothing to look at."""
    return _object("skip", [], reason)


def _object(status: str, issues: list[dict[str, Any]], summary: str) -> str:
    # ASCII only: a path with undecodable bytes holds lone surrogates, which survive as escapes and in no other form.
    return json.dumps({"status": status, "issues": issues, "summary": summary})


def _issue(spot: Spot, view: View) -> dict[str, Any]:
    issue: dict[str, Any] = {
        "category": spot.category,
        "severity": spot.severity.value,
        "confidence": spot.confidence.value,
        "file": spot.file,
        "line": spot.line,
        "message": redact(spot.message)[0],
        "suggestedFix": spot.fix,
        "evidence": evidence(spot, view),
    }
    return issue if spot.end_line is None else issue | {"endLine": spot.end_line}


def evidence(spot: Spot, view: View) -> str:
    """The quoted line without the secret it may hold; with the line above where too little of it is left to prove a place."""
    if spot.quote:
        return _without_secret(spot.quote)
    lines = view.lines(spot.file)
    quote = _without_secret(lines[spot.line - 1]) if 1 <= spot.line <= len(lines) else ""
    if len("".join(quote.split())) >= _ENOUGH or spot.line < 2:
        return quote
    return f"{_without_secret(lines[spot.line - 2])}\n{quote}"


def _without_secret(line: str) -> str:
    """Everything before the first value that must not be repeated. What is cut off must be whole: the quote is looked up."""
    # A lone carriage return ends no line for git; in a quote it would be taken for one, and the quote found nowhere.
    line = line[:LONGEST_LINE].replace("\r", " ")
    shown, count = redact(line)
    if not count:
        return line
    same = next((at for at, (one, other) in enumerate(zip(shown, line, strict=False)) if one != other), len(shown))
    return line[:same]
