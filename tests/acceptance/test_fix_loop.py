"""The fix loop from the command line: what is fixed, what is asked, what an interruption leaves, what the gate says."""

import json
import os
import pty
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from orchestrator.schemas import validator
from orchestrator.wiring.fixing.saved import PLACE
from tests.support.cli import FORKER, Ran, code_review, environment
from tests.support.fix_loop import RESOLVED, fix, fixes, persists, told
from tests.support.forked import Streams
from tests.support.gate import ACCEPTING
from tests.support.model_server import Recorded, model_server
from tests.support.model_wire import Answer
from tests.support.replay import PASS, issue, reply, write_script
from tests.support.repo import Repo, git_environment
from tests.support.terminal import Screen, on_terminal
from tests.unit.wiring.fixing.states import state

pytestmark = pytest.mark.slow

BASE = "def total(prices):\n    return sum(prices)\n"
SHOP = "def total(prices):\n    value = 1\n    return value + sum(prices)\n\n\ndef name():\n    return 'nobody'\n"
MENDED = SHOP.replace("value = 1", "value = 0")
LENS = "correctness-review"
WRONG = issue("shop.py", 2, "    value = 1", message="The sum starts at one.", severity="warning")
NAMELESS = issue("shop.py", 7, "    return 'nobody'", message="Nobody is a name.", severity="warning")
BOTH = fixes(fix(("shop.py", "value = 1", "value = 0")), fix(("shop.py", "'nobody'", "'somebody'"), finding=2))
QUESTION = "[report] "
TESTS = "Enter for none): "
CHEAP = ("--no-static-analysis", "--agent", LENS, "--agent", "doc-review")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A staged change, and besides it a file that git does not know."""
    made = Repo.create(tmp_path / "repo")
    made.write("shop.py", BASE)
    made.commit("base")
    made.write("shop.py", SHOP)
    made.stage()
    return made


def scripted(repo: Repo, **scripts: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Two findings and good fixes for both, unless `scripts` says something else."""
    entries = {
        LENS: [reply(WRONG, NAMELESS, status="warn")],
        f"{LENS}.verify": [RESOLVED],
        f"{LENS}.closing": [PASS],
        "fixer.fix": [BOTH],
    }
    names = {name.replace("__", "."): one for name, one in scripts.items()}
    folder = write_script(repo.home / "script", **{**entries, **{_file(name): one for name, one in names.items()}})
    return "--engine", "replay", "--replay-dir", str(folder), *CHEAP


def _file(name: str) -> str:
    return name.replace("verify", f"{LENS}.verify").replace("closing", f"{LENS}.closing").replace("fix", "fixer.fix")


def run(repo: Repo, *arguments: str) -> Ran:
    return code_review(*arguments, cwd=repo.top, home=repo.home)


def seen(repo: Repo) -> dict[str, object]:
    """The work tree and the index without this program's own notes."""
    everything = state(repo)
    held = everything["files"]
    assert isinstance(held, dict)
    own = (".claude", ".dev-team-reports", "corrections")
    return {**everything, "files": {name: one for name, one in held.items() if not name.startswith(own)}}


def shop(repo: Repo) -> str:
    return (repo.top / "shop.py").read_text(encoding="utf-8")


def test_a_program_gets_one_object_and_a_stubborn_reviewer_fails_the_run(repo: Repo) -> None:
    ran = run(repo, *scripted(repo, verify=[persists("    value = 0")]), "--fix", "--json")
    assert ran.code == 1
    assert list(validator("code-review-report").iter_errors(ran.json)) == []
    assert (ran.json["overall"], ran.json["escalated"], ran.json["totals"]["errors"]) == ("fail", True, 0)
    assert ran.json["gate"]["rule"] == "escalated"
    assert told(repo.top)[-1][:2] == ("verification", "escalated")
    # Fixes that mended nothing are taken back.
    assert (shop(repo), repo.git("diff", "--name-only")) == (SHOP, "")


def test_a_person_reads_that_it_was_escalated(repo: Repo) -> None:
    nothing = fixes(declined=[{"finding": 1, "reason": "No."}, {"finding": 2, "reason": "No."}])
    before = seen(repo)
    ran = run(repo, *scripted(repo, fix=[nothing]), "--fix")
    assert ran.code == 1
    assert "Escalated. The fix loop stopped because no fix could be made. A person has to decide." in ran.out
    assert seen(repo) == before


@pytest.mark.parametrize("flag", ["--yes", "--json", ""])
def test_nobody_is_asked_who_cannot_answer(repo: Repo, flag: str) -> None:
    before = seen(repo)
    ran = run(repo, *scripted(repo), *filter(None, [flag]))
    assert (ran.code, QUESTION in ran.err) == (0, False)
    assert seen(repo) == before
    assert [row[0] for row in told(repo.top)] == ["discovery"]


def answered(repo: Repo, *flags: str, **answers: str) -> Screen:
    typed = {"Fix these issues automatically": "", QUESTION: answers.pop("first"), **answers, TESTS: "\n"}
    return on_terminal(
        *flags, cwd=repo.top, home=repo.home, answers={k: v for k, v in typed.items() if v}, env={"NO_COLOR": "1"}
    )


@pytest.mark.parametrize(
    ("first", "end", "outcome"),
    [
        ("fix\n", MENDED.replace("nobody", "somebody"), "2 fixed"),
        ("some 1\n", MENDED, "1 fixed"),
        ("report\n", SHOP, "Report only; nothing is changed."),
    ],
)
def test_what_is_answered_on_a_terminal_is_done(repo: Repo, first: str, end: str, outcome: str) -> None:
    script = scripted(repo, fix=[fixes(fix(("shop.py", "value = 1", "value = 0")))]) if "1" in first else scripted(repo)
    screen = answered(repo, *script, first=first)
    assert (screen.code, shop(repo)) == (0, end)
    assert outcome in " ".join(screen.text.split())
    assert repo.git("diff", "--name-only") == ""


def test_what_was_shown_is_what_is_done(repo: Repo) -> None:
    """The fixer would answer otherwise the second time; nobody has agreed to that."""
    other = fixes(fix(("shop.py", "value = 1", "value = 2")))
    screen = answered(repo, *scripted(repo, fix=[BOTH, other]), first="diff\n", **{"+    value = 0": "fix\n"})
    assert "-    value = 1" in screen.text
    assert screen.text.count("--- a/shop.py") == 1
    assert (screen.code, shop(repo)) == (0, MENDED.replace("nobody", "somebody"))


def test_a_model_is_asked_for_a_preview_while_the_run_waits_and_only_once(repo: Repo) -> None:
    """Over the wire, from another thread than the one that reviews."""

    def intervene(request: Recorded) -> Answer | None:
        if "You mend findings of a code review" in request.said:
            return Answer(text=json.dumps(BOTH["reply"]))
        if "somebody changed the code because of it" in request.said:
            return Answer(text=json.dumps(RESOLVED["reply"]))
        found = reply(WRONG, NAMELESS, status="warn")["reply"]
        first = request.lens == LENS and request.number == 1
        return Answer(text=json.dumps(found)) if first else None

    with model_server(intervene=intervene) as server:
        known = {"ANTHROPIC_BASE_URL": server.address, "ANTHROPIC_API_KEY": "key-of-the-tests-0123456789"}
        answers = {QUESTION: "diff\n", "+    value = 0": "fix\n", TESTS: "\n"}
        screen = on_terminal(
            "--engine",
            "anthropic",
            *CHEAP,
            cwd=repo.top,
            home=repo.home,
            answers=answers,
            env={"NO_COLOR": "1", **known},
        )
    assert (screen.code, shop(repo)) == (0, MENDED.replace("nobody", "somebody")), screen.text
    assert sum("You mend findings of a code review" in one.said for one in server.requests) == 1


def test_ctrl_c_at_the_question_changes_nothing(repo: Repo) -> None:
    before = seen(repo)
    ours, theirs = pty.openpty()
    started = FORKER.start(
        scripted(repo), Streams(theirs, theirs, theirs), cwd=repo.top, env=environment(repo.home, {"TERM": "dumb"})
    )
    os.close(theirs)
    text = b""
    while QUESTION.encode() not in text:
        text += os.read(ours, 65536)
    os.kill(started.pid, signal.SIGINT)
    assert started.wait(timeout=30) == 130
    os.close(ours)
    assert seen(repo) == before


@dataclass(frozen=True)
class Moment:
    """Where a run stands still: what it says then, and what makes it."""

    word: str
    script: dict[str, Any]
    flags: tuple[str, ...] = ()


HANGS = [{"hang": True}]
MOMENTS = {
    "while a fix is proposed": Moment("fixing, iteration 1", {"fix": HANGS}),
    "while the tests run": Moment(
        "fixing, iteration 1", {}, ("--set", "fix.test_command=sh -c 'touch ../ran; sleep 99'")
    ),
    "while it is verified": Moment("verifying", {"verify": HANGS}),
    "in the closing pass": Moment("closing pass", {"closing": HANGS}),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_brings_everything_back_and_the_next_run_goes_on(repo: Repo, moment: str) -> None:
    at = MOMENTS[moment]
    repo.write("mine.txt", "mine\n")
    repo.stage()
    before, index = seen(repo), repo.git("ls-files", "--stage")
    code, err = interrupted(repo, at.word, *scripted(repo, **at.script), *at.flags, "--fix", "--json")
    assert code == 130
    assert "--resume-fix" in err
    assert (seen(repo), repo.git("ls-files", "--stage")) == (before, index)
    # Whoever asks a reviewer now gets no answer.
    script = scripted(
        repo,
        **{LENS.replace("-", "_"): [{"failure": "final", "detail": "asked again"}], "closing": [reply(status="pass")]},
    )
    ran = run(repo, *script, "--resume-fix", "--json")
    assert ran.code == 0, ran.out
    assert ran.json["fixes"]["resumed"]
    assert (shop(repo), repo.git("diff", "--name-only")) == (MENDED.replace("nobody", "somebody"), "")
    assert not (repo.top / PLACE).exists()
    again = run(repo, *script, "--resume-fix", "--json")
    assert (again.code, "no interrupted fix loop" in again.json["reason"]) == (2, True)


def interrupted(repo: Repo, word: str, *arguments: str) -> tuple[int, str]:
    """Exit code and standard error of a run that gets a SIGINT once it stands still after `word`."""
    with Path(os.devnull).open("r+b") as nothing:
        err, said = os.pipe()
        started = FORKER.start(
            arguments, Streams(nothing.fileno(), nothing.fileno(), said), cwd=repo.top, env=environment(repo.home)
        )
        os.close(said)
    with os.fdopen(err, "rb") as stream:
        text = b""
        while word.encode() not in text:
            line = stream.readline()
            assert line, text
            text += line
        time.sleep(0.5)
        os.kill(started.pid, signal.SIGINT)
        text += stream.read()
    return started.wait(timeout=30), text.decode()


def test_a_project_with_tests_is_mended_by_tools_and_the_gate_opens(tmp_path: Path) -> None:
    """No model: rules find, ruff mends, pytest judges, rules look again."""
    made = Repo.create(tmp_path / "repo")
    made.write_all(
        {
            ".code-review/config.yaml": ACCEPTING,
            "pytest.ini": "[pytest]\npythonpath = .\n",
            "labels.py": '"""Labels."""\n',
            "tests/test_labels.py": "import labels\n\n\ndef test_there_is_a_module() -> None:\n    assert labels.__doc__\n",
        }
    )
    made.commit("base")
    made.branch("feature")
    made.write(
        "labels.py",
        '"""Labels."""\n\n\ndef label(text: str) -> str:\n    """A dash for nothing."""\n'
        '    if text is "":\n        return "-"\n    return text\n',
    )
    made.write(
        "tests/test_labels.py",
        "import labels\n\n\ndef test_nothing_is_a_dash() -> None:\n    assert labels.label('') == '-'\n"
        "    assert labels.label('a') == 'a'\n",
    )
    made.commit("change")
    identity = {key: value for key, value in git_environment(made.home).items() if key.startswith("GIT_")}
    ran = code_review(
        *("--since", "main", "--fix", "--commit-fixes", "--json"), cwd=made.top, home=made.home, env=identity
    )
    assert ran.code == 0, ran.err
    done = ran.json["fixes"]
    assert (done["ended"], done["where"], done["tests"]) == (
        "converged",
        "committed",
        "the project's tests passed before and after",
    )
    assert 'if text == "":' in (made.top / "labels.py").read_text(encoding="utf-8")
    assert made.git("status", "--porcelain") == ""
    assert [row[:2] for row in told(made.top)] == [
        ("discovery", "no-op"),
        ("verification", "fixed"),
        ("closing", "no-op"),
    ]
    assert code_review("gate", "verify", cwd=made.top, home=made.home).code == 0
