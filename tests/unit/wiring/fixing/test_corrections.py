"""Choosing fixes and making them, in a real work tree."""

from collections.abc import Callable, Sequence
from pathlib import Path

import anyio
import pytest

from orchestrator.fixloop.rules import Ground
from orchestrator.system.git import GitDoor
from orchestrator.values.correcting import Chosen
from orchestrator.values.fix import Edit, Proposal
from orchestrator.wiring.fixing.carrying import (
    BROKEN,
    MEANWHILE,
    NO_TESTS,
    PASSED,
    Carried,
    Suite,
    carry_out,
)
from orchestrator.wiring.fixing.choosing import Draft, Turned, choose, together
from orchestrator.wiring.fixing.project_tests import TestRun
from orchestrator.wiring.fixing.workspace import Base, open_workspace
from tests.support.repo import Repo
from tests.unit.findings.build import finding

A = "one = 1\ntwo = 2\nthree = 3\n"
B = "four = 4\r\nfive = 5"


def proposal(file: str, line: int, find: str, put: str) -> Proposal:
    return Proposal(findings=(finding(file=file, line=line),), edits=(Edit(file, find, put),), fixer="test")


ONE = proposal("a.py", 1, "one = 1", "one = 10")
TWO = proposal("a.py", 2, "two = 2", "two = 20")
FIVE = proposal("b.py", 2, "five = 5", "five = 50")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """Two committed files, one with line ends of its own."""
    made = Repo.create(tmp_path / "repo")
    made.write_all({"a.py": A, "b.py": B})
    made.commit("base")
    return made


def ground(*, ignored: Sequence[str] = ()) -> Ground:
    files: dict[str, bytes | None] = {"a.py": A.encode(), "b.py": B.encode()}
    return Ground(files=(), tree=Draft(files), plain=lambda path: path in files, ignored=lambda path: path in ignored)


def yes(proposal: Proposal, diff: str) -> str:
    return ""


def test_fixes_are_chosen_from_top_to_bottom_over_each_other() -> None:
    asked: list[str] = []

    def agree(proposal: Proposal, diff: str) -> str:
        asked.append(diff)
        return "not wanted" if proposal is TWO else ""

    again = proposal("a.py", 3, "one = 1\n", "one = 11\n")
    chosen, turned = choose((FIVE, again, TWO, ONE), ground(), agree)
    assert [one.proposal for one in chosen] == [ONE, FIVE]
    assert turned == (
        Turned(TWO, "declined", "not wanted"),
        Turned(again, "stale", "what it replaces does not stand in the file"),
    )
    assert asked[0] == "--- a/a.py\n+++ b/a.py\n@@ -1,3 +1,3 @@\n-one = 1\n+one = 10\n two = 2\n three = 3\n"
    assert "-two = 2\n+two = 20\n" in asked[1]
    assert asked[2].endswith("-five = 5\n\\ No newline at end of file\n+five = 50\n\\ No newline at end of file\n")


def test_what_all_fixes_do_together_is_one_diff_for_each_file() -> None:
    chosen, _ = choose((ONE, TWO, FIVE), ground(), yes)
    diff = together(chosen, ground())
    assert (diff.count("--- a/"), diff.count("@@ -")) == (2, 2)
    assert "-one = 1\n-two = 2\n+one = 10\n+two = 20\n three = 3\n" in diff
    assert "two = 20" not in together([one for one in chosen if one.proposal is not TWO], ground())
    assert together((), ground()) == ""


def test_a_refused_proposal_is_never_asked_about() -> None:
    def agree(proposal: Proposal, diff: str) -> str:
        raise AssertionError("it was refused")

    silencing = proposal("a.py", 1, "one = 1", "one = 1  # noqa")
    chosen, turned = choose((silencing, FIVE), ground(ignored=["b.py"]), agree)
    assert chosen == ()
    assert [one.rule for one in turned] == ["suppression", "outside"]


class Judging:
    """The project's tests: `judge` gets the two files as text."""

    def __init__(self, repo: Repo, judge: Callable[[str], bool]) -> None:
        self.runs = 0
        self._repo = repo
        self._judge = judge

    async def run(self) -> TestRun:
        self.runs += 1
        return TestRun(passed=self._judge(texts(self._repo)), detail="make test: exit 1")


def texts(repo: Repo) -> str:
    return "".join((repo.top / name).read_bytes().decode() for name in ("a.py", "b.py"))


def carried(repo: Repo, suite: Suite | None = None, chosen: Sequence[Chosen] | None = None) -> Carried:
    fixes = choose((ONE, TWO, FIVE), ground(), yes)[0] if chosen is None else chosen

    async def main() -> Carried:
        with open_workspace(GitDoor(repo.top), Base.NONE) as workspace:
            return await carry_out(fixes, workspace, ground(), suite)

    return anyio.run(main)


def made(end: Carried) -> list[Proposal]:
    return [one.proposal for one in end.made]


def test_without_tests_everything_chosen_is_made_and_line_ends_stay(repo: Repo) -> None:
    end = carried(repo)
    assert (made(end), end.turned, end.tests) == ([ONE, TWO, FIVE], (), NO_TESTS)
    assert (repo.top / "a.py").read_text() == "one = 10\ntwo = 20\nthree = 3\n"
    assert (repo.top / "b.py").read_bytes() == b"four = 4\r\nfive = 50"
    assert repo.status() == " M a.py\n M b.py"


def test_tests_that_pass_are_run_twice(repo: Repo) -> None:
    tests = Judging(repo, bool)
    end = carried(repo, tests)
    assert (made(end), end.tests, tests.runs) == ([ONE, TWO, FIVE], PASSED, 2)


def test_only_the_fix_that_breaks_the_tests_is_taken_back(repo: Repo) -> None:
    end = carried(repo, Judging(repo, lambda text: "two = 20" not in text))
    assert made(end) == [ONE, FIVE]
    assert [(one.proposal, one.rule) for one in end.turned] == [(TWO, "tests")]
    assert end.tests == BROKEN
    assert texts(repo) == "one = 10\ntwo = 2\nthree = 3\nfour = 4\r\nfive = 50"


def test_tests_that_failed_before_judge_nothing(repo: Repo) -> None:
    tests = Judging(repo, lambda text: not text)
    end = carried(repo, tests)
    assert (made(end), tests.runs) == ([ONE, TWO, FIVE], 1)
    assert end.tests.endswith("so they say nothing about fixes (make test: exit 1)")


def test_when_every_fix_breaks_them_nothing_is_changed(repo: Repo) -> None:
    end = carried(repo, Judging(repo, lambda text: text == A + B))
    assert made(end) == []
    assert len(end.turned) == 3
    assert repo.status() == ""


def test_a_file_that_was_changed_since_it_was_looked_at_is_left(repo: Repo) -> None:
    chosen, _ = choose((ONE, FIVE), ground(), yes)
    repo.write("a.py", A + "# mine\n")
    end = carried(repo, chosen=chosen)
    assert made(end) == [FIVE]
    assert [(one.proposal, one.rule, one.reason, one.file) for one in end.turned] == [
        (ONE, "changed", MEANWHILE, "a.py")
    ]
    assert (repo.top / "a.py").read_text() == A + "# mine\n"


def test_an_interruption_brings_everything_back(repo: Repo) -> None:
    class Interrupting(Judging):
        async def run(self) -> TestRun:
            if "one = 10" in texts(repo):
                raise KeyboardInterrupt
            return TestRun(passed=True, detail="make test: passed")

    with pytest.raises(KeyboardInterrupt):
        carried(repo, Interrupting(repo, bool))
    assert repo.status() == ""


def test_nothing_chosen_runs_nothing(repo: Repo) -> None:
    tests = Judging(repo, bool)
    assert made(carried(repo, tests, chosen=())) == []
    assert tests.runs == 0
