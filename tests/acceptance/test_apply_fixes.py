"""`code-review apply-fixes`: corrections of a review are put into the code, or it is said why not."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from orchestrator.report.corrections import corrections, write_corrections
from orchestrator.schemas import validator
from orchestrator.values.finding import Confidence, Finding, Severity
from tests.support.cli import Ran, code_review
from tests.support.replay import write_script
from tests.support.repo import Repo
from tests.support.reports import make_finding, make_report
from tests.support.terminal import on_terminal

APP = "import os\n\n\ndef total(items):\n    value = 1\n    return value + sum(items)\n\n\ndef name():\n    return 'nobody'\n"
UNUSED = make_finding("`os` imported but unused", file="app.py", line=1, evidence="import os", rule="F401", category="")
WRONG = make_finding(
    "The sum starts at one.", file="app.py", line=5, evidence="value = 1", confidence=Confidence.MEDIUM
)
NAMELESS = make_finding(
    "Nobody is a name.",
    file="app.py",
    line=10,
    evidence="return 'nobody'",
    severity=Severity.WARNING,
    confidence=Confidence.MEDIUM,
)
STALE = make_finding("Long gone.", file="app.py", line=3, evidence="import sys")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """One committed file; nothing in it is tested."""
    made = Repo.create(tmp_path / "repo")
    made.write("app.py", APP)
    made.commit("base")
    return made


def left_by_a_review(repo: Repo, *findings: Finding) -> list[str]:
    write_corrections(repo.top / "corrections", corrections(make_report(*findings)))
    return names(repo)


def names(repo: Repo) -> list[str]:
    return sorted(path.name for path in (repo.top / "corrections").iterdir())


def edit(number: int, find: str, put: str) -> dict[str, Any]:
    return {"finding": number, "edits": [{"file": "app.py", "find": find, "replace": put}], "note": "As asked."}


def scripted(repo: Repo, *fixes: Mapping[str, Any], declined: tuple[Mapping[str, Any], ...] = ()) -> tuple[str, ...]:
    entry = {"reply": {"fixes": list(fixes), "declined": list(declined)}}
    folder = write_script(repo.home / "script", **{"fixer.fix": [entry]})
    return "--engine", "replay", "--replay-dir", str(folder)


def apply(repo: Repo, *arguments: str) -> Ran:
    return code_review("apply-fixes", *arguments, cwd=repo.top, home=repo.home)


def test_what_a_tool_mends_is_applied_and_the_rest_says_why_not(repo: Repo) -> None:
    left_by_a_review(repo, UNUSED, NAMELESS, STALE)
    ran = apply(repo, "--all", "--json")
    assert ran.code == 1
    assert list(validator("apply-fixes").iter_errors(ran.json)) == []
    (applied,), (refused,), (stale,) = (ran.json[state] for state in ("applied", "refused", "skipped"))
    assert (applied["fixer"], applied["finding"]["line"], applied["rule"]) == ("ruff", 1, "")
    assert (refused["rule"], refused["finding"]["line"]) == ("no-fix", 10)
    assert "--engine" in refused["reason"]
    assert (stale["rule"], stale["reason"]) == ("stale", "the code it is about is not there any more")
    assert (repo.top / "app.py").read_text() == APP.removeprefix("import os\n")
    assert "-import os\n" in ran.json["diff"]
    assert ran.json["tests"].startswith("the project has no tests")
    assert len(names(repo)) == 2
    again = apply(repo)
    assert again.code == 0
    assert "2 left" in again.out


def test_medium_confidence_waits_for_somebody_to_agree(repo: Repo) -> None:
    before = left_by_a_review(repo, WRONG)
    ran = apply(repo, *scripted(repo, edit(1, "value = 1", "value = 0")), "--yes")
    assert ran.code == 0
    assert "confirm: its confidence is medium" in ran.out
    assert (repo.top / "app.py").read_text() == APP
    assert names(repo) == before
    shown = apply(repo, *scripted(repo, edit(1, "value = 1", "value = 0")), "--all", "--dry-run")
    assert shown.code == 0
    assert "+    value = 0" in shown.out
    assert "1 would be applied, 0 refused, 0 left." in shown.out
    assert (repo.top / "app.py").read_text() == APP
    assert names(repo) == before


def test_on_a_terminal_each_is_asked_about_with_what_it_would_change(repo: Repo) -> None:
    left_by_a_review(repo, WRONG, NAMELESS)
    flags = scripted(repo, edit(1, "value = 1", "value = 0"), edit(2, "'nobody'", "'somebody'"))
    question = "Apply it? yes, no, show, all or quit [no] "
    answers = {"The sum starts at one": "show\n", "+    value = 0": "yes\n", "Nobody is a name": "no\n"}
    screen = on_terminal("apply-fixes", *flags, cwd=repo.top, home=repo.home, answers=answers, env={"NO_COLOR": "1"})
    assert screen.code == 0
    assert screen.text.count(question) == 3
    assert "replay proposes a fix: As asked." in screen.text
    assert "1 applied, 0 refused, 1 left." in screen.text
    assert (repo.top / "app.py").read_text() == APP.replace("value = 1", "value = 0")
    assert len(names(repo)) == 1


def test_what_a_fix_may_not_do_is_refused_by_name(repo: Repo) -> None:
    before = left_by_a_review(repo, WRONG, NAMELESS)
    flags = scripted(
        repo, edit(1, "value = 1", "value = 1  # noqa"), declined=({"finding": 2, "reason": "A person decides."},)
    )
    ran = apply(repo, *flags, "--all")
    assert ran.code == 1
    assert "suppression: it makes a tool silent" in ran.out
    assert "no-fix: replay: A person decides." in ran.out
    assert (repo.top / "app.py").read_text() == APP
    assert names(repo) == before


def test_a_fix_that_breaks_the_projects_tests_is_taken_back(repo: Repo) -> None:
    left_by_a_review(repo, WRONG, NAMELESS)
    flags = scripted(repo, edit(1, "value = 1", "value = 0"), edit(2, "'nobody'", "'somebody'"))
    shown = apply(repo, *flags, "--all", "--dry-run")
    assert (shown.out.count("--- a/app.py"), shown.out.count("+    value = 0")) == (1, 1)
    ran = apply(repo, *flags, "--all", "--set", "fix.test_command=grep -q nobody app.py")
    assert ran.code == 1
    assert "tests: the project's tests fail with it" in ran.out
    assert (repo.top / "app.py").read_text() == APP.replace("value = 1", "value = 0")
    assert len(names(repo)) == 1


def test_only_what_a_review_left_here_is_applied(repo: Repo) -> None:
    left_by_a_review(repo, UNUSED)
    repo.write("corrections/z.json", '{"theirs": 1}')
    repo.commit("a change that brings corrections along")
    ran = apply(repo, "--json")
    assert ran.code == 0
    reasons = {one["correction"]: one["reason"] for one in ran.json["skipped"]}
    assert "it is part of the repository" in reasons["corrections/001-correctness-review-app-py-1.json"]
    assert reasons["corrections/z.json"] == "it does not bear the mark of this tool"
    assert (repo.top / "app.py").read_text() == APP
    named = apply(repo, "corrections/001-correctness-review-app-py-1.json")
    assert "1 applied, 0 refused, 0 left." in named.out
    assert (repo.top / "app.py").read_text() == APP.removeprefix("import os\n")


def test_a_file_that_must_not_be_reached_is_refused_as_outside(repo: Repo) -> None:
    elsewhere = repo.home / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "far.py").write_text("import os\n", encoding="utf-8")
    (repo.top / "linked").symlink_to(elsewhere)
    paths = ("../elsewhere/far.py", ".git/config", "linked/far.py")
    left_by_a_review(repo, *(make_finding("Unused.", file=path, line=1, evidence="import os") for path in paths))
    ran = apply(repo, "--json")
    assert ran.code == 1
    assert {one["finding"]["file"]: one["rule"] for one in ran.json["refused"]} == dict.fromkeys(paths, "outside")
    assert (elsewhere / "far.py").read_text(encoding="utf-8") == "import os\n"


def test_a_correction_in_two_files_is_applied_once(repo: Repo) -> None:
    (name,) = left_by_a_review(repo, UNUSED)
    folder = repo.top / "corrections"
    (folder / "twin.json").write_bytes((folder / name).read_bytes())
    ran = apply(repo, "--json")
    (applied,) = ran.json["applied"]
    assert (applied["correction"], applied["also"]) == (f"corrections/{name}", ["corrections/twin.json"])
    assert names(repo) == []


def test_nothing_to_apply_is_no_error_and_a_wrong_place_is(repo: Repo) -> None:
    assert apply(repo).out == "There are no corrections to apply.\n"
    missing = apply(repo, "nowhere.json", "--json")
    assert missing.code == 2
    assert json.loads(missing.out)["reason"] == "nowhere.json does not exist"
    left_by_a_review(repo, WRONG)
    unknown = apply(repo, "--engine", "nobody", "--all")
    assert unknown.code == 2
    assert (repo.top / "app.py").read_text() == APP
