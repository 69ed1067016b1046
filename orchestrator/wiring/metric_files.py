"""The streams of this work tree, read row by row: what cannot be read is counted and named, never guessed."""

import errno
import json
import os
import stat
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from orchestrator.gate.ledger import read_chain
from orchestrator.gate.place import BYPASS_FILE, LEDGER_FILE, place_of
from orchestrator.gate.rows import parse_row
from orchestrator.report.figures import Broken, Event, Recorded, Rows, Stream
from orchestrator.schemas import validator
from orchestrator.seams import Git
from orchestrator.wiring.keep import METRICS

REVIEW_FILE = str(METRICS / "review-value.jsonl")
OVERRIDE_FILE = str(METRICS / "override-audit.jsonl")

_BYPASS = ("timestamp", "branch", "triggeredBy", "reason", "subject")
_NAMED = 20


def read_recorded(git: Git, since: datetime | None) -> Recorded:
    """The rows of the calling work tree that are not older than `since`. Never raises for what the files hold."""
    top = git.top
    rounds, first = _stream(top, REVIEW_FILE, _by_schema("review-value"), since)
    events, second = _stream(top, LEDGER_FILE, _event, since)
    bypasses, third = _stream(top, BYPASS_FILE, _bypass, since)
    overrides, fourth = _stream(top, OVERRIDE_FILE, _by_schema("override-audit"), since)
    chain = read_chain(place_of(git), "").broken if second.state != "unreadable" else second.reason
    rows = Rows(
        rounds=rounds,
        events=[Event(str(row["kind"]), row["subject"], row["agent"], row["status"]) for row in events],
        bypasses=bypasses,
        overrides=overrides,
    )
    return Recorded(rows, (first, second, third, fourth), chain)


def _stream(
    top: Path, file: str, read: Callable[[bytes], Mapping[str, Any]], since: datetime | None
) -> tuple[list[Mapping[str, Any]], Stream]:
    try:
        data = _content(top / file)
    except FileNotFoundError:
        return [], Stream(file=file, state="missing")
    except OSError as error:
        why = "it is a symbolic link" if error.errno == errno.ELOOP else error.strerror or "it cannot be read"
        return [], Stream(file=file, state="unreadable", reason=why)
    rows: list[Mapping[str, Any]] = []
    broken: list[Broken] = []
    older = 0
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            row = read(line)
            early = since is not None and _when(row) < since
        except (ValueError, RecursionError) as error:
            broken.append(Broken(number, _reason(error)))
            continue
        older += early
        if not early:
            rows.append(row)
    state = "read" if rows or older or broken else "empty"
    return rows, Stream(
        file=file,
        state=state,
        rows=len(rows),
        older=older,
        broken=tuple(broken[:_NAMED]),
        broken_count=len(broken),
    )


def _content(path: Path) -> bytes:
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(0, "it is not a regular file")
        return file.read()


def _by_schema(name: str) -> Callable[[bytes], Mapping[str, Any]]:
    def read(line: bytes) -> Mapping[str, Any]:
        row = _object(line)
        problem = next(iter(validator(name).iter_errors(row)), None)
        if problem is not None:
            raise ValueError(f"it breaks the schema of the file at {problem.json_path}"[:120])
        _when(row)
        return row

    return read


def _event(line: bytes) -> Mapping[str, Any]:
    try:
        row = parse_row(line)
    except ValueError as error:
        raise ValueError("it is no row of the evidence ledger") from error
    _when({"timestamp": row.ts})
    return {
        "timestamp": row.ts,
        "kind": row.kind.value,
        "subject": row.subject,
        "agent": row.agent,
        "status": row.status,
    }


def _bypass(line: bytes) -> Mapping[str, Any]:
    row = _object(line)
    if not all(isinstance(row.get(key), str) for key in _BYPASS):
        raise ValueError("it is no row of a bypass")
    _when(row)
    return row


def _object(line: bytes) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise ValueError("it is no JSON") from error
    if not isinstance(row, dict):
        raise ValueError("it is no JSON object")
    return row


def _when(row: Mapping[str, Any]) -> datetime:
    try:
        when = datetime.fromisoformat(str(row["timestamp"]))
    except ValueError as error:
        raise ValueError("its time cannot be read") from error
    return when.replace(tzinfo=when.tzinfo or UTC)


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, ValueError) else "it is nested too deeply"
