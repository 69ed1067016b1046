"""What applying corrections came to, as it is shown."""

from dataclasses import replace

import pytest

from orchestrator.report.apply_text import Ended, ended_object, ended_text
from orchestrator.report.choices import Look
from orchestrator.values.correcting import Corrected, CorrectionState
from tests.support.reports import make_finding

KEY = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789"
DONE = (
    Corrected(
        state=CorrectionState.APPLIED,
        name="corrections/1.json",
        finding=make_finding(f"Uses {KEY}.", line=9),
        fixer="ruff",
        note="Remove it",
    ),
    Corrected(state=CorrectionState.APPLIED, name="corrections/0.json", finding=make_finding(line=3), fixer="ruff"),
    Corrected(
        state=CorrectionState.REFUSED,
        name="corrections/2.json",
        rule="no-fix",
        reason="it hides \x1b[2J",
        finding=make_finding(file="b\x1b[31m.py"),
    ),
    Corrected(state=CorrectionState.SKIPPED, name="corrections/\udce9.json", rule="not-ours", reason="it is no JSON"),
)


def ended(*done: Corrected, dry_run: bool = False) -> Ended:
    diff = f"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+{KEY}\n"
    return Ended(done=done, dry_run=dry_run, engine="replay", tests="passed", diff=diff, notes=("ruff: slow",))


def test_by_what_became_of_them_and_where() -> None:
    text = ended_text(ended(*DONE), Look(100))
    assert (
        text.index("src/app.py:3 ") < text.index("src/app.py:9 ") < text.index("Refused (1)") < text.index("Left (1)")
    )
    assert "    by ruff: Remove it\n" in text
    assert "    no-fix: it hides \\x1b[2J\n" in text
    assert "corrections/\\xe9.json: it is no JSON" in text
    assert text.endswith("Tests: passed.\nruff: slow\n2 applied, 1 refused, 1 left.\n")
    assert "\x1b" not in text
    assert "@@" not in text


def test_a_dry_run_shows_what_would_be() -> None:
    text = ended_text(ended(*DONE, dry_run=True), Look(100))
    assert "Would be applied (2)" in text
    assert "@@ -1 +1 @@" in text
    assert "2 would be applied" in text


def test_files_of_one_correction_count_once() -> None:
    twice = replace(DONE[1], also=("corrections/9.json",))
    text = ended_text(ended(twice), Look(100))
    assert "    2 files of one correction\n" in text
    assert text.endswith("1 applied, 0 refused, 0 left.\n")
    (one,) = ended_object(ended(twice))["applied"]
    assert (one["correction"], one["also"]) == ("corrections/0.json", ["corrections/9.json"])


def test_secrets_leave_neither_way() -> None:
    given = ended(*DONE, dry_run=True)
    assert KEY not in ended_text(given, Look(100))
    value = ended_object(given)
    assert KEY not in str(value)
    assert [one["finding"]["line"] for one in value["applied"]] == [3, 9]
    assert value["skipped"][0]["finding"] is None


@pytest.mark.parametrize("width", [1, 40, 200])
def test_lines_fit_the_width(width: int) -> None:
    text = ended_text(ended(*DONE), Look(width))
    assert "\x1b" not in text
    assert max(map(len, text.split("\n"))) <= min(max(width, 40), 120)
    assert "\x1b[32m" in ended_text(ended(*DONE), Look(width, colour=True))


def test_nothing_at_all_is_one_line() -> None:
    assert ended_text(ended(), Look(80)) == "There are no corrections to apply.\n"
