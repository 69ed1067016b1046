"""What a person at a terminal sees and is asked."""

from pathlib import Path

import pytest

from tests.support.replay import write_script
from tests.support.repo import Repo
from tests.support.terminal import Screen, on_terminal

QUESTION = "Nothing has changed. Review the whole repository (2 files)?"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A clean work tree of two files."""
    made = Repo.create(tmp_path / "repo")
    made.write_all({"a.rs": "fn a() {}\n", "b.rs": "fn b() {}\n"})
    made.commit("base")
    return made


def run(
    repo: Repo, *arguments: str, answer: str = "", env: dict[str, str] | None = None, alone: bool = False
) -> Screen:
    script = write_script(repo.home / "script")
    flags = ("--engine", "replay", "--replay-dir", str(script), *arguments)
    answers = {QUESTION: answer} if answer else {}
    return on_terminal(*flags, cwd=repo.top, home=repo.home, answers=answers, env=env, alone=alone)


def test_a_clean_tree_is_a_question_before_it_is_a_whole_repository(repo: Repo) -> None:
    declined = run(repo, answer="n\n")
    assert QUESTION in declined.text
    assert declined.code == 4
    assert "declined" in declined.text
    agreed = run(repo, answer="y\n")
    assert agreed.code == 0
    assert "PASS" in agreed.text


def test_enter_means_no(repo: Repo) -> None:
    assert run(repo, answer="\n", alone=True).code == 4


@pytest.mark.parametrize("flag", ["--yes", "--json", "--all"])
def test_nobody_is_asked_who_said_so(repo: Repo, flag: str) -> None:
    screen = run(repo, flag)
    assert screen.code == 0
    assert QUESTION not in screen.text


def test_colour_is_for_terminals_that_want_it(repo: Repo) -> None:
    assert "\x1b[" in run(repo, "--all").text
    assert "\x1b[" not in run(repo, "--all", env={"NO_COLOR": "1"}).text
    assert "\x1b[" not in run(repo, "--all", env={"TERM": "dumb"}).text
