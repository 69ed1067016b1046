"""The review record from the command line: started by real runs, answered to its end, required by the gate."""

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from orchestrator.findings.risks import apply_risks, parse_risks
from orchestrator.record.parse import parse
from orchestrator.record.run_outcome import outcome_of
from orchestrator.values.finding import Confidence, Finding, Severity
from tests.support.cli import code_review, environment
from tests.support.gate import ACCEPTING, branch
from tests.support.recording import FINISH, call, finding, turns, write_turns
from tests.support.records import (
    BEFORE,
    ID,
    RECORD,
    RISK,
    WRONG,
    answered,
    found,
    record,
    record_path,
    saved,
    shop,
    start,
    write_record,
)
from tests.support.replay import issue
from tests.support.repo import Repo
from tests.support.terminal import on_terminal

CHANGE = ("--change", "add-totals")
ANSWER = ("answer", ID)


def waiting(repo: Repo) -> dict[str, list[str]]:
    return {actor: ids for actor, ids in record(repo, "show", *CHANGE, "--json").json["awaiting"].items() if ids}


def test_the_whole_loop_from_the_first_run_to_the_end_of_the_change(tmp_path: Path) -> None:
    repo = shop(tmp_path / "shop")
    first = start(repo, "--json", correctness_review=found(WRONG)).json
    assert ([one["id"] for one in first["written"]], first["completed"]) == (
        [ID],
        ["correctness-review", "security-review"],
    )
    text = record_path(repo).read_text(encoding="utf-8")
    assert "### security-review\n\nNo finding.\n" in text
    assert waiting(repo) == {"author": [ID]}
    blocked = record(repo, "close", *CHANGE, "--json")
    assert (blocked.code, blocked.json["code"]) == (1, "review_blocked")
    assert [one["code"] for one in blocked.json["reasons"]] == ["review_unresolved"]

    assert record(repo, *ANSWER, "--status", "fixed", "--by", "developer").code == 2
    assert record(repo, *ANSWER, "--status", "fixed", "--by", "developer", "--ref", "shop.py").code == 0
    assert waiting(repo) == {"reviewer": [ID]}
    assert record(repo, *ANSWER, "--status", "fixed", "--by", "correctness-review").code == 0
    assert waiting(repo) == {}
    closed = record(repo, "close", *CHANGE)
    assert (closed.code, closed.out) == (0, "add-totals may be closed. Nothing was changed on disk.\n")

    again = start(repo, correctness_review=found(WRONG))
    assert again.code == 0
    assert "R-correctness-review-2 high, open" in again.out
    after = record_path(repo).read_text(encoding="utf-8")
    assert after.startswith(text.partition("history:")[0])
    assert parse(after).problems == ()
    shown = record(repo, "show", *CHANGE)
    assert shown.code == 0
    assert "author: R-correctness-review-2" in shown.out
    assert "review_unresolved" in shown.out


def test_a_mode_has_a_section_of_its_own(tmp_path: Path) -> None:
    repo = shop(tmp_path / "shop")
    bug = finding("shop.py", 2, "    return max(items)")
    folder = write_turns(repo.home / "turns", "cr", turns([bug, call("set_summary", summary="One."), FINISH]))
    flags = ("--mode", "cr", "--engine", "replay", "--replay-dir", str(folder), "--json")
    ran = record(repo, "start", *CHANGE, *flags)
    assert (ran.code, [one["id"] for one in ran.json["written"]]) == (0, ["R-cr-1"])
    text = record_path(repo).read_text(encoding="utf-8")
    assert "severity: high\nconfidence: medium\n" in text
    assert "impact: Every bill of more than one item is too low." in text


def test_a_lens_that_fails_is_told_and_has_no_section(tmp_path: Path) -> None:
    repo = shop(tmp_path / "shop")
    failure = [{"failure": "final", "detail": "the provider is gone"}]
    ran = start(repo, correctness_review=found(WRONG), security_review=failure)
    assert ran.code == 4
    assert "! security-review did not complete" in ran.out
    again = next(line.strip() for line in ran.out.splitlines() if "code-review record start" in line)
    assert "--agent correctness-review --agent security-review" in again
    assert again.endswith("--no-static-analysis --change add-totals")
    assert "### security-review" not in record_path(repo).read_text(encoding="utf-8")
    checked = record(repo, "validate", *CHANGE, "--json")
    assert (checked.code, [one["code"] for one in checked.json["records"][0]["problems"]]) == (
        1,
        ["review_role_missing"],
    )
    assert record(repo, "show", *CHANGE).code == 1
    assert start(repo, correctness_review=found(WRONG), security_review=found()).code == 0
    assert record(repo, "validate").code == 0


def test_a_removed_line_is_proven_by_the_nearest_one_that_is_left(tmp_path: Path) -> None:
    repo = shop(tmp_path / "shop", after="def total(items):\n    return max(items)\n")
    removed = issue("shop.py", 2, "    return sum(items)", message="The sum is gone.", suggestedFix="Keep it.")
    assert start(repo, correctness_review=found(removed)).code == 0
    ((_, one),) = parse(record_path(repo).read_text(encoding="utf-8")).record.findings()
    assert one.evidence.strip() in (repo.top / "shop.py").read_text()
    assert "return sum(items)" in one.recommendation
    assert record(repo, "validate").code == 0


def test_documentation_alone_has_its_sections_too(tmp_path: Path) -> None:
    repo = shop(tmp_path / "shop", after=BEFORE)
    repo.write("README.md", "# Shop\n\nPrices are summed.\n")
    ran = start(repo, "--json")
    assert (ran.code, ran.json["completed"]) == (0, ["correctness-review", "security-review"])
    assert record(repo, "close", *CHANGE).code == 0


def test_the_report_of_an_earlier_review_is_recorded_without_another_one(tmp_path: Path) -> None:
    repo = shop(tmp_path / "shop")
    start(repo, correctness_review=found(WRONG), change="aside")
    flags = ("--engine", "replay", "--replay-dir", str(repo.home / "replies"), "--no-static-analysis", "--json")
    agents = ("--agent", "correctness-review", "--agent", "security-review")
    report = code_review(*flags, *agents, cwd=repo.top, home=repo.home).json
    ran = record(repo, "start", *CHANGE, "--from", str(saved(repo, report)))
    assert ran.code == 0
    assert record_path(repo).read_bytes() == record_path(repo, "aside").read_bytes()
    assert outcome_of(report, "x").completed["correctness-review"][0].message == WRONG["message"]

    repo.write("shop.py", BEFORE)
    stale = record(repo, "start", "--change", "stale", "--from", str(saved(repo, report)), "--json")
    assert (stale.code, [one["line"] for one in stale.json["leftOut"]]) == (1, [2])
    assert record(repo, "validate", "--change", "stale").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("start",), "needs --change"),
        (("start", "--change", "../x"), "no name of a change"),
        (("start", *CHANGE, "--from", "x.json", "--engine", "offline"), "such as --engine"),
        (("start", *CHANGE, "--from", "nowhere.json"), "cannot be read"),
        (("start", *CHANGE, "--from", "shop.py"), "is no JSON"),
        (("start", *CHANGE, "--fix"), "No such option"),
        (("validate", "--all", *CHANGE), "contradict"),
        (("show", "--change", "nothing"), "no change called nothing"),
        (("close", "--change", "a/b"), "no name of a change"),
        (("answer", ID, "--status", "done", "--by", "me"), "'done' is not one of"),
        (("answer", ID, "--status", "fixed", "--by", "human:"), "person's name"),
        (("answer", ID, "--status", "fixed", "--by", "HUMAN:bob", "--ref", "x"), "was human:bob meant?"),
        (("answer", ID, "--status", "fixed", "--by", "a\nb", "--ref", "x"), "a line break"),
        (("answer", ID, "--status", "deferred", "--by", "human:Ada", "--confirm-human"), "takes it with --to TEXT"),
        (("answer", ID, "--status", "fixed", "--by", "me", "--ref", "x", "--confirm-human"), "goes with --by human"),
        (("answer", "R-x-1", "--status", "fixed", "--by", "me"), "no finding R-x-1"),
    ],
)
def test_a_mistake_is_told_and_writes_nothing(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    repo = shop(tmp_path / "shop")
    path = write_record(repo)
    ran = record(repo, *words)
    assert ran.code == 2, ran
    assert said in ran.err
    assert path.read_text() == RECORD


def test_a_decision_is_a_persons_and_its_risk_a_rule(tmp_path: Path) -> None:
    repo = shop(tmp_path / "shop")
    path = write_record(repo, RECORD.replace("confidence: high\n", "confidence: high\ncategory: wrong-result\n"))
    before = path.read_text()
    risk = (*ANSWER, "--status", "accepted-risk", "--justification", "Only one item is sold.")
    alone = record(repo, *risk, "--by", "human:Ada")
    assert (alone.code, path.read_text()) == (2, before)
    assert "--confirm-human" in alone.err
    inside = record(repo, *risk, "--by", "human:Ada", "--confirm-human", env={"CODE_REVIEW_NESTED": "1"})
    assert (inside.code, path.read_text()) == (2, before)
    for reply, code in (("n\n", 2), ("y\n", 0)):
        asked = on_terminal(
            "record", *risk, "--by", "human:Ada", cwd=repo.top, home=repo.home, answers={"[y/N]": reply}
        )
        assert (asked.code, path.read_text() == before) == (code, bool(code))
        assert f"{ID} high, open, shop.py:2: The total is the largest item" in asked.text
        assert "justification: Only one item is sold." in asked.text
        assert "as Ada's decision?" in asked.text
    path.write_text(before)
    ran = record(repo, *risk, "--by", "human:Ada", "--confirm-human", "--json")
    rules = parse_risks(f"---\nrules:\n{ran.json['risksRule']}---\n")
    again = Finding(
        agent="correctness-review",
        severity=Severity.ERROR,
        confidence=Confidence.HIGH,
        file="shop.py",
        line=2,
        message=WRONG["message"],
        evidence=WRONG["evidence"],
        category="wrong-result",
    )
    applied = apply_risks([again], rules, date(2026, 1, 1))
    assert [one.suppressed_by for one in applied.findings] == [f"add-totals-{ID}"]
    assert record(repo, "close", *CHANGE).code == 0


def test_checks_need_neither_git_nor_the_network(tmp_path: Path) -> None:
    repo = shop(tmp_path / "shop")
    write_record(repo, answered(RISK))
    code = (
        "import socket, sys\n"
        "def refuse(*_, **__): raise SystemExit('the network was used')\n"
        "socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse\n"
        "from orchestrator.cli.app import run_app\n"
        "for words in (['validate', '--json'], ['show', '--change', 'add-totals'], ['close', '--change', 'add-totals']):\n"
        "    code = run_app(['record', *words])\n"
        "    print('ended with', code)\n"
    )
    empty = tmp_path / "empty"
    empty.mkdir()
    env = environment(repo.home, {"PATH": str(empty)})
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=repo.top, env=env, capture_output=True, text=True, check=False
    )
    assert done.stdout.count("ended with 0") == 3, done
    assert done.stderr == ""


def test_the_gate_asks_for_a_settled_record_and_answers_do_not_close_it(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop", settings=f"{ACCEPTING}  require_record: true\n")
    ran = record(repo, "start", *CHANGE, "--since", "main", "--no-static-analysis", "--json")
    assert ran.code == 0, ran
    gate = ("gate", "verify", "--json")
    assert code_review(*gate, cwd=repo.top, home=repo.home).json["rule"] == "record-missing"
    repo.commit("record")
    opened = code_review(*gate, cwd=repo.top, home=repo.home)
    assert (opened.code, opened.json["open"]) == (0, True)
    path = record_path(repo)
    line = "def total(prices: list[int]) -> int:"
    wrong = RECORD.partition("### correctness-review")[2].replace("return max(items)", line).replace('py:2"', 'py:1"')
    text = path.read_text()
    assert "### correctness-review\n\nNo finding.\n" in text
    path.write_text(text.replace("### correctness-review\n\nNo finding.\n", f"### correctness-review{wrong}"))
    repo.commit("raise one")
    closed = code_review(*gate, cwd=repo.top, home=repo.home)
    assert (closed.code, closed.json["rule"]) == (1, "record-open")
    assert f"{ID} for the author" in closed.json["reason"]
    decided = (*ANSWER, "--status", "deferred", "--to", "issue 7", "--by", "human:Ada", "--confirm-human")
    assert record(repo, *decided).code == 0
    repo.commit("answer")
    assert code_review(*gate, cwd=repo.top, home=repo.home).code == 0
