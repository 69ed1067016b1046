"""What several steps read in the same way: findings, names of lenses, whole numbers, the diff of a fix."""

import argparse
import json
import re
from collections.abc import Callable, Iterable, Iterator

from orchestrator.cli.steps.common import read_source, split_list, split_words
from orchestrator.errors import UsageError
from orchestrator.findings.lines import coerce_range
from orchestrator.scope.patch import parse_patch
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Finding, Severity

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_DIGITS = re.compile(r"[0-9]{1,9}")
_DISTRUSTED = "unreadable-"


def given_findings(source: str) -> tuple[Finding, ...]:
    """Findings of a JSON file, or of standard input for `-`.

    Forms: `{"findings": [...]}` or a list, each finding with its `agentName` (or `agent`); or a list of lens results,
    alone or as `{"agents": [...]}` like in the report. Raises UsageError for anything else.
    """
    data = _parsed(read_source(source), source)
    return tuple(_finding(agent, issue) for agent, issue in _issues(data))


def given_names(args: argparse.Namespace, name: str) -> tuple[str, ...]:
    """Lens names of `--NAME`, each once; empty when it was given empty.

    A word `@PATH` (`@-` for standard input) stands for the names in that file: a listing, a JSON list, or the output of
    `select_lenses`. Raises UsageError when it was left out, and for what is no name.
    """
    words: list[str] | None = getattr(args, name)
    flag = f"--{name.replace('_', '-')}"
    if words is None:
        raise UsageError(f"give {flag}; an empty value is allowed")
    names: list[str] = []
    for word in words:
        names += _listed_names(word[1:]) if word.startswith("@") else split_words([word])
    for one in names:
        if not _NAME.fullmatch(one):
            raise UsageError(f"{flag}: {one!r} is no name of a lens")
    return tuple(dict.fromkeys(names))


def check_stdin(sources: Iterable[str | None]) -> None:
    """Raises UsageError when more than one of the `sources` (`-`, or `@-` for names) is standard input."""
    if sum(source in {"-", "@-"} for source in sources) > 1:
        raise UsageError("only one input can come from standard input")


def whole_number(minimum: int) -> Callable[[str], int]:
    """Reads a whole number that is at least `minimum`, for argparse."""

    def read(text: str) -> int:
        if not _DIGITS.fullmatch(text) or int(text) < minimum:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {minimum} on")
        return int(text)

    return read


def given_fix(source: str) -> tuple[ChangedFile, ...]:
    """Files of a fix given as the output of `git diff`; empty when nothing was changed.

    Raises UsageError for a patch that is cut off or broken, and for text that is none.
    """
    data = read_source(source)
    files = parse_patch(data)
    if data.strip() and not files:
        raise UsageError(f"{source} is no patch", hint="give the output of git diff")
    return files


def _parsed(data: bytes, source: str) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{source} is not JSON: {error}") from error


def _listed_names(source: str) -> tuple[str, ...]:
    data = read_source(source)
    if data.lstrip()[:1] not in {b"{", b"["}:
        return split_words(split_list(data))
    value = _parsed(data, source)
    if isinstance(value, dict):
        warnings = value.get("warnings")
        lost = [str(one) for one in warnings if str(one).startswith(_DISTRUSTED)] if isinstance(warnings, list) else []
        if lost:
            raise UsageError(f"{source} is incomplete: {', '.join(lost)}", hint="select the lenses again")
        value = value.get("lenses")
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise UsageError(f"{source} holds no list of lenses")
    return tuple(value)


def _issues(data: object) -> Iterator[tuple[object, object]]:
    """Agent and issue of each finding, whichever of the accepted forms `data` has."""
    if isinstance(data, dict):
        data = data["findings"] if "findings" in data else data.get("agents")
    for one in _list(data, "the input"):
        if not isinstance(one, dict):
            raise UsageError("a finding or lens result is not an object")
        agent = one.get("agentName", one.get("agent"))
        if "issues" in one:
            yield from ((agent, issue) for issue in _list(one["issues"], "issues"))
        else:
            yield agent, one


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise UsageError(f"{what} is not a list")
    return value


def _finding(agent: object, issue: object) -> Finding:
    if not isinstance(issue, dict):
        raise UsageError("a finding is not an object")
    line, end_line = coerce_range(issue.get("line"))
    if line is None:
        raise UsageError(f"a finding in {issue.get('file')} has no line: {issue.get('line')!r}")
    try:
        return Finding(
            agent=_text(agent, "agentName"),
            severity=Severity(_text(issue.get("severity"), "severity")),
            confidence=Confidence(_text(issue.get("confidence"), "confidence")),
            file=_text(issue.get("file"), "file"),
            line=line,
            end_line=coerce_range(issue.get("endLine"))[0] or end_line,
            message=_text(issue.get("message"), "message"),
            evidence=str(issue.get("evidence") or ""),
            suggested_fix=str(issue.get("suggestedFix") or ""),
            category=str(issue.get("category") or ""),
        )
    except ValueError as error:
        raise UsageError(f"a finding in {issue.get('file')}:{line} breaks the contract: {error}") from error


def _text(value: object, what: str) -> str:
    if not isinstance(value, str) or not value:
        raise UsageError(f"a finding has no {what}")
    return value
