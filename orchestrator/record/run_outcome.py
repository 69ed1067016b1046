"""What a run leaves for the record, read from its report in JSON: findings by role, who failed, what was shown reduced."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from orchestrator.errors import UsageError
from orchestrator.record.model import ROLE
from orchestrator.schemas import validator
from orchestrator.values.finding import Anchor, Confidence, Detail, Finding, Severity

_PARTIAL = "partial"
_SKIP = "skip"
_SCHEMA = "code-review-report/1"
_LONGEST = 200
"""Characters of what is wrong with a report; a part of it may be the whole report."""
_SAVE = "save one with `code-review --json`, and give the file as it is"
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_COMMIT = re.compile(r"[0-9a-f]{40,64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOutcome:
    """`completed` has every role that finished, with what it found; `failed` who did not, with the reason.

    `summarized` has one text for each file that somebody was shown in a reduced form. `gaps` say why the run has no
    verdict, or why nobody was asked; empty otherwise. `review` is its day and commit, as far as they are known.
    """

    completed: Mapping[str, tuple[Finding, ...]]
    failed: Mapping[str, str]
    summarized: tuple[str, ...]
    gaps: tuple[str, ...]
    review: str = ""


def outcome_of(data: Any, source: str) -> RunOutcome:
    """The outcome that the report `data` tells; `source` is what to call it. Raises UsageError for anything else."""
    _check_form(data, source)
    if "agents" not in data:
        raise UsageError(f"{source} holds no review: {data['reason']}", hint="record a run in which somebody was asked")
    roles = [agent for agent in data["agents"] if agent["status"] != _SKIP]
    failed = {one["agentName"]: one["error"] for one in data["dispatchFailures"]}
    stopped = data.get("mode", {}).get("incomplete", "")
    if stopped:
        # A reviewer that was stopped before it recorded anything has not found that there is nothing to find.
        failed |= {agent["agentName"]: stopped for agent in roles if not agent["issues"]}
    _check_names(source, [*(agent["agentName"] for agent in roles), *failed])
    completed = {
        agent["agentName"]: tuple(map(_finding, agent["issues"])) for agent in roles if agent["agentName"] not in failed
    }
    return RunOutcome(
        completed=MappingProxyType(completed),
        failed=MappingProxyType(failed),
        summarized=tuple(_summarized(data)),
        gaps=tuple(data["verdictReasons"]) if data["verdict"] == "none" or not (completed or failed) else (),
        review=", ".join(_which(data)),
    )


def _which(data: Mapping[str, Any]) -> Iterator[str]:
    day, commit = _DAY.match(data["timestamp"]), _COMMIT.fullmatch(data["scope"]["headSha"])
    if day:
        yield day[0]
    if commit:
        yield f"on commit {commit[0][:12]}"


def _check_form(data: Any, source: str) -> None:
    if not isinstance(data, Mapping) or data.get("schema") != _SCHEMA:
        raise UsageError(f"{source} is no report of a review", hint=_SAVE)
    # Imported late: as the validator.
    from jsonschema.exceptions import best_match  # noqa: PLC0415

    problem = best_match(validator("code-review-report").iter_errors(data))
    if problem is not None:
        said = problem.message if len(problem.message) <= _LONGEST else f"{problem.message[:_LONGEST]} ..."
        place = problem.json_path.removeprefix("$").removeprefix(".") or "the whole"
        raise UsageError(f"{source} is no report of a review as it was printed: {place}: {said}", hint=_SAVE)


def _check_names(source: str, names: Sequence[str]) -> None:
    unfit = next((name for name in names if not ROLE.fullmatch(name)), None)
    if unfit is not None:
        raise UsageError(
            f"{source}: {unfit[:80]!r} cannot be a role of a record: letters, digits, `-` and `_` make one"
        )


def _finding(issue: Mapping[str, Any]) -> Finding:
    agent, category = issue["agentName"], issue["category"] or ""
    general = f"{agent}.{category or 'uncategorised'}"
    return Finding(
        agent=agent,
        severity=Severity(issue["severity"]),
        confidence=Confidence(issue["confidence"]),
        file=issue["file"],
        line=issue["line"],
        end_line=issue["endLine"],
        message=issue["message"],
        evidence=issue["evidence"],
        suggested_fix=issue["suggestedFix"],
        category=category,
        rule="" if issue["ruleId"] == general else issue["ruleId"],
        pre_existing=issue["preExisting"],
        in_diff=issue["inDiff"],
        anchor=Anchor(issue["anchor"]) if issue["anchor"] else None,
        detail=_detail(issue) if "severityId" in issue else None,
    )


def _detail(issue: Mapping[str, Any]) -> Detail:
    return Detail(
        id=issue["id"],
        severity_id=issue["severityId"],
        title=issue["title"],
        summary=issue["summary"],
        fields=MappingProxyType(dict(issue["fields"])),
    )


def _summarized(data: Mapping[str, Any]) -> Iterator[str]:
    """One line a file, the first reason that is given. Rules are sent nothing, so nothing of theirs was reduced."""
    rules = {one["name"] for one in (data["engine"], *data["engine"]["others"]) if one["ruleBased"]}
    sent = {agent["agentName"] for agent in data["agents"] if agent["engine"] not in rules}
    said: dict[str, str] = {}
    for entry in data["coverage"]:
        for gap in entry["omitted"] if entry["agent"] in sent else ():
            if gap["kind"] == _PARTIAL:
                said.setdefault(gap["file"], gap["reason"])
    yield from (f"{file} \N{EM DASH} {reason.rstrip('.')}." for file, reason in said.items())
