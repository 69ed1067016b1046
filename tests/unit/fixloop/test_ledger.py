"""The state file: what is written is read back, and what is not certainly ours starts afresh."""

import json
import subprocess
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from orchestrator.fixloop.classify import classify
from orchestrator.fixloop.ledger import Ledger, Reset, ledger_json, parse_ledger, resume, run_id
from orchestrator.schemas import validator
from tests.unit.findings.build import changed, finding, hunk

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
RUN = run_id(["src/app.py"])


def ledger(started: datetime = NOW, run: str = RUN) -> Ledger:
    one = classify(Ledger(run, started), 1, [finding(), finding(line=30, file="odd\udcff\ud800.py")])
    return classify(one.ledger, 2, [finding(line=4)], [changed("src/app.py", hunk("+a\n+b\n+c\n+d"))]).ledger


def test_what_is_written_is_read_back_and_fits_its_schema() -> None:
    text = ledger_json(ledger())
    assert list(validator("review-round-state").iter_errors(json.loads(text))) == []
    assert parse_ledger(text) == ledger()
    entry = json.loads(text)["rounds"][1]["findings"][0]
    assert {key: entry[key] for key in ("agent", "file", "line", "new", "actionable", "fix_provenance")} == {
        "agent": "correctness-review",
        "file": "src/app.py",
        "line": 4,
        "new": False,
        "actionable": True,
        "fix_provenance": True,
    }


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"reset": True, "stored": None, "round_number": 1}, Reset.EXPLICIT),
        ({"reset": True}, Reset.EXPLICIT),
        ({"round_number": 1}, Reset.NEW_RUN),
        ({"round_number": 1, "stored": "broken"}, Reset.NEW_RUN),
        ({"stored": None}, Reset.UNREADABLE),
        ({"stored": "broken", "run": "other"}, Reset.UNREADABLE),
        ({"run": "other", "now": NOW + timedelta(days=9)}, Reset.OTHER_RUN),
        ({"run": ""}, Reset.OTHER_RUN),
        ({"now": NOW + timedelta(hours=24, seconds=1)}, Reset.STALE),
        ({"now": NOW - timedelta(minutes=6)}, Reset.STALE),
        ({"now": NOW + timedelta(hours=24)}, None),
        ({"now": NOW - timedelta(minutes=5)}, None),
        ({}, None),
    ],
)
def test_the_first_reason_for_a_fresh_ledger_is_named(given: dict[str, Any], expected: Reset | None) -> None:
    call: dict[str, Any] = {"stored": ledger_json(ledger()), "round_number": 3, "run": RUN, "now": NOW} | given
    resumed, reset = resume(call.pop("stored"), call.pop("round_number"), **call)
    assert reset is expected
    assert resumed == (ledger() if expected is None else Ledger(call["run"], call["now"]))


def broken() -> list[str]:
    good = json.loads(ledger_json(ledger()))
    entry = good["rounds"][0]["findings"][0]
    spoilt = [
        good | {"schema": "review-round-state/2"},
        good | {"extra": 1},
        good | {"started": "2026-13-01T00:00:00Z"},
        good | {"started": "yesterday"},
        good | {"round": 3},
        good | {"rounds": []},
        good | {"rounds": good["rounds"][::-1], "round": 1},
        good | {"rounds": [good["rounds"][0]] * 2, "round": 1},
        good | {"rounds": [{"round": 2, "findings": [entry | {"line": "3"}]}]},
        good | {"rounds": [{"round": 2, "findings": [entry | {"severity": "grave"}]}]},
        good | {"rounds": [{"round": 2, "findings": [{**entry, "signature": "0"}]}]},
        {key: value for key, value in good.items() if key != "run_id"},
        [good],
        None,
    ]
    return ["", "{", "\ufeff{}", "[" * 100_000, '{"round": ' + "9" * 5000 + "}", *(json.dumps(one) for one in spoilt)]


@pytest.mark.parametrize("text", broken(), ids=range(len(broken())))
def test_a_state_that_is_not_a_ledger_is_none(text: str) -> None:
    assert parse_ledger(text) is None


def test_run_id_is_what_a_shell_makes_of_the_same_files() -> None:
    paths = ["src/b.py", "Zed.md", "é.py", "-odd", "a\udcff"]
    script = 'printf "%s\\n" "$@" | LC_ALL=C sort | sha256sum | cut -c1-16'
    shown = subprocess.run(["sh", "-c", script, "sh", *paths], capture_output=True, text=True, check=True).stdout
    assert run_id(paths) == run_id(reversed(paths)) == shown.strip()
    assert run_id(paths[1:]) != run_id(paths)
    assert len(run_id(["lone \ud800"])) == 16
