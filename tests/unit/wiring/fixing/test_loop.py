"""The fix loop with players for reviewers and fixer: how it ends, what it counts, and what is left in the work tree."""

import json
import os
import shlex
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from orchestrator.errors import UsageError
from orchestrator.fixloop.ledger import STATE_FILE
from orchestrator.gate.place import GATE_FILE
from orchestrator.gate.rows import parse_row
from orchestrator.settings.model import Value
from orchestrator.system.clock import SystemClock
from orchestrator.system.git import GitDoor
from orchestrator.values.change import ScopeKind
from orchestrator.values.fixrun import FixedFinding, FixEnd, FixState
from orchestrator.values.floor import FLOOR
from orchestrator.values.report import Report, Verdict
from orchestrator.values.turn import TurnRequest
from orchestrator.wiring.fixing.items import HUMAN
from orchestrator.wiring.fixing.journal import open_journal
from orchestrator.wiring.fixing.saved import PLACE
from orchestrator.wiring.fixing.workspace import Base, lock_work_tree, open_workspace
from tests.support.fix_loop import (
    RESOLVED,
    UNSURE,
    Answer,
    Cast,
    Loop,
    fix,
    fixes,
    persists,
    rows,
    run_loop,
    told,
)
from tests.support.gate import asked, ledger_lines
from tests.support.replay import PASS, issue, reply, write_script
from tests.support.repo import Repo
from tests.unit.wiring.fixing.states import state

BASE = "def total(prices):\n    return sum(prices)\n"
SHOP = "def total(prices):\n    value = 1\n    return value + sum(prices)\n\n\ndef name():\n    return 'nobody'\n"
OTHER = "RATE = 7\n"
LENS = "correctness-review"
WRONG = issue("shop.py", 2, "    value = 1", message="The sum starts at one.")
NAMELESS = issue("shop.py", 7, "    return 'nobody'", message="Nobody is a name.", severity="warning")
RATE = issue("rate.py", 1, "RATE = 7", message="The rate is out of date.")
UNSAFE = {**RATE, "category": "A04.insecure-rate"}
MEND = fix(("shop.py", "value = 1", "value = 0"))
CHECK = "grep -q 'value = [01]' shop.py && ! grep -q 'RATE = 9' rate.py\n"
TESTED: dict[str, Value] = {"fix.test_command": "sh check.sh"}
SILENT = {"type": "skipped", "agent": "doc-review", "reason": "nothing to look at"}
PICKED = frozenset({1})
FOUND, FIXED = ("discovery", "no-op", 1, 0, 0), ("verification", "fixed", 0, 0, 0)


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """Two staged changes, and besides them staged, unstaged and untracked work that nobody asked about."""
    for name in ("CODE_REVIEW_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    made = Repo.create(tmp_path / "repo")
    made.write_all({"shop.py": BASE, "rate.py": "RATE = 6\n", "check.sh": CHECK})
    # The most that a project can allow.
    made.write(".code-review/config.yaml", "gate:\n  exemptions: [single-agent, forced, doc-only]\n")
    made.commit("base")
    made.write_all({"shop.py": SHOP, "rate.py": OTHER})
    made.stage()
    return made


def seen(repo: Repo) -> dict[str, object]:
    """The work tree without this program's own notes."""
    everything = state(repo)
    held = everything["files"]
    assert isinstance(held, dict)
    return {**everything, "files": {name: one for name, one in held.items() if not name.startswith(".claude")}}


def said(report: Report) -> list[tuple[str, str, str]]:
    """Of each finding of the loop: its message, what became of it and why."""
    assert report.fixes is not None
    return [(one.finding.message, one.state.value, one.reason) for one in report.fixes.findings]


def ended(report: Report) -> FixEnd:
    assert report.fixes is not None
    return report.fixes.ended


def only(report: Report) -> FixedFinding:
    assert report.fixes is not None
    (one,) = report.fixes.findings
    return one


def text(repo: Repo, path: str = "shop.py") -> str:
    return (repo.top / path).read_text(encoding="utf-8")


@dataclass(frozen=True)
class Played:
    """A scene: what everybody says, and how it has to end."""

    script: dict[str, Sequence[Answer]]
    end: FixEnd
    rows: list[tuple[str, str, int, int, int]]
    overall: Verdict
    states: list[str]
    verdict: Verdict | None = None
    given: dict[str, Value] = field(default_factory=dict)
    picks: frozenset[int] = frozenset()


SCENES = {
    "mended at once": Played(
        {LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)]},
        FixEnd.CONVERGED,
        [FOUND, FIXED, ("closing", "no-op", 0, 0, 0)],
        Verdict.PASS,
        ["fixed"],
    ),
    "a stubborn reviewer": Played(
        {LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)], f"{LENS}.verify": [persists("    value = 0")]},
        FixEnd.PERSISTS,
        [FOUND, ("verification", "escalated", 0, 1, 0)],
        Verdict.FAIL,
        ["persists"],
    ),
    "a stubborn reviewer of a warning": Played(
        {
            LENS: [reply({**WRONG, "severity": "warning"}, status="warn")],
            "fixer.fix": [fixes(MEND)],
            f"{LENS}.verify": [persists("    value = 0")],
        },
        FixEnd.PERSISTS,
        [FOUND, ("verification", "escalated", 0, 1, 0)],
        Verdict.FAIL,
        ["persists"],
    ),
    "a finding that comes and goes": Played(
        {
            LENS: [reply(WRONG)],
            "fixer.fix": [fixes(MEND)],
            f"{LENS}.closing": [reply({**WRONG, "line": 2, "evidence": "    value = 0"})],
        },
        FixEnd.PERSISTS,
        [FOUND, FIXED, ("closing", "escalated", 0, 1, 0)],
        Verdict.FAIL,
        ["persists"],
    ),
    "a fix that breaks something else, found by the closing pass": Played(
        {
            LENS: [reply(WRONG)],
            "fixer.fix": [fixes(MEND), fixes(fix(("shop.py", "value + sum", "sum")))],
            f"{LENS}.closing": [reply(issue("shop.py", 2, "    value = 0", message="It adds nothing at all."))],
        },
        FixEnd.ROUND_CAP,
        [FOUND, FIXED, ("closing", "no-op", 1, 0, 1), ("verification", "escalated", 0, 0, 0)],
        Verdict.FAIL,
        ["fixed", "fixed"],
    ),
    "every fix seeds another finding": Played(
        {
            LENS: [
                reply(WRONG),
                *(reply(issue("shop.py", 2, f"    value = {n}", message=f"No {'x' * n}.")) for n in (5, 6, 7)),
            ],
            "fixer.fix": [fixes(fix(("shop.py", f"value = {a}", f"value = {b}"))) for a, b in ((1, 5), (5, 6), (6, 7))],
            f"{LENS}.verify": [UNSURE],
        },
        FixEnd.ROUND_CAP,
        [
            FOUND,
            ("verification", "fixed", 1, 0, 1),
            ("verification", "fixed", 1, 0, 1),
            ("verification", "escalated", 1, 0, 1),
        ],
        Verdict.FAIL,
        ["fixed", "fixed", "fixed", "left"],
    ),
    "fixes that take back each other": Played(
        {
            LENS: [reply(WRONG), reply(issue("shop.py", 2, "    value = 0", message="It adds nothing."))],
            f"{LENS}.verify": [UNSURE, RESOLVED],
            "fixer.fix": [fixes(MEND), fixes(fix(("shop.py", "value = 0", "value = 1")))],
        },
        FixEnd.PERSISTS,
        [FOUND, ("verification", "fixed", 1, 0, 1), ("verification", "escalated", 0, 0, 0)],
        Verdict.FAIL,
        ["failed"],
    ),
    "a fixer that declines": Played(
        {
            LENS: [reply(WRONG)],
            "fixer.fix": [fixes(declined=[{"finding": 1, "reason": "A person decides."}])],
        },
        FixEnd.NOTHING_FIXED,
        [("discovery", "escalated", 1, 0, 0)],
        Verdict.FAIL,
        ["declined"],
    ),
    "a fixer that crashes": Played(
        {LENS: [reply(WRONG)], "fixer.fix": [{"crash": "no more ideas"}]},
        FixEnd.NOTHING_FIXED,
        [("discovery", "escalated", 1, 0, 0)],
        Verdict.FAIL,
        ["failed"],
    ),
    "a stale edit": Played(
        {LENS: [reply(WRONG)], "fixer.fix": [fixes(fix(("shop.py", "value = 11", "value = 0")))]},
        FixEnd.NOTHING_FIXED,
        [("discovery", "escalated", 1, 0, 0)],
        Verdict.FAIL,
        ["refused"],
    ),
    "an edit of a file nobody asked about": Played(
        {
            LENS: [reply(WRONG)],
            "fixer.fix": [fixes(fix(("shop.py", "value = 1", "value = 0"), ("check.sh", "grep -q", "true")))],
        },
        FixEnd.NOTHING_FIXED,
        [("discovery", "escalated", 1, 0, 0)],
        Verdict.FAIL,
        ["refused"],
    ),
    "a verification that fails, and a lens that fails when it looks again": Played(
        {
            LENS: [reply(WRONG), {"failure": "final", "detail": "gone"}],
            "fixer.fix": [fixes(MEND)],
            f"{LENS}.verify": [{"failure": "final", "detail": "gone"}],
        },
        FixEnd.PERSISTS,
        [FOUND, ("verification", "escalated", 0, 1, 0)],
        Verdict.FAIL,
        ["failed"],
        verdict=Verdict.NONE,
    ),
    "a lens that fails in the closing pass": Played(
        {LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)], "doc-review.closing": [{"failure": "final", "detail": "x"}]},
        FixEnd.NOTHING_ACTIONABLE,
        [FOUND, FIXED, ("closing", "no-op", 0, 0, 0)],
        Verdict.FAIL,
        ["fixed"],
        verdict=Verdict.NONE,
    ),
    "one of two is chosen": Played(
        {LENS: [reply(WRONG, NAMELESS)], "fixer.fix": [fixes(MEND)]},
        FixEnd.NOTHING_ACTIONABLE,
        [("discovery", "no-op", 2, 0, 0), FIXED, ("closing", "no-op", 0, 0, 0)],
        Verdict.WARN,
        ["fixed"],
        picks=PICKED,
    ),
    "one of two is chosen, and its fix brings up something": Played(
        {
            LENS: [reply(WRONG, NAMELESS)],
            "fixer.fix": [fixes(MEND)],
            f"{LENS}.closing": [
                reply(issue("shop.py", 3, "    return value + sum(prices)", message="Now it is slow."))
            ],
        },
        FixEnd.PERSISTS,
        [("discovery", "no-op", 2, 0, 0), FIXED, ("closing", "escalated", 1, 0, 0)],
        Verdict.FAIL,
        ["fixed"],
        picks=PICKED,
    ),
    "two findings, one of them never mended": Played(
        {LENS: [reply(WRONG, NAMELESS)], "fixer.fix": [fixes(MEND)]},
        FixEnd.PERSISTS,
        [("discovery", "no-op", 2, 0, 0), ("verification", "escalated", 0, 1, 0)],
        Verdict.FAIL,
        ["fixed", "failed"],
    ),
    "a suggestion is left": Played(
        {LENS: [reply(WRONG, {**NAMELESS, "severity": "suggestion"})], "fixer.fix": [fixes(MEND)]},
        FixEnd.CONVERGED,
        [("discovery", "no-op", 2, 0, 0), ("verification", "fixed", 0, 1, 0), ("closing", "no-op", 0, 1, 0)],
        Verdict.PASS,
        ["fixed"],
    ),
    "a fix that breaks the tests": Played(
        {LENS: [reply(WRONG)], "fixer.fix": [fixes(fix(("shop.py", "value = 1", "value = 9")))]},
        FixEnd.NOTHING_FIXED,
        [("discovery", "escalated", 1, 0, 0)],
        Verdict.FAIL,
        ["reverted"],
        given=TESTED,
    ),
}


@pytest.mark.parametrize("name", SCENES)
def test_how_it_ends(repo: Repo, name: str) -> None:
    scene = SCENES[name]
    how = Loop(picks=scene.picks, given=scene.given)
    before = seen(repo)
    report = run_loop(repo, Cast(scene.script), how)
    assert report.fixes is not None
    assert (report.fixes.ended, told(repo.top)) == (scene.end, scene.rows)
    assert [one.state.value for one in report.fixes.findings] == scene.states
    assert (report.overall, report.verdict) == (scene.overall, scene.verdict or scene.overall)
    assert report.escalated is scene.end.escalates
    assert [row["round"] for row in rows(repo.top)] == list(range(1, len(scene.rows) + 1))
    assert not (repo.top / PLACE).exists()
    if report.fixes.where:
        assert (report.fixes.where, repo.git("diff", "--name-only")) == ("staged", "")
        assert (text(repo) != SHOP) is (name != "fixes that take back each other")
    else:
        assert seen(repo) == before


def test_only_the_fix_that_breaks_the_tests_is_taken_back(repo: Repo) -> None:
    script = {
        LENS: [reply(WRONG, RATE)],
        # In order of files: the breaker is made first.
        "fixer.fix": [fixes(fix(("rate.py", "RATE = 7", "RATE = 9"))), fixes(MEND)],
    }
    report = run_loop(repo, Cast(script), Loop(given=TESTED))
    assert (text(repo), text(repo, "rate.py")) == (SHOP.replace("value = 1", "value = 0"), OTHER)
    assert repo.git("diff", "--name-only") == ""
    assert [(message, now) for message, now, _ in said(report)] == [
        ("The sum starts at one.", "fixed"),
        ("The rate is out of date.", "reverted"),
    ]
    assert said(report)[1][2] == f"{HUMAN}: the project's tests fail with it"
    assert report.fixes is not None
    assert report.fixes.tests == "fixes with which the project's tests fail were taken back"
    assert (ended(report), report.overall) == (FixEnd.PERSISTS, Verdict.FAIL)


def test_what_a_fix_did_is_told_without_the_one_that_was_taken_back(repo: Repo) -> None:
    """Two fixes of one file: a program may only judge the second by what is there in the end."""
    unused = issue(
        "shop.py",
        1,
        "import os",
        message="The import `os` is not used.",
        suggestedFix="Remove the unused import `os`.",
        severity="warning",
    )
    repo.write("shop.py", f"import os\n{SHOP}")
    repo.stage()
    script = {
        "doc-review": [reply(unused, status="warn")],
        LENS: [reply({**WRONG, "line": 3})],
        "fixer.fix": [
            fixes(
                fix(("shop.py", "import os\n", ""), finding=1),
                fix(("shop.py", "value = 1", "value = 9"), finding=2),
            )
        ],
    }
    report = run_loop(repo, Cast(script), Loop(given=TESTED))
    assert text(repo) == SHOP
    assert [one[1] for one in said(report)] == ["fixed", "reverted"]


@pytest.mark.slow
def test_a_program_settles_what_it_can_and_then_nobody_is_asked(repo: Repo) -> None:
    """Only after linter and tests ran clean over the fix."""
    name = issue(
        "shop.py",
        2,
        "    value = 1",
        message="`value` says nothing.",
        suggestedFix="Rename `value` to `start`.",
        severity="warning",
    )
    edits = ("shop.py", "value = 1\n    return value", "start = 1\n    return start")
    cast = Cast({"doc-review": [reply(name, status="warn")], "fixer.fix": [fixes(fix(edits))]})
    given: dict[str, Value] = {"checks.static_analysis": True, "fix.test_command": "true"}
    report = run_loop(repo, cast, Loop(given=given))
    assert only(report).reason == "every value is start now, as proposed; neither name is mentioned anywhere else"
    assert "doc-review.verify" not in cast.asked
    assert [row["agents_run"] for row in rows(repo.top)][1] == []
    assert (ended(report), report.overall) == (FixEnd.CONVERGED, Verdict.PASS)


def test_tests_that_failed_before_judge_nothing(repo: Repo) -> None:
    given: dict[str, Value] = {"fix.test_command": "false"}
    report = run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)]}), Loop(given=given))
    assert report.fixes is not None
    assert "failed before anything was fixed, so they say nothing" in report.fixes.tests
    assert ended(report) is FixEnd.CONVERGED


@pytest.mark.parametrize(
    "again",
    [
        issue("shop.py", 2, "    value = 5", message=WRONG["message"]),
        issue("shop.py", 40, "    value = 5", message="It starts with a number."),
        issue("shop.py", 2, "    value = 5", message="It starts with a number.", category="other"),
    ],
    ids=["the same words", "the same category", "the same place"],
)
def test_a_second_look_that_cannot_be_proven_closes_nothing(repo: Repo, again: dict[str, object]) -> None:
    script: dict[str, Sequence[Answer]] = {
        LENS: [reply(WRONG), reply(again)],
        "fixer.fix": [fixes(MEND)],
        f"{LENS}.verify": [UNSURE],
    }
    report = run_loop(repo, Cast(script))
    assert (only(report).state, ended(report), report.overall) == (FixState.PERSISTS, FixEnd.PERSISTS, Verdict.FAIL)
    assert "may still report it, with a quote that cannot be confirmed" in only(report).reason


def test_a_second_look_without_proof_of_something_else_closes_what_is_not_repeated(repo: Repo) -> None:
    other = issue("shop.py", 40, "    value = 5", message="A name is missing.", category="naming")
    script: dict[str, Sequence[Answer]] = {
        LENS: [reply(WRONG), reply(other)],
        "fixer.fix": [fixes(MEND)],
        f"{LENS}.verify": [UNSURE],
    }
    report = run_loop(repo, Cast(script))
    assert (only(report).state, ended(report), report.overall) == (FixState.FIXED, FixEnd.CONVERGED, Verdict.PASS)


def test_a_lens_that_looks_at_nothing_again_closes_nothing(repo: Repo) -> None:
    script: dict[str, Sequence[Answer]] = {
        LENS: [reply(WRONG), reply(status="skip")],
        "fixer.fix": [fixes(MEND)],
        f"{LENS}.verify": [UNSURE],
    }
    report = run_loop(repo, Cast(script))
    assert (only(report).state, ended(report), report.overall) == (FixState.FAILED, FixEnd.PERSISTS, Verdict.FAIL)
    assert "looked at nothing" in only(report).reason


@pytest.mark.parametrize(("quote", "line"), [("    value = 0", 4), ("    value = 5", 4)])
def test_what_comes_back_in_the_closing_pass_is_no_finding_of_its_own(repo: Repo, quote: str, line: int) -> None:
    down = fix(("shop.py", "    value = 1", "    # Begin.\n    # With nothing.\n    value = 0"))
    back = reply({**WRONG, "line": line, "evidence": quote})
    report = run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(down)], f"{LENS}.closing": [back]}))
    assert only(report).state is FixState.PERSISTS
    assert only(report).reason == "it came back in the closing pass; its fix was taken back"
    assert (ended(report), report.overall) == (FixEnd.PERSISTS, Verdict.FAIL)


def test_what_was_not_proven_at_first_counts_when_it_is(repo: Repo) -> None:
    unproven = {**NAMELESS, "evidence": "    return 'somebody'"}
    script = {
        LENS: [reply(WRONG, unproven)],
        "fixer.fix": [fixes(MEND)],
        f"{LENS}.closing": [reply(NAMELESS, status="warn")],
    }
    report = run_loop(repo, Cast(script))
    assert [one[:2] for one in said(report)] == [("The sum starts at one.", "fixed"), ("Nobody is a name.", "refused")]
    assert report.overall is Verdict.FAIL


def test_the_ledger_is_left_as_evidence_of_an_escalation(repo: Repo) -> None:
    script = {LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)], f"{LENS}.verify": [persists("    value = 0")]}
    report = run_loop(repo, Cast(script))
    ledger = json.loads(text(repo, STATE_FILE))
    first, second = (one["findings"] for one in ledger["rounds"])
    assert (len(first), first[0]["new"], second[0]["new"]) == (1, True, False)
    assert second[0]["fix_provenance"] is True
    assert "the fix loop was escalated to a person" in report.verdict_reasons


def test_the_same_finding_a_line_further_down_is_an_old_one(repo: Repo) -> None:
    down = fix(("shop.py", "    value = 1", "    # Begin.\n    value = 2"))
    again = reply({**WRONG, "line": 3, "evidence": "    value = 2"})
    script: dict[str, Sequence[Answer]] = {
        LENS: [reply(WRONG), again],
        "fixer.fix": [fixes(down)],
        f"{LENS}.verify": [UNSURE],
    }
    report = run_loop(repo, Cast(script))
    assert told(repo.top) == [FOUND, ("verification", "escalated", 0, 1, 0)]
    assert only(report).state is FixState.PERSISTS
    # The fix was taken back, and with it the line.
    assert (only(report).finding.line, only(report).finding.evidence) == (2, "    value = 1")


def test_findings_below_a_fix_move_with_their_lines(repo: Repo) -> None:
    down = fix(("shop.py", "    value = 1", "    # Begin.\n    value = 0"))
    report = run_loop(repo, Cast({LENS: [reply(WRONG, NAMELESS)], "fixer.fix": [fixes(down)]}), Loop(picks=PICKED))
    (left,) = report.findings
    assert (left.message, left.line) == ("Nobody is a name.", 8)


def test_a_crashing_fixer_and_a_refused_edit_say_what_happened(repo: Repo) -> None:
    crashed = run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [{"crash": "no more ideas"}]}))
    assert only(crashed).state is FixState.FAILED
    assert only(crashed).reason == "the fixer crashed: RuntimeError: no more ideas"
    outside = fixes(fix(("shop.py", "value = 1", "value = 0"), ("check.sh", "grep -q", "true")))
    refused = run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [outside]}))
    assert only(refused).reason.endswith("is about this file (check.sh)")


def test_rules_that_write_no_fixes_say_so(repo: Repo) -> None:
    report = run_loop(repo, Cast({LENS: [reply(WRONG)]}, rule_based=True))
    assert only(report).state is FixState.FAILED
    assert "the engine anthropic works by rules and writes no fixes" in only(report).reason


def test_a_fix_that_undoes_the_whole_change_leaves_nothing_to_judge(repo: Repo) -> None:
    repo.write("rate.py", "RATE = 6\n")
    repo.stage("rate.py")
    undo = fix(("shop.py", SHOP.partition("\n")[2], BASE.partition("\n")[2]))
    report = run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(undo)]}))
    assert text(repo) == BASE
    assert (report.verdict, report.verdict_reasons) == (Verdict.NONE, ("no file was examined",))


# Scopes: what has to be equal before, and where fixes end up.


def committed(repo: Repo) -> Repo:
    repo.branch("feature")
    repo.commit("change")
    return repo


def test_fixes_of_commits_stay_in_the_work_tree_unless_they_are_to_be_committed(repo: Repo) -> None:
    committed(repo)
    repo.write("new.txt", "mine\n")
    before = seen(repo)
    since = Loop(kind=ScopeKind.SINCE, since="main")
    report = run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)]}), since)
    assert report.fixes is not None
    assert (report.fixes.where, report.fixes.commits, ended(report)) == ("left", (), FixEnd.CONVERGED)
    assert (report.change.subject, report.gate.written, report.gate.rule) == ("", False, "no-subject")
    assert "the fixes are not committed" in report.gate.reason
    assert any("--commit-fixes" in line for line in report.notices)
    after = seen(repo)
    assert {name for name in before if before[name] != after[name]} == {"status", "files"}
    assert repo.git("diff", "--name-only") == "shop.py"


def test_a_commit_of_the_fixes_is_the_users_own_and_leaves_other_work_alone(repo: Repo) -> None:
    head = committed(repo).head()
    repo.write("new.txt", "mine\n")
    repo.write("check.sh", f"{CHECK}# mine\n")
    repo.stage("check.sh")
    since = Loop(kind=ScopeKind.SINCE, since="main", commits=True)
    report = run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)]}), since)
    assert report.fixes is not None
    assert (report.fixes.where, report.fixes.commits, only(report).commit) == ("committed", (repo.head(),), repo.head())
    assert repo.git("log", "--format=%an <%ae> %s", f"{head}..") == "Tess Ter <tess@example.com> Fix 1 review finding"
    assert report.change.head_sha == repo.head()
    assert repo.git("show", "--format=", "--name-only", "HEAD") == "shop.py"
    assert repo.git("status", "--porcelain") == "M  check.sh\n?? new.txt"


def test_a_hook_that_refuses_the_commit_takes_everything_back(repo: Repo) -> None:
    committed(repo)
    repo.write(".git/hooks/pre-commit", "#!/bin/sh\necho 'not on a Friday' >&2\nexit 1\n", executable=True)
    before = seen(repo)
    since = Loop(kind=ScopeKind.SINCE, since="main", commits=True)
    down = fix(("shop.py", "    value = 1", "    # Begin.\n    value = 0"))
    closing = reply({**NAMELESS, "line": 8, "severity": "suggestion"}, status="pass")
    report = run_loop(
        repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(down)], f"{LENS}.closing": [closing]}), since
    )
    assert seen(repo) == before
    assert "the fixes were taken back" in only(report).reason
    assert "not on a Friday" in only(report).reason
    assert (ended(report), report.overall, report.escalated) == (FixEnd.PERSISTS, Verdict.FAIL, True)
    # The report is about the code as it is again.
    assert [(one.message, one.line) for one in report.findings] == [("The sum starts at one.", 2)]
    assert told(repo.top)[-1][:2] == ("closing", "escalated")


def test_nothing_is_committed_that_nobody_found_to_be_mended(repo: Repo) -> None:
    head = committed(repo).head()
    script = {LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)], f"{LENS}.verify": [persists("    value = 0")]}
    report = run_loop(repo, Cast(script), Loop(kind=ScopeKind.SINCE, since="main", commits=True))
    assert report.fixes is not None
    assert (repo.head(), report.fixes.where) == (head, "")
    assert only(report).reason == "It is still there; its fix was taken back"
    assert report.fixes.notices == ("1 fix was taken back, because it mended nothing",)
    assert repo.git("status", "--porcelain") == ""


TWO = fixes(fix(("rate.py", "RATE = 7", "RATE = 8"))), fixes(MEND)


def doubting(message: str, quote: str) -> Callable[[TurnRequest], Mapping[str, object]]:
    """A verifier who is content with everything but the fix of one finding."""
    return lambda request: persists(quote) if message in str(request.messages) else RESOLVED


def test_a_fix_that_mended_nothing_is_taken_back_alone(repo: Repo) -> None:
    base = committed(repo).head()
    script: dict[str, Sequence[Answer]] = {
        LENS: [reply(WRONG, RATE)],
        "fixer.fix": TWO,
        f"{LENS}.verify": [doubting("out of date", "RATE = 8")],
    }
    report = run_loop(repo, Cast(script), Loop(kind=ScopeKind.SINCE, since="main", commits=True))
    assert repo.git("diff", "--name-only", base, "HEAD") == "shop.py"
    assert (text(repo, "rate.py"), repo.git("status", "--porcelain")) == (OTHER, "")
    assert [one[1] for one in said(report)] == ["fixed", "persists"]
    assert [(one.file, one.line, one.evidence) for one in report.findings] == [("rate.py", 1, "RATE = 7")]


def test_a_fix_that_came_to_nothing_in_the_closing_pass_is_taken_back_from_the_index(repo: Repo) -> None:
    script: dict[str, Sequence[Answer]] = {
        LENS: [reply(WRONG, RATE)],
        "fixer.fix": TWO,
        f"{LENS}.closing": [reply({**RATE, "evidence": "RATE = 8"})],
    }
    report = run_loop(repo, Cast(script))
    assert (text(repo), text(repo, "rate.py")) == (SHOP.replace("value = 1", "value = 0"), OTHER)
    assert (repo.git("diff", "--name-only"), report.change.tree) == ("", repo.git("write-tree"))
    assert [one[1] for one in said(report)] == ["fixed", "persists"]
    assert (ended(report), report.escalated) == (FixEnd.PERSISTS, True)


def test_a_fix_that_others_build_on_stays_and_is_named(repo: Repo) -> None:
    committed(repo)
    down = fix(("shop.py", "    value = 1", "    # Begin.\n    value = 1"), finding=1)
    over = fix(("shop.py", "# Begin.\n    value = 1\n    return value + sum", "# Begin.\n    return sum"), finding=2)
    sums = issue("shop.py", 3, "    return value + sum(prices)", message="It adds too much.")
    script: dict[str, Sequence[Answer]] = {
        LENS: [reply(WRONG, sums)],
        "fixer.fix": [fixes(down, over)],
        f"{LENS}.verify": [doubting("The sum starts", "    # Begin.")],
    }
    report = run_loop(repo, Cast(script), Loop(kind=ScopeKind.SINCE, since="main", commits=True))
    assert [one[1] for one in said(report)] == ["persists", "fixed"]
    assert said(report)[0][2].endswith("; its fix stays, because other fixes build on it")
    body = repo.git("log", "-1", "--format=%B")
    assert body.startswith("Fix 1 review finding\n")
    assert "without mending them:\n\n- shop.py:2: The sum starts at one." in body


def test_a_fix_stays_that_the_tests_need(repo: Repo) -> None:
    """What is taken back would leave the tests broken."""
    repo.write("check.sh", "! grep -q 'value = 0' shop.py || grep -q 'RATE = 8' rate.py\n")
    repo.stage("check.sh")
    script: dict[str, Sequence[Answer]] = {
        LENS: [reply(WRONG, RATE)],
        "fixer.fix": TWO,
        f"{LENS}.verify": [doubting("out of date", "RATE = 8")],
    }
    report = run_loop(repo, Cast(script), Loop(given=TESTED))
    assert (text(repo), text(repo, "rate.py")) == (SHOP.replace("value = 1", "value = 0"), "RATE = 8\n")
    assert [one[1] for one in said(report)] == ["fixed", "persists"]
    assert said(report)[1][2].endswith("; its fix stays, because the project's tests fail without it")


@pytest.mark.parametrize("how", [Loop(kind=ScopeKind.PATH, paths=("shop.py",)), Loop(kind=ScopeKind.ALL)])
def test_fixes_of_whole_files_leave_the_index_untouched(repo: Repo, how: Loop) -> None:
    repo.write("shop.py", f"{SHOP}# mine\n")
    before = seen(repo)
    report = run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)]}), how)
    assert report.fixes is not None
    assert (report.fixes.where, ended(report), report.gate.written) == ("left", FixEnd.CONVERGED, False)
    assert text(repo) == f"{SHOP}# mine\n".replace("value = 1", "value = 0")
    after = seen(repo)
    assert (after["index"], after["tree"]) == (before["index"], before["tree"])


def test_a_file_that_differs_from_what_is_staged_is_refused_and_other_work_stays(repo: Repo) -> None:
    repo.write("shop.py", f"{SHOP}# mine\n")
    repo.write("new.txt", "mine\n")
    before = seen(repo)
    staged = Loop(kind=ScopeKind.STAGED)
    report = run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)]}), staged)
    assert (only(report).state, only(report).reason) == (
        FixState.REFUSED,
        "changed: it differs from what is staged (shop.py)",
    )
    assert seen(repo) == before
    rate = Cast({LENS: [reply(RATE)], "fixer.fix": [fixes(fix(("rate.py", "RATE = 7", "RATE = 8")))]})
    assert ended(run_loop(repo, rate, staged)) is FixEnd.CONVERGED
    after = seen(repo)
    assert repo.git("diff", "--name-only") == "shop.py"
    assert after["status"] != before["status"]
    assert text(repo) == f"{SHOP}# mine\n"


def typing(repo: Repo, word: str, path: str = "shop.py") -> Callable[[str], None]:
    """Somebody who edits a file when a stage with `word` in it begins."""

    def at(stage: str) -> None:
        if word in stage:
            repo.write(path, f"{text(repo, path)}# mine\n")

    return at


@pytest.mark.parametrize("word", ["verifying", "closing pass"])
@pytest.mark.parametrize("kind", [ScopeKind.AUTO, ScopeKind.STAGED])
def test_a_fix_that_could_not_be_staged_mends_nothing(repo: Repo, kind: ScopeKind, word: str) -> None:
    repo.branch("feature")
    first = repo.git("write-tree")
    how = Loop(kind=kind, agents=(), forced=False, at=typing(repo, word))
    report = run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)]}), how)
    assert (only(report).state, ended(report)) == (FixState.FAILED, FixEnd.PERSISTS)
    assert only(report).reason == "the fix is in the work tree and not staged (shop.py: it was changed meanwhile)"
    assert (report.overall, report.gate.written, report.change.tree) == (Verdict.FAIL, False, first)
    assert (repo.git("write-tree"), report.fixes and report.fixes.where) == (first, "left")
    assert [(one.message, one.line) for one in report.findings] == [("The sum starts at one.", 2)]
    repo.commit_staged("as it is")
    repo.write(GATE_FILE, f"{asked(repo).subject}\n")
    assert asked(repo).rule == "verdict-escalated"


def test_what_could_be_staged_of_two_fixes_is_what_the_report_is_about(repo: Repo) -> None:
    mends = fixes(fix(("rate.py", "RATE = 7", "RATE = 8"))), fixes(MEND)
    script = {LENS: [reply(WRONG, RATE)], "fixer.fix": mends}
    report = run_loop(repo, Cast(script), Loop(at=typing(repo, "closing pass")))
    assert [one[1] for one in said(report)] == ["failed", "fixed"]
    assert (report.change.tree, repo.git("diff", "--name-only")) == (repo.git("write-tree"), "shop.py")
    assert (report.fixes and report.fixes.where, report.overall) == ("staged", Verdict.FAIL)


def test_a_commit_that_could_not_be_made_says_where_its_fixes_still_are(repo: Repo) -> None:
    head = committed(repo).head()
    how = Loop(kind=ScopeKind.SINCE, since="main", commits=True, at=typing(repo, "closing pass"))
    report = run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)]}), how)
    assert repo.head() == head
    assert only(report).reason.endswith("what could not be taken back is still in the work tree: shop.py")
    assert "value = 0" in text(repo)


def test_what_the_closing_pass_finds_is_measured_against_the_whole_change(repo: Repo) -> None:
    found = issue("shop.py", 3, "    return value + sum(prices)", message="Now it is slow.")
    script = {LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)], f"{LENS}.closing": [reply(found)]}
    report = run_loop(repo, Cast(script))
    assert [(one.message, one.in_diff) for one in report.findings] == [("Now it is slow.", True)]


class Ticking(SystemClock):
    """A clock that is an hour later each time somebody looks at it."""

    def __init__(self) -> None:
        self.hours = 0

    def now(self) -> datetime:
        self.hours += 1
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=self.hours)


def test_a_run_has_finished_when_its_fixes_are_made(repo: Repo) -> None:
    clock = Ticking()
    at: dict[str, int] = {}
    how = Loop(clock=clock, at=lambda stage: at.update({stage.partition(":")[0]: clock.hours}))
    report = run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)]}), how)
    finished = datetime.fromisoformat(report.timestamp) - datetime(2026, 1, 1, tzinfo=UTC)
    assert finished > timedelta(hours=at["closing pass"])


# Interruptions, and going on.


def opening(repo: Repo) -> Loop:
    """A review by the whole panel that may open the gate."""
    committed(repo)
    return Loop(kind=ScopeKind.SINCE, since="main", commits=True, agents=(), forced=False)


class StopError(Exception):
    """Whatever may come in between."""


def stopping(word: str) -> Callable[[str], None]:
    def at(stage: str) -> None:
        if word in stage:
            raise StopError

    return at


@pytest.mark.parametrize("word", ["iteration 1", "verifying", "iteration 2", "closing pass"])
def test_an_end_in_the_middle_brings_everything_back_and_another_run_goes_on(repo: Repo, word: str) -> None:
    script: dict[str, Sequence[Answer]] = {
        LENS: [reply(WRONG), reply(issue("shop.py", 2, "    value = 0", message="It adds nothing."))],
        f"{LENS}.verify": [UNSURE, RESOLVED],
        "fixer.fix": [fixes(MEND), fixes(fix(("shop.py", "value + sum", "sum")))],
    }
    before = seen(repo)
    with pytest.raises(StopError):
        run_loop(repo, Cast(script), Loop(at=stopping(word)))
    assert seen(repo) == before
    assert (repo.top / PLACE).exists()
    assert rows(repo.top)[0]["dispatch_purpose"] == "discovery"
    cast = Cast({**script, LENS: script[LENS][1:]})
    report = run_loop(repo, cast, Loop(resumes=True))
    assert cast.asked[:2] == ["fixer.fix", f"{LENS}.verify"]
    assert report.fixes is not None
    assert report.fixes.resumed
    assert (ended(report), report.fixes.where) == (FixEnd.CONVERGED, "staged")
    assert text(repo) == SHOP.replace("value = 1", "value = 0").replace("value + sum", "sum")
    assert [row["round"] for row in rows(repo.top)].count(1) == 1
    assert not (repo.top / PLACE).exists()


def test_an_end_in_the_middle_says_how_to_take_out_what_the_review_staged(repo: Repo) -> None:
    repo.write("rate.py", "RATE = 8\n")
    before, stages = repo.git("write-tree"), []
    stop = stopping("verifying")

    def at(stage: str) -> None:
        stages.append(stage)
        stop(stage)

    with pytest.raises(StopError):
        run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)]}), Loop(at=at))
    assert repo.git("write-tree") != before
    assert stages[-1].startswith("fixing was ended early")
    command = stages[-1].partition("the index as it was: ")[2]
    repo.git(*shlex.split(command)[1:])
    assert repo.git("write-tree") == before


def test_a_loop_is_not_taken_up_over_other_code_by_others_or_without_one(repo: Repo) -> None:
    script = {LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)]}
    resuming = Loop(resumes=True)
    stages: list[str] = []
    with pytest.raises(UsageError, match="no interrupted fix loop"):
        run_loop(repo, Cast(script), replace(resuming, at=stages.append))
    # Nothing is checked for a run that cannot go on.
    assert stages == []
    with pytest.raises(StopError):
        run_loop(repo, Cast(script), Loop(at=stopping("verifying")))
    with pytest.raises(UsageError, match="begun with anthropic, not with openai"):
        run_loop(repo, Cast(script, name="openai"), resuming)
    with pytest.raises(UsageError, match="the lenses are not those"):
        run_loop(repo, Cast(script), Loop(resumes=True, agents=(LENS,)))
    kept = text(repo, str(PLACE))
    repo.write(str(PLACE), kept.replace('"agent"', '"nobody"'))
    with pytest.raises(UsageError, match="cannot be read"):
        run_loop(repo, Cast(script), resuming)
    repo.write(str(PLACE), kept)
    repo.write("rate.py", "RATE = 8\n")
    repo.stage()
    with pytest.raises(UsageError, match="the code has changed"):
        run_loop(repo, Cast(script), resuming)
    assert text(repo) == SHOP


def test_answers_that_nobody_gave_are_not_taken_up(repo: Repo) -> None:
    how = opening(repo)
    script = {LENS: [reply(WRONG)], "doc-review": [reply(NAMELESS)], "fixer.fix": [fixes(MEND)]}
    with pytest.raises(StopError):
        run_loop(repo, Cast(script), replace(how, at=stopping("verifying")))
    kept = json.loads(text(repo, str(PLACE)))
    without = [{**one, "result": {**one["result"], "findings": [], "status": "pass"}} for one in kept["outcomes"]]
    silent = [one if one["agent"] != "doc-review" else SILENT for one in kept["outcomes"]]
    for outcomes in (without, silent):
        repo.write(str(PLACE), json.dumps({**kept, "outcomes": outcomes}))
        with pytest.raises(UsageError, match="not those in the record"):
            run_loop(repo, Cast({}), replace(how, resumes=True))
    assert asked(repo).rule == "verdict-failed"


def test_a_loop_that_is_taken_up_can_open_the_gate(repo: Repo) -> None:
    how = opening(repo)
    script = {LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)]}
    with pytest.raises(StopError):
        run_loop(repo, Cast(script), replace(how, at=stopping("closing")))
    cast = Cast({"fixer.fix": script["fixer.fix"]})
    report = run_loop(repo, cast, replace(how, resumes=True))
    assert report.gate.written, report.gate
    assert asked(repo).open
    assert not [one for one in cast.asked if one in {LENS, "doc-review"}]


def half_fixed(repo: Repo) -> None:
    """What is left of a run that was killed in the middle of fixing."""
    child = os.fork()
    if not child:
        try:
            with open_workspace(GitDoor(repo.top), Base.INDEX) as workspace:
                workspace.watch(["shop.py"])
                workspace.apply({"shop.py": SHOP.replace("value = 1", "value = 0").encode()})
                os.kill(os.getpid(), signal.SIGKILL)
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def test_half_of_the_fixes_of_a_killed_run_are_never_reviewed_in_silence(repo: Repo) -> None:
    half_fixed(repo)
    before, cast = seen(repo), Cast({})
    for how in (Loop(), Loop(kind=ScopeKind.STAGED), Loop(fixes=True)):
        with pytest.raises(UsageError, match="ended in the middle of fixing"):
            run_loop(repo, cast, how)
    assert (seen(repo), cast.asked) == (before, [])
    report = run_loop(repo, cast, Loop(kind=ScopeKind.PATH, paths=("shop.py",)))
    assert any("`code-review fixes undo`" in line for line in report.notices)


def test_a_work_tree_that_cannot_be_fixed_in_costs_nobody_the_report(repo: Repo) -> None:
    journal = open_journal(GitDoor(repo.top))
    cast = Cast({LENS: [reply(WRONG)]})
    with ExitStack() as held:
        lock_work_tree(journal, held)
        with pytest.raises(UsageError, match="another run is fixing"):
            run_loop(repo, cast, Loop(fixes=True))
        assert cast.asked == []
        report = run_loop(repo, cast)
    assert (only(report).state, ended(report)) == (FixState.LEFT, FixEnd.NOTHING_FIXED)
    assert "another run is fixing files" in only(report).reason
    assert told(repo.top) == [("discovery", "escalated", 1, 0, 0)]
    assert report.overall is Verdict.FAIL


# The gate.


def test_a_good_closing_pass_opens_the_gate_for_the_commit(repo: Repo) -> None:
    how = opening(repo)
    report = run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)]}), how)
    assert (report.gate.written, report.gate.rule) == (True, "reviewed"), report.gate
    assert asked(repo).open
    assert text(repo, GATE_FILE) == f"{report.change.subject}\n"
    finished = {row.agent for row in map(parse_row, ledger_lines(repo)) if row.subject == report.change.subject}
    assert finished >= {LENS}
    assert len({one for one in finished if "," not in one and one}) == FLOOR


def test_what_is_staged_is_what_the_gate_is_about(repo: Repo) -> None:
    repo.branch("feature")
    first = repo.git("write-tree")
    how = Loop(agents=(), forced=False)
    report = run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)]}), how)
    assert (report.gate.written, report.change.tree) == (True, repo.git("write-tree")), report.gate
    assert repo.git("diff", "--name-only", first) == "shop.py"
    mine = [row for row in map(parse_row, ledger_lines(repo)) if row.subject == report.change.subject]
    finished = [row.agent for row in mine if row.kind == "completed"]
    assert (finished[0], len(finished)) == (LENS, FLOOR)
    repo.commit_staged("as reviewed")
    assert asked(repo).open


@pytest.mark.parametrize(
    ("script", "rule"),
    [
        ({f"{LENS}.verify": [persists("    value = 0")]}, "verdict-escalated"),
        ({f"{LENS}.closing": [{"failure": "final", "detail": "gone"}]}, "no-verdict"),
        ({f"{LENS}.closing": [reply({**WRONG, "evidence": "    value = 0"})]}, "verdict-escalated"),
        (
            {
                f"{LENS}.closing": [
                    reply(issue("shop.py", 2, "    value = 0", message="It adds nothing.", severity="warning"))
                ]
            },
            "verdict-escalated",
        ),
    ],
)
def test_the_gate_stays_closed_for_what_was_not_found_to_be_good(
    repo: Repo, script: dict[str, Sequence[Answer]], rule: str
) -> None:
    how = opening(repo)
    report = run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)], **script}), how)
    assert not report.gate.written
    assert repo.git("status", "--porcelain") in {"", " M shop.py"}
    repo.commit("by hand")
    repo.write(GATE_FILE, f"{asked(repo).subject}\n")
    assert asked(repo).rule == rule


def test_an_escalation_is_not_undone_by_a_few_lenses_that_find_nothing(repo: Repo) -> None:
    """Nobody has looked at the fixes as a whole, so everybody has to."""
    how = opening(repo)
    report = run_loop(repo, Cast({LENS: [reply(WRONG, NAMELESS)], "fixer.fix": [fixes(MEND)]}), how)
    assert (ended(report), report.fixes and report.fixes.where) == (FixEnd.PERSISTS, "committed")
    run_loop(repo, Cast({}), replace(how, agents=("doc-review",)))
    repo.write(GATE_FILE, f"{asked(repo).subject}\n")
    assert asked(repo).rule == "verdict-escalated"
    assert run_loop(repo, Cast({}), how).gate.written
    assert asked(repo).open


def test_what_nobody_chose_is_not_forgotten_by_the_gate(repo: Repo) -> None:
    """The closing pass is not made by the lens whose error is left."""
    how = opening(repo)
    script = {LENS: [reply(WRONG)], "security-review": [reply(UNSAFE)], "fixer.fix": [fixes(MEND)]}
    report = run_loop(repo, Cast(script), replace(how, picks=frozenset({2})))
    assert (ended(report), report.overall) == (FixEnd.NOTHING_ACTIONABLE, Verdict.FAIL)
    assert report.fixes is not None
    assert report.fixes.aside == 1
    closing = report.fixes.rounds[-1].agents
    assert "security-review" not in closing
    run_loop(repo, Cast({}), replace(how, agents=closing))
    repo.write(GATE_FILE, f"{asked(repo).subject}\n")
    assert asked(repo).rule == "verdict-failed"


def test_replayed_reviews_never_open_the_gate(repo: Repo) -> None:
    report = run_loop(repo, Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)]}, name="replay"), opening(repo))
    assert (ended(report), report.gate.written, report.gate.rule) == (FixEnd.CONVERGED, False, "engine")


# What it costs.

DEAR = {"usage": {"input": 199_000}}


def test_everything_that_was_asked_is_paid_for_and_told(repo: Repo) -> None:
    cheap = {"usage": {"input": 10, "output": 1}}
    script: dict[str, Sequence[Answer]] = {
        LENS: [{**reply(WRONG), **cheap}],
        "doc-review": [{**PASS, **cheap}],
        "fixer.fix": [{**fixes(MEND), **cheap}],
        f"{LENS}.verify": [{**RESOLVED, **cheap}],
        f"{LENS}.closing": [{**PASS, **cheap}],
        "doc-review.closing": [{**PASS, **cheap}],
    }
    cast = Cast(script)
    usage = run_loop(repo, cast).usage
    assert (usage.input, usage.output, len(cast.asked)) == (60, 6, 6)


@pytest.mark.parametrize(
    ("script", "end", "verdict", "state"),
    [
        ({LENS: [{**reply(WRONG), **DEAR}]}, FixEnd.NOTHING_FIXED, Verdict.FAIL, FixState.FAILED),
        ({"fixer.fix": [{**fixes(MEND), **DEAR}]}, FixEnd.PERSISTS, Verdict.NONE, FixState.FAILED),
        ({f"{LENS}.verify": [{**RESOLVED, **DEAR}]}, FixEnd.NOTHING_ACTIONABLE, Verdict.NONE, FixState.FIXED),
    ],
)
def test_a_budget_that_runs_out_never_settles_anything(
    repo: Repo, script: dict[str, Sequence[Answer]], end: FixEnd, verdict: Verdict, state: FixState
) -> None:
    report = run_loop(
        repo,
        Cast({LENS: [reply(WRONG)], "fixer.fix": [fixes(MEND)], **script}),
        Loop(given={"budget.tokens": 200_000}),
    )
    assert (ended(report), report.verdict, only(report).state) == (end, verdict, state)
    assert not report.gate.written


def test_another_engine_that_writes_fixes_spends_from_the_same_account(repo: Repo, tmp_path: Path) -> None:
    scripts = write_script(tmp_path / "scripts", **{"fixer.fix": [{**fixes(MEND), **DEAR}]})
    given: dict[str, Value] = {"fix.engine": "replay", "replay.dir": str(scripts), "budget.tokens": 200_000}
    report = run_loop(repo, Cast({LENS: [reply(WRONG)]}), Loop(given=given))
    assert (only(report).fixer, only(report).state, report.verdict) == ("replay", FixState.FAILED, Verdict.NONE)
    assert report.usage.input == 199_000


@pytest.mark.parametrize(
    ("command", "state", "said"),
    [
        ("sh check.sh", FixState.REVERTED, "taken back"),
        ("", FixState.FIXED, "no tests that could be found"),
        ("sh 'check", FixState.FIXED, "is no command line"),
    ],
)
def test_a_command_is_asked_for_where_no_tests_are_found(repo: Repo, command: str, state: FixState, said: str) -> None:
    """The fix is verified, and only the tests of the project know better."""
    bad = fixes(fix(("shop.py", "value = 1", "value = 9")))
    cast = Cast({LENS: [reply(WRONG)], "fixer.fix": [bad], f"{LENS}.verify": [RESOLVED]})
    report = run_loop(repo, cast, Loop(command=command))
    assert report.fixes is not None
    assert [one.state for one in report.fixes.findings] == [state]
    assert said in report.fixes.tests
