"""The answer loop from the command line: found, answered, checked, disputed, refuted, decided, closed."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from orchestrator.schemas import validator
from tests.support.cli import Ran, code_review
from tests.support.replay import issue, reply, write_script
from tests.support.repo import Repo

CHANGE = "add-paging"
RECORD = f"_codev/changes/{CHANGE}/review.md"
PAGING = "def page(items, number, size):\n    start = number * size\n    return items[start : start + size]\n\n\ndef total(items):\n    return len(items) + 1\n"
WRONG = issue("shop.py", 2, "start = number * size", category="off-by-one", message="Page 1 is never seen.")
COUNT = issue("shop.py", 7, "return len(items) + 1", category="wrong-count", message="One too many is counted.")
NAMES = issue("shop.py", 1, "def page(items, number, size):", category="vague", message="`number` of what?")


def said(verdict: str, reason: str, evidence: str | None = None) -> list[Mapping[str, Any]]:
    return [{"reply": {"verdict": verdict, "reason": reason, "evidence": evidence}}]


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A module of a shop on a branch."""
    made = Repo.create(tmp_path / "repo")
    made.write("README.md", "A shop.\n")
    made.commit("base")
    made.branch("work")
    made.write("shop.py", PAGING)
    made.commit("pages")
    return made


def record(repo: Repo, command: str, *words: str, **scripts: Any) -> Ran:
    flags: tuple[str, ...] = ()
    if scripts:
        named = {name.replace("__", "."): entries for name, entries in scripts.items()}
        flags = ("--engine", "replay", "--replay-dir", str(write_script(repo.home / "script" / command, **named)))
    return code_review("record", command, *words, *flags, cwd=repo.top, home=repo.home)


def answered(repo: Repo, name: str, status: str, *words: str, by: str = "developer") -> None:
    ran = record(repo, "answer", name, "--change", CHANGE, "--status", status, "--by", by, *words)
    assert ran.code == 0, ran.err


def shown(repo: Repo) -> Any:
    ran = record(repo, "show", "--change", CHANGE, "--json", "--all")
    assert ran.code == 0, ran.out
    return ran.json


def test_the_whole_loop(repo: Repo) -> None:
    started = record(
        repo,
        "start",
        "--change",
        CHANGE,
        "--since",
        "main",
        "--no-static-analysis",
        correctness_review=[reply(WRONG, COUNT)],
        doc_review=[reply(NAMES)],
    )
    assert (repo.top / RECORD).exists(), (started.out, started.err)
    wrong, count, names = "R-correctness-review-1", "R-correctness-review-2", "R-doc-review-1"
    assert sorted(shown(repo)["awaiting"]["author"]) == [wrong, count, names]

    # The skeptic refutes one of three and writes nothing before the author says so.
    before = (repo.top / RECORD).read_bytes()
    refuted = said("refuted", "The counter itself is an item.", "    7 |     return len(items) + 1")
    asked = record(repo, "challenge", "--change", CHANGE, "--id", count, skeptic_review__challenge=refuted)
    assert (asked.code, (repo.top / RECORD).read_bytes()) == (0, before), asked.err
    assert f"{count} (asked: skeptic-review): refuted: The counter itself is an item. [shop.py:7]" in asked.out
    assert f"code-review record answer {count} --change {CHANGE} --status disputed --by author --note" in asked.out
    filed = record(repo, "challenge", "--change", CHANGE, "--id", count, "--file", skeptic_review__challenge=refuted)
    assert (filed.code, "1 written into the record" in filed.out) == (0, True), filed.out

    # A fix that is none, and a dispute without an argument.
    answered(repo, wrong, "fixed", "--ref", "shop.py:2")
    answered(repo, names, "disputed", "--note", "Everybody knows.")
    checked = record(
        repo,
        "check",
        "--change",
        CHANGE,
        "--json",
        correctness_review__check=said("reopened", "Page 1 is still lost.", "start = number * size"),
        doc_review__check=said("insufficient-context", "Who calls it?"),
    )
    assert checked.code == 4, checked.err
    assert list(validator("record-asked").iter_errors(checked.json)) == []
    found = {one["id"]: one for one in checked.json["findings"]}
    assert {name: (one["verdict"], one["written"]) for name, one in found.items()} == {
        wrong: ("reopened", True),
        # The same reply is no verdict on a dispute, so this one waits.
        count: ("insufficient-context", False),
        names: ("insufficient-context", False),
    }
    waits = {who: sorted(ids) for who, ids in shown(repo)["awaiting"].items()}
    assert waits == {"author": [], "reviewer": [count, names], "human": [wrong]}

    # The fix is made, the second answers hold, and everything is settled.
    repo.write("shop.py", PAGING.replace("number * size", "(number - 1) * size"))
    answered(repo, wrong, "fixed", "--ref", repo.commit("count from 1"))
    verified = record(
        repo,
        "check",
        "--change",
        CHANGE,
        "--id",
        wrong,
        correctness_review__check=said("verified", "Line 2 subtracts one.", "start = (number - 1) * size"),
    )
    assert (verified.code, f"{wrong} (fix checked by correctness-review): verified" in verified.out) == (0, True)
    settled = record(
        repo,
        "check",
        "--change",
        CHANGE,
        correctness_review__check=said("accepted", "The counter is an item."),
        doc_review__check=said("maintained", "The caller cannot know.", "def page(items, number, size):"),
    )
    assert (settled.code, "2 answers checked" in settled.out) == (0, True), settled.out
    history = {
        one["id"]: [(entry["status"], entry["by"]) for entry in one["history"]]
        for step in shown(repo)["steps"]
        for role in step["roles"]
        for one in role["findings"]
    }
    assert history == {
        wrong: [
            ("open", "correctness-review"),
            ("fixed", "developer"),
            ("open", "correctness-review"),
            ("fixed", "developer"),
            ("fixed", "correctness-review"),
        ],
        count: [("open", "correctness-review"), ("disputed", "author"), ("rejected", "correctness-review")],
        names: [("open", "doc-review"), ("disputed", "developer"), ("disputed", "doc-review")],
    }
    again = record(repo, "check", "--change", CHANGE, correctness_review__check=said("reopened", "No."))
    assert (again.code, again.out) == (0, f"{RECORD}: no answer waits for its reviewer.\n")


def test_who_may_not_ask_and_what_is_not_there(repo: Repo) -> None:
    repo.write(RECORD, "<!-- review-format: 1 -->\n")
    inside = code_review(
        "record", "check", "--change", CHANGE, cwd=repo.top, home=repo.home, env={"CODE_REVIEW_NESTED": "1"}
    )
    assert (inside.code, "a reviewer asks no other" in inside.err) == (2, True)
    unknown = record(repo, "challenge", "--change", "add-pagin")
    assert (unknown.code, "did you mean add-paging?" in unknown.err) == (2, True)
    finding = record(repo, "challenge", "--change", CHANGE, "--id", "R-x-1", "--json")
    assert (finding.code, json.loads(finding.out)["status"]) == (2, "error")
    nothing = record(repo, "check", "--change", CHANGE)
    assert (nothing.code, nothing.out) == (0, f"{RECORD}: no answer waits for its reviewer.\n")
