"""The first round of a fix loop on disk, so that a loop that was interrupted can be taken up without asking again."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from orchestrator.errors import StateError, UsageError
from orchestrator.report.scrub import scrub_value
from orchestrator.scope.request import Resolved
from orchestrator.system.files import read_text_lenient, write_atomic
from orchestrator.values.finding import Anchor, Confidence, Finding, Severity
from orchestrator.values.outcome import Completed, Failed, LensResult, LensStatus, Outcome, ReplyShape, Skipped
from orchestrator.values.turn import FailureKind, Omission, OmissionKind, Usage

SCHEMA = "code-review-fix-state/1"
PLACE = Path(".claude/memory/review-fix-state.json")
HINT = "review again without --resume-fix"


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """What an interrupted loop had begun with. `chosen` are positions in the findings of all outcomes, in their order."""

    started: str
    tree: str
    engine: str
    lenses: Mapping[str, str]
    outcomes: tuple[Outcome, ...]
    chosen: tuple[int, ...]
    everything: bool


def save(top: Path, saved: Saved) -> None:
    """Writes it below `top`, without secrets. Raises StateError."""
    value = {
        "schema": SCHEMA,
        "started": saved.started,
        "tree": saved.tree,
        "engine": saved.engine,
        "lenses": dict(saved.lenses),
        "chosen": list(saved.chosen),
        "everything": saved.everything,
        "outcomes": [{**asdict(one), "type": type(one).__name__.lower()} for one in saved.outcomes],
    }
    text = json.dumps(scrub_value(value), ensure_ascii=True, indent=1)
    write_atomic(top / PLACE, f"{text}\n".encode("ascii"), root=top)


def drop(top: Path) -> None:
    """The loop has come to its end."""
    (top / PLACE).unlink(missing_ok=True)


def load(top: Path) -> Saved:
    """What there is to go on with. Raises UsageError when there is nothing, or nothing that can be read."""
    try:
        text = read_text_lenient(top / PLACE)
    except StateError as error:
        raise UsageError(error.reason, hint=HINT) from error
    if text is None:
        raise UsageError("there is no interrupted fix loop to resume", hint=HINT)
    try:
        return _saved(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(f"{PLACE} cannot be read: {error}", hint=HINT) from error


def check(saved: Saved, resolved: Resolved, lenses: Mapping[str, str], engine: str) -> None:
    """Raises UsageError when the code, the lenses or the engine are not those that it was begun with."""
    if saved.tree != tree_of(resolved):
        raise UsageError("the code has changed since the fix loop was interrupted", hint=HINT)
    if saved.engine != engine:
        raise UsageError(f"the interrupted fix loop was begun with {saved.engine}, not with {engine}", hint=HINT)
    if dict(saved.lenses) != dict(lenses) or [one.agent for one in saved.outcomes] != list(lenses):
        raise UsageError("the lenses are not those with which the fix loop was begun", hint=HINT)


def tree_of(resolved: Resolved) -> str:
    """What tells this very code from any other: the tree, or for whole files what they hold."""
    if resolved.change.tree:
        return f"{resolved.change.base_sha} {resolved.change.tree}"
    # Imported late: only a loop over whole files needs it.
    import hashlib  # noqa: PLC0415

    digest = hashlib.sha256()
    for path in resolved.change.paths:
        digest.update(path.encode("utf-8", "surrogateescape") + b"\0" + (resolved.tree.read(path) or b"") + b"\0")
    return digest.hexdigest()


def _saved(value: Any) -> Saved:
    if value["schema"] != SCHEMA:
        raise ValueError(f"its schema is {value['schema']}")
    return Saved(
        started=str(value["started"]),
        tree=str(value["tree"]),
        engine=str(value["engine"]),
        lenses={str(name): str(digest) for name, digest in value["lenses"].items()},
        outcomes=tuple(map(_outcome, value["outcomes"])),
        chosen=tuple(map(int, value["chosen"])),
        everything=bool(value["everything"]),
    )


def _outcome(value: Mapping[str, Any]) -> Outcome:
    if value["type"] == "skipped":
        return Skipped(value["agent"], value["reason"])
    common: dict[str, Any] = {
        "agent": value["agent"],
        "files": tuple(value["files"]),
        "attempts": value["attempts"],
        "usage": Usage(**value["usage"]),
        "omissions": tuple(
            Omission(one["file"], one["reason"], OmissionKind(one["kind"])) for one in value["omissions"]
        ),
        "engine": value["engine"],
    }
    if value["type"] == "failed":
        shape = None if value["shape"] is None else ReplyShape(value["shape"])
        return Failed(kind=FailureKind(value["kind"]), error=value["error"], shape=shape, **common)
    result = value["result"]
    return Completed(
        result=LensResult(
            status=LensStatus(result["status"]),
            findings=tuple(map(_finding, result["findings"])),
            summary=result["summary"],
            notes=tuple(result["notes"]),
        ),
        tier=value["tier"],
        model=value["model"],
        **common,
    )


def _finding(value: Mapping[str, Any]) -> Finding:
    kept = {key: one for key, one in value.items() if key not in {"severity", "confidence", "anchor", "detail"}}
    return Finding(
        severity=Severity(value["severity"]),
        confidence=Confidence(value["confidence"]),
        anchor=None if value["anchor"] is None else Anchor(value["anchor"]),
        **kept,
    )


def findings_at(outcomes: Sequence[Outcome], chosen: Sequence[int]) -> tuple[Finding, ...]:
    """The findings at the positions `chosen`."""
    found = [one for outcome in outcomes if isinstance(outcome, Completed) for one in outcome.result.findings]
    return tuple(found[position] for position in chosen if position < len(found))


def positions(outcomes: Sequence[Outcome], chosen: Sequence[Finding]) -> tuple[int, ...]:
    """Where the findings `chosen` stand, which are the very same objects."""
    wanted = {id(one) for one in chosen}
    found = [one for outcome in outcomes if isinstance(outcome, Completed) for one in outcome.result.findings]
    return tuple(position for position, one in enumerate(found) if id(one) in wanted)
