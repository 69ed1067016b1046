"""The round ledger: what each round of one fix loop found, as a value and as JSON, and when it must start afresh."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Any

from orchestrator.schemas import validator
from orchestrator.values.finding import Confidence, Severity

STATE_FILE = ".claude/memory/review-round-state.json"
STALE_AFTER = timedelta(hours=24)
_SKEW = timedelta(minutes=5)
SCHEMA = "review-round-state"
_TIME = "%Y-%m-%dT%H:%M:%SZ"


class Reset(StrEnum):
    """Why a stored ledger is not gone on with; the first that holds is named."""

    EXPLICIT = "explicit-reset"
    NEW_RUN = "new-run-round-1"
    UNREADABLE = "unreadable-state"
    OTHER_RUN = "run-id-mismatch"
    STALE = "stale-state"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One finding of one round. `line` is 1-based on the new side, 0 when it has none.

    `fix_provenance` says whether it stands where the fix before this round was made, None when that fix is not known.
    """

    signature: str
    agent: str
    file: str
    line: int
    severity: Severity
    confidence: Confidence
    actionable: bool
    new: bool
    fix_provenance: bool | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """What round `number` found, each finding once."""

    number: int
    findings: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Ledger:
    """The rounds of one run in ascending order. `started` is when the first was recorded, aware."""

    run_id: str
    started: datetime
    rounds: tuple[Round, ...] = ()


def run_id(paths: Iterable[str]) -> str:
    """The identity of a run: 16 hex digits of a sha256 over its target paths, sorted by their bytes, one a line."""
    lines = sorted(_bytes(path) for path in paths)
    return sha256(b"".join(line + b"\n" for line in lines)).hexdigest()[:16]


def resume(
    stored: str | None, round_number: int, *, run: str, now: datetime, reset: bool = False
) -> tuple[Ledger, Reset | None]:
    """The ledger to go on with, and why it is a fresh one; None when the stored one is the ledger of this run.

    `stored` is the text of the state file, None when there is none or it cannot be read. In doubt it starts afresh: that
    costs one more round, while a ledger of something else would pass off a new finding as an old one.
    """
    fresh = Ledger(run, now)
    if reset:
        return fresh, Reset.EXPLICIT
    if round_number <= 1:
        return fresh, Reset.NEW_RUN
    ledger = parse_ledger(stored) if stored is not None else None
    if ledger is None:
        return fresh, Reset.UNREADABLE
    if ledger.run_id != run:
        return fresh, Reset.OTHER_RUN
    # A ledger from the future says that one of the two clocks is wrong, and then nobody knows how old it is.
    if not -_SKEW <= now - ledger.started <= STALE_AFTER:
        return fresh, Reset.STALE
    return ledger, None


def parse_ledger(text: str) -> Ledger | None:
    """The ledger that `text` states; None when it is not one, whatever is wrong with it."""
    try:
        data = json.loads(text)
        if next(validator(SCHEMA).iter_errors(data), None) is not None:
            return None
        rounds = tuple(
            Round(int(one["round"]), tuple(Entry(**_typed(entry)) for entry in one["findings"]))
            for one in data["rounds"]
        )
        started = datetime.strptime(data["started"], _TIME).replace(tzinfo=UTC)
    except (ValueError, RecursionError):
        return None
    numbers = [one.number for one in rounds]
    if numbers != sorted(set(numbers)) or numbers[-1] != data["round"]:
        return None
    return Ledger(data["run_id"], started, rounds)


def ledger_json(ledger: Ledger) -> str:
    """The ledger as the text of its state file; it has at least one round."""
    rounds = [
        {
            "round": one.number,
            "findings": [{f.name: getattr(entry, f.name) for f in fields(entry)} for entry in one.findings],
        }
        for one in ledger.rounds
    ]
    data = {
        "schema": f"{SCHEMA}/1",
        "run_id": ledger.run_id,
        "started": ledger.started.astimezone(UTC).strftime(_TIME),
        "round": ledger.rounds[-1].number,
        "rounds": rounds,
    }
    return json.dumps(data, indent=1) + "\n"


def _typed(entry: dict[str, Any]) -> dict[str, Any]:
    return entry | {
        "line": int(entry["line"]),
        "severity": Severity(entry["severity"]),
        "confidence": Confidence(entry["confidence"]),
    }


def _bytes(path: str) -> bytes:
    """The bytes of a path as git gave them; a path from JSON can hold what stands for no byte."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return path.encode("utf-8", "surrogatepass")
