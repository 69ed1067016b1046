"""The steps between two rounds of a review, as scripts once and in this process for the rest."""

import importlib
import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from orchestrator.cli.steps import STEPS
from orchestrator.errors import StateError
from orchestrator.schemas import validator
from orchestrator.wiring.rounds import open_rounds
from tests.support.repo import Repo

SCRIPTS = Path("scripts").resolve()
STATE = ".claude/memory/review-round-state.json"
ISSUE = {
    "agentName": "naming-review",
    "severity": "warning",
    "confidence": "high",
    "file": "a.py",
    "line": 3,
    "message": "`tmp` says nothing.",
    "evidence": "tmp = 1",
    "suggestedFix": "Rename it.",
}
NIT = ISSUE | {"severity": "suggestion", "line": "40-42", "message": "A nit."}


def script(name: str, *args: str, cwd: Path, stdin: str = "") -> Any:
    done = subprocess.run(
        [sys.executable, str(SCRIPTS / f"{name}.py"), *args],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    value = json.loads(done.stdout)
    assert done.stdout == json.dumps(value, sort_keys=True) + "\n"
    return value


class Steps:
    """Runs steps in this process, in one folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def run(self, name: str, *args: str) -> tuple[int, str, str]:
        code = importlib.import_module(STEPS[name]).main(args)
        return code, *self._capsys.readouterr()

    def answer(self, name: str, *args: str) -> Any:
        code, out, err = self.run(name, *args)
        assert (code, err) == (0, "")
        return json.loads(out)

    def round(self, number: int, *issues: dict[str, Any], more: tuple[str, ...] = ()) -> Any:
        (self.folder / "found.json").write_text(json.dumps(list(issues)))
        return self.answer(
            "finding_signature", "--round", str(number), "--findings", "found.json", "--state", STATE, *more
        )

    @property
    def state(self) -> Path:
        return self.folder / STATE


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Steps:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    return Steps(tmp_path, capsys)


def test_the_scripts_over_a_real_fix(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "r")
    repo.write("a.py", "one\ntwo\nthree\n")
    repo.commit()
    repo.write("a.py", "one\ntwo\nfour\n")
    (tmp_path / "fix").write_bytes(repo.git_bytes("diff"))
    found = json.dumps({"findings": [ISSUE, NIT]})
    call = ("--round", "2", "--findings", "-", "--fix-diff", str(tmp_path / "fix"))
    signed = script(
        "finding_signature",
        *call,
        "--state",
        STATE,
        "--run-id",
        "0" * 16,
        "--new-to",
        "new.json",
        cwd=repo.top,
        stdin=found,
    )
    assert signed == {
        "round": 2, "new": 2, "carried": 0, "actionable_new": 1, "ledger_reset": "unreadable-state",
        "terminate": False, "reason": None,
    }  # fmt: skip
    stored = json.loads((repo.top / STATE).read_text())
    assert list(validator("review-round-state").iter_errors(stored)) == []
    assert [one["fix_provenance"] for one in stored["rounds"][0]["findings"]] == [True, False]
    purpose = ("--agents", "naming-review,doc-review", "--purpose", "verification", "--outcome", "fixed")
    row = script(
        "review_round_log", *call, *purpose, "--carried", "1", cwd=repo.top, stdin=(repo.top / "new.json").read_text()
    )
    assert row | {"timestamp": ""} == {
        "timestamp": "", "source": "code-review", "round": 2, "agents_run": ["naming-review", "doc-review"],
        "findings_new": 2, "findings_carried": 1, "severity_breakdown": {"errors": 0, "warnings": 1, "suggestions": 1},
        "fix_provenance_new": 1, "dispatch_purpose": "verification", "outcome": "fixed",
    }  # fmt: skip
    assert json.loads((repo.top / ".claude/metrics/review-value.jsonl").read_text()) == row
    assert repo.git("status", "--porcelain", "-uall").split() == ["M", "a.py", "??", "new.json"]
    roster = json.dumps({"lenses": ["doc-review", "naming-review"], "warnings": ["doc-review"]})
    names = ("--fixed-by", "naming-review", "--roster", "@-", "--panel", "naming-review", "doc-review")
    assert script(
        "closing_pass", *names, "--panel-files", "a.py", "--fix-delta-files", "a.py", cwd=repo.top, stdin=roster
    ) == {
        "agents": ["naming-review", "doc-review"],
        "scope": "fix-delta",
        "escape_hatch": False,
        "reason": "1 lens had findings fixed; 1 more from the roster, because the gate asks for 2",
        "topped_up": ["doc-review"],
    }
    assert script("verify_tier", "--agent", "naming-review", cwd=tmp_path) == {
        "agent": "naming-review", "model": "haiku", "effort": "medium", "opted_in": True, "errors": [],
    }  # fmt: skip


def test_rounds_until_the_loop_ends(steps: Steps) -> None:
    run = ("--run-id", "here")
    first = steps.round(1, ISSUE, NIT, more=run)
    assert (first["new"], first["ledger_reset"], first["terminate"]) == (2, "new-run-round-1", False)
    second = steps.round(2, NIT | {"line": 43}, ISSUE | {"line": 90}, more=run)
    assert (second["new"], second["carried"], second["actionable_new"], second["reason"]) == (1, 1, 1, None)
    assert second["ledger_reset"] is None
    third = steps.round(3, NIT | {"line": 43}, ISSUE | {"line": 91}, more=run)
    assert (third["new"], third["carried"], third["terminate"], third["reason"]) == (0, 2, True, "same-issues-persist")
    assert steps.round(3, NIT, more=run)["reason"] == "converged"
    assert steps.round(4, more=run) == {
        "round": 4, "new": 0, "carried": 0, "actionable_new": 0, "ledger_reset": None, "terminate": True,
        "reason": "round-cap",
    }  # fmt: skip
    assert [one["round"] for one in json.loads(steps.state.read_text())["rounds"]] == [1, 2, 3, 4]
    assert steps.round(3, NIT, more=("--run-id", "there"))["ledger_reset"] == "run-id-mismatch"
    assert steps.round(3, NIT, more=("--run-id", "there", "--reset"))["ledger_reset"] == "explicit-reset"
    assert steps.round(1, NIT, more=("--run-id", "there"))["ledger_reset"] == "new-run-round-1"
    stored = json.loads(steps.state.read_text())
    old = datetime.now(UTC) - timedelta(hours=25)
    steps.state.write_text(json.dumps(stored | {"started": old.strftime("%Y-%m-%dT%H:%M:%SZ")}))
    assert steps.round(2, NIT, more=("--run-id", "there"))["ledger_reset"] == "stale-state"
    for broken in (b"{", b"\xff\xfe", b"[]"):
        steps.state.write_bytes(broken)
        assert steps.round(2, NIT)["ledger_reset"] == "unreadable-state"


def test_the_ledger_is_never_written_through_a_link(steps: Steps) -> None:
    steps.round(1, ISSUE)
    target = steps.folder / "target.json"
    steps.state.rename(target)
    before = target.read_bytes()
    steps.state.symlink_to(target)
    call = ("finding_signature", "--round", "2", "--findings", "found.json", "--state", STATE)
    code, out, err = steps.run(*call)
    assert (code, out) == (3, "")
    assert "symbolic link" in err
    steps.state.unlink()
    steps.state.parent.rename(steps.folder / "elsewhere")
    steps.state.parent.symlink_to(steps.folder / "elsewhere")
    assert steps.run(*call)[0] == 3
    assert target.read_bytes() == before
    assert [one.name for one in (steps.folder / "elsewhere").iterdir()] == [f"{steps.state.name}.lock"]


def test_one_loop_at_a_time_holds_the_ledger(steps: Steps) -> None:
    with open_rounds(steps.state) as store:
        assert store.read() is None
        with pytest.raises(StateError, match="locked"), open_rounds(steps.state, wait=0.0):
            pass
    steps.round(1, ISSUE)
    os.mkfifo(steps.folder / "pipe")
    with open_rounds(steps.state) as store, open_rounds(steps.folder / "pipe") as pipe:
        assert '"naming-review"' in (store.read() or "")
        assert pipe.read() is None


def test_names_of_the_closing_pass_by_file(steps: Steps) -> None:
    (steps.folder / "list").write_text("doc-review\nnaming-review\n")
    (steps.folder / "json").write_text('["arch-review"]')
    (steps.folder / "paths").write_bytes(b"a,b.py\0-c.py\0")
    files = ("--panel-files-from", "paths", "--fix-delta-files-from", "paths")
    found = steps.answer(
        "closing_pass", "--fixed-by", "@json", "--roster", "@list", "--panel", "@list", "@json", *files
    )
    assert (found["agents"], found["escape_hatch"]) == (["arch-review", "doc-review"], False)
    grown = steps.answer(
        "closing_pass",
        "--fixed-by",
        "",
        "--roster",
        "@list",
        "--panel",
        "x-review",
        *files[:2],
        "--fix-delta-files",
        "d.py",
    )
    assert (grown["agents"], grown["scope"], grown["topped_up"]) == (
        ["x-review", "doc-review"], "full-changeset", ["doc-review"],
    )  # fmt: skip


LENS = "---\nname: {}\ndescription: d\nmodel: opus\neffort: high\n---\nScope: always\n{}\n"


def test_verify_tier_of_every_lens(steps: Steps) -> None:
    shipped = {one["agent"]: one for one in steps.answer("verify_tier", "--all")["agents"]}
    assert set(shipped) == {path.stem for path in (SCRIPTS.parent / "agents").glob("*.md")}
    assert {name for name, one in shipped.items() if one["opted_in"]} == {
        "doc-review",
        "naming-review",
        "structure-review",
    }
    assert shipped["security-review"]["model"] == "opus"
    own = steps.folder / "own"
    own.mkdir()
    (own / "README.md").write_text("No lens.\n")
    for name, line in (
        ("good-review", "Verify-effort: low"),
        ("security-review", "Verify-model: haiku"),
        ("bad-review", "Verify-effort: extreme"),
    ):
        (own / f"{name}.md").write_text(LENS.format(name, line))
    code, out, err = steps.run("verify_tier", "--all", "--agents-dir", "own")
    told = json.loads(out)["agents"]
    assert (code, err) == (2, "")
    assert [(one["agent"], one["model"], one["effort"], one["opted_in"], len(one["errors"])) for one in told] == [
        ("bad-review", None, None, False, 1),
        ("good-review", "opus", "low", True, 0),
        ("security-review", "opus", "high", False, 1),
    ]
    assert "own/bad-review.md:8: 'extreme' is no effort" in told[0]["errors"][0]
    assert steps.run("verify_tier", "--agent", "security-review", "--agents-dir", "own")[0] == 2
    assert steps.run("verify_tier", "--agent", "good-review", "--agents-dir", "own")[0] == 0


SIGN = ("finding_signature", "--state", STATE, "--round", "1", "--findings")
LOG = (
    "review_round_log",
    "--round",
    "2",
    "--agents",
    "a-review",
    "--purpose",
    "closing",
    "--outcome",
    "fixed",
    "--findings",
)
CLOSE = (
    "closing_pass",
    "--fixed-by",
    "a",
    "--roster",
    "a",
    "--panel",
    "a",
    "--panel-files",
    "a.py",
    "--fix-delta-files",
)
BAD = [
    (SIGN[:-1], "--findings"),
    ((*SIGN, "absent"), "cannot read absent"),
    ((*SIGN, "junk"), "is not JSON"),
    ((*SIGN, "number"), "not a list"),
    ((*SIGN, "lineless"), "has no line"),
    ((*SIGN, "graded"), "breaks the contract"),
    ((*SIGN, "good", "--round", "0"), "no whole number from 1 on"),
    ((*SIGN, "good", "--round", "two"), "no whole number from 1 on"),
    ((*SIGN, "good", "--fix-diff", "junk"), "no patch"),
    ((*SIGN, "good", "--fix-diff", "cut"), "cut off"),
    ((*SIGN, "-", "--fix-diff", "-"), "standard input"),
    ((*LOG, "junk"), "is not JSON"),
    ((*LOG, "good", "--round", "1", "--carried", "1"), "nothing comes before round 1"),
    ((*LOG, "good", "--round", "1", "--fix-diff", "cut"), "nothing comes before round 1"),
    ((*LOG, "good", "--carried", "-1"), "--carried"),
    ((*LOG, "good", "--purpose", "fun"), "--purpose"),
    ((*LOG, "good", "--outcome", "great"), "--outcome"),
    ((*LOG, "good", "--agents", "src/app.py: leak"), "no name of a lens"),
    ((*LOG, "good", "--agents", "@absent"), "cannot read absent"),
    ((*LOG, "good"), "git"),
    (CLOSE[:-1], "give --fix-delta-files or --fix-delta-files-from"),
    ((*CLOSE[:-3], *CLOSE[-1:], "a.py"), "give --panel-files"),
    ((*CLOSE, "a.py", "--fixed-by", "b"), "neither the roster nor the panel knows b"),
    ((*CLOSE, "a.py", "--roster", "@distrusted"), "is incomplete: unreadable-files-from:x"),
    ((*CLOSE, "a.py", "--roster", "@good"), "holds no list of lenses"),
    ((*CLOSE, "a.py", "--roster", "@-", "--panel", "@-"), "standard input"),
    (("closing_pass", "--roster", "a"), "give --fixed-by"),
    (("verify_tier",), "give either"),
    (("verify_tier", "--all", "--agent", "a"), "give either"),
    (("verify_tier", "--agent", "nameing-review"), "did you mean naming-review?"),
    (("verify_tier", "--agent", "../agents/naming-review"), "there is no lens"),
    (("verify_tier", "--all", "--agents-dir", "absent"), "holds no lens"),
]  # fmt: skip
FILES = {
    "junk": "no JSON and no patch",
    "number": "7",
    "lineless": json.dumps([ISSUE | {"line": "N/A"}]),
    "graded": json.dumps([ISSUE | {"severity": "grave"}]),
    "good": json.dumps({"findings": [ISSUE]}),
    "distrusted": '{"lenses": ["a"], "warnings": ["unreadable-files-from:x"]}',
    "cut": "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1,9 +1,9 @@\n x\n",
}


@pytest.mark.parametrize(("call", "says"), BAD)
def test_bad_input_is_one_line_and_exit_2_and_nothing_is_written(
    steps: Steps, call: tuple[str, ...], says: str
) -> None:
    for name, content in FILES.items():
        (steps.folder / name).write_text(content)
    code, out, err = steps.run(*call)
    assert (code, out) == (2, "")
    assert err.startswith(f"{call[0]}: ")
    assert err.count("\n") == 1
    assert says in err
    assert not (steps.folder / ".claude").exists()
