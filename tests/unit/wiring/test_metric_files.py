"""Reading what reviews left behind: real files in a real work tree."""

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from orchestrator.gate.bypass import record_bypass
from orchestrator.gate.ledger import append_rows
from orchestrator.gate.place import BYPASS_FILE, LEDGER_FILE, place_of
from orchestrator.gate.rows import Row, RowKind, stamp
from orchestrator.report.figures import Recorded, Stream
from orchestrator.report.metrics import append_override, append_review_value, override_row, review_value_row
from orchestrator.system.git import GitDoor
from orchestrator.wiring.metric_files import OVERRIDE_FILE, REVIEW_FILE, read_recorded
from tests.support.repo import Repo
from tests.support.reports import make_failed

NOW = datetime(2026, 11, 30, 18, 45, 1, tzinfo=UTC)
OLD = NOW - timedelta(days=40)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A repository with one commit."""
    made = Repo.create(tmp_path / "repo")
    made.write("a.py", "x = 1\n")
    made.commit("base")
    return made


def read(repo: Repo, since: datetime | None = None) -> tuple[Recorded, dict[str, Stream]]:
    recorded = read_recorded(GitDoor(repo.top), since)
    return recorded, {one.file: one for one in recorded.streams}


def fill(repo: Repo) -> None:
    git = GitDoor(repo.top)
    for when in (OLD, NOW):
        append_review_value(repo.top / REVIEW_FILE, review_value_row(make_failed(), when))
        forced = override_row(branch="main", reason="it burns", files=["a.py"], gates=["secrets"], now=when)
        append_override(repo.top / OVERRIDE_FILE, forced)
        done = Row(ts=stamp(when), kind=RowKind.COMPLETED, subject="ab" * 32, agent="a-review", status="warn")
        append_rows(place_of(git), (done,), b"")
        record_bypass(git, reason="hurry", subject="ab" * 32, triggered_by="pre-push", now=when, environ={})


def test_every_row_that_the_writers_write_is_read(repo: Repo) -> None:
    fill(repo)
    recorded, streams = read(repo)
    assert [(one.state, one.rows, one.broken_count) for one in recorded.streams] == [
        ("read", 2, 0),
        ("read", 4, 0),
        ("read", 2, 0),
        ("read", 2, 0),
    ]
    assert recorded.chain == ""
    assert [one.kind for one in recorded.rows.events] == ["completed", "bypass", "completed", "bypass"]
    assert recorded.rows.events[0].agent == "a-review"
    assert recorded.rows.overrides[0]["branch"] == "main"
    assert set(streams) == {REVIEW_FILE, LEDGER_FILE, BYPASS_FILE, OVERRIDE_FILE}


def test_rows_before_the_time_asked_for_are_left_out_and_counted(repo: Repo) -> None:
    fill(repo)
    recorded, _ = read(repo, NOW - timedelta(days=30))
    assert [(one.rows, one.older) for one in recorded.streams] == [(1, 1), (2, 2), (1, 1), (1, 1)]


def test_files_that_are_missing_empty_or_no_files_say_so(repo: Repo) -> None:
    folder = repo.top / ".claude/metrics"
    folder.mkdir(parents=True)
    (folder / "review-value.jsonl").write_text("\n", encoding="utf-8")
    (folder / "boundary-events.jsonl").symlink_to("/etc/passwd")
    os.mkfifo(folder / "gate-bypass-audit.jsonl")
    recorded, streams = read(repo)
    assert streams[REVIEW_FILE].state == "empty"
    assert (streams[LEDGER_FILE].state, streams[LEDGER_FILE].reason) == ("unreadable", "it is a symbolic link")
    assert streams[BYPASS_FILE].reason == "it is not a regular file"
    assert streams[OVERRIDE_FILE].state == "missing"
    assert recorded.chain


def test_broken_lines_are_named_without_what_they_hold_and_the_rest_counts(repo: Repo) -> None:
    fill(repo)
    whole = json.loads((repo.top / REVIEW_FILE).read_text(encoding="utf-8").splitlines()[0])
    wrong = [
        "not json AKIA",
        "[1]",
        json.dumps({**whole, "round": 0}),
        json.dumps({**whole, "timestamp": "2026-99-30T18:45:01Z"}),
        "[" * 5000,
    ]
    with (repo.top / REVIEW_FILE).open("a", encoding="utf-8") as file:
        file.write("".join(f"{line}\n" for line in wrong) + '{"timestamp": "20')
    with (repo.top / LEDGER_FILE).open("a", encoding="utf-8") as file:
        file.write('{"kind": "unheard-of"}\n{"kind":"completed","ts":"late"}\n')
    with (repo.top / BYPASS_FILE).open("a", encoding="utf-8") as file:
        file.write('{"branch": 7}\n')
    recorded, streams = read(repo)
    reasons = [one.reason for one in streams[REVIEW_FILE].broken]
    assert reasons == [
        "it is no JSON",
        "it is no JSON object",
        "it breaks the schema of the file at $.round",
        "its time cannot be read",
        "it is nested too deeply",
        "it is no JSON",
    ]
    assert [one.line for one in streams[REVIEW_FILE].broken] == [3, 4, 5, 6, 7, 8]
    assert streams[REVIEW_FILE].rows == 2
    assert [one.reason for one in streams[LEDGER_FILE].broken] == [
        "it is no row of the evidence ledger",
        "its time cannot be read",
    ]
    assert streams[BYPASS_FILE].broken_count == 1
    assert "row 5" in recorded.chain


def test_only_the_first_broken_lines_are_named(repo: Repo) -> None:
    repo.write(REVIEW_FILE, "x\n" * 50)
    _, streams = read(repo)
    assert (len(streams[REVIEW_FILE].broken), streams[REVIEW_FILE].broken_count) == (20, 50)
