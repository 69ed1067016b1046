"""The exchange engine from the command line: asking by file, answering, taking up where a run was left."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import Ran, code_review, environment
from tests.support.programs import settings
from tests.support.replay import PASS, issue, reply
from tests.support.repo import Repo

WRONG = issue("src/total.rs", 2, "first - second")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """`feature` adds one Rust file with a password in it to `main`."""
    made = Repo.create(tmp_path / "repo")
    made.write("src/lib.rs", "mod total;\n")
    made.commit("base")
    made.branch("feature")
    made.write(
        "src/total.rs",
        'fn total(first: i32, second: i32) -> i32 {\n    first - second\n}\n// password = "hunter2-hunter2"\n',
    )
    made.commit("total")
    return made


def words(repo: Repo, *more: str) -> tuple[str, ...]:
    base = ("--since", "main", "--engine", "exchange", "--exchange-dir", str(repo.home / "box"), "--json")
    return (*base, "--force", "--reason", "a test", "--no-static-analysis", "--agent", "naming-review", *more)


def review(repo: Repo, *more: str, pace: float = 5) -> Ran:
    return code_review(*words(repo, *more), cwd=repo.top, home=repo.home, pace=pace)


def exchange(repo: Repo, *more: str, stdin: str = "") -> Ran:
    return code_review(
        "exchange", *more, "--exchange-dir", str(repo.home / "box"), cwd=repo.home, home=repo.home, stdin=stdin
    )


def requests(repo: Repo) -> dict[str, Any]:
    return {
        path.name.removesuffix(".request.json"): json.loads(path.read_text(encoding="utf-8"))
        for path in sorted((repo.home / "box").glob("*.request.json"))
    }


@contextmanager
def answering(repo: Repo, *answers: object) -> Iterator[None]:
    """Answers each new request with the next of `answers`: an object, or raw text."""
    over = threading.Event()
    asked: dict[str, str] = {}

    def work() -> None:
        left = list(answers)
        while left and not over.wait(0.05):
            for name, request in requests(repo).items():
                if left and asked.get(name) != request["created"]:
                    asked[name] = request["created"]
                    answer = left.pop(0)
                    text = answer if isinstance(answer, str) else json.dumps(answer)
                    (repo.home / "box" / f"{name}.response.json").write_text(text, encoding="utf-8")

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def test_an_answer_by_file_becomes_a_report(repo: Repo) -> None:
    with answering(repo, {**reply(WRONG), "model": "Tess", "usage": {"input": 9, "output": 1}}):
        ran = review(repo)
    assert (ran.code, ran.json["overall"]) == (1, "fail")
    assert ran.json["topFindings"][0]["file"] == "src/total.rs"
    assert ran.json["cost"]["tokens"]["input"] == 9
    ((name, asked),) = requests(repo).items()
    assert name.startswith("naming-review-")
    assert (asked["version"], asked["id"], asked["effort"]) == (1, name, "high")
    said = "".join(message["content"] for message in asked["messages"])
    assert "first - second" in said
    assert "hunter2" not in said
    assert ran.json["redactions"] >= 1
    assert asked["created"] < asked["expires"]


def test_what_was_answered_is_not_asked_again_by_the_next_run(repo: Repo) -> None:
    settings(repo.home, "lens_timeout: 0.5\n")
    first = review(repo, pace=1)
    assert first.json["dispatchFailures"][0]["kind"] == "timeout"
    (name,) = requests(repo)
    listed = exchange(repo, "list", "--json").json
    assert [(one["id"], one["state"], one["lens"]) for one in listed] == [(name, "expired", "naming-review")]
    said = exchange(repo, "answer", name, "--file", "-", stdin=json.dumps(PASS["reply"]))
    assert said.code == 0, said.err
    settings(repo.home, "lens_timeout: 60\n")
    second = review(repo)
    assert (second.code, second.json["verdict"], list(requests(repo))) == (0, "pass", [name])
    repo.write("src/total.rs", "fn other() {}\n")
    repo.commit("another change")
    settings(repo.home, "lens_timeout: 0.5\n")
    third = review(repo, pace=1)
    assert third.json["dispatchFailures"][0]["kind"] == "timeout"
    assert len(requests(repo)) == 2


def test_a_failure_answers_one_call_and_a_reask_is_a_request_of_its_own(repo: Repo) -> None:
    settings(repo.home, "lens_timeout: 100\n")
    with answering(repo, {"failure": "retryable", "detail": "busy", "retry_after": 0}, {"text": "no idea"}, PASS):
        ran = review(repo)
    assert ran.json["verdict"] == "pass"
    (agent,) = ran.json["agents"]
    assert "asked twice" in json.dumps(agent["notes"])
    assert len(list((repo.home / "box").glob("*.rejected.json"))) == 1
    first, second = sorted(len(one["messages"]) for one in requests(repo).values())
    assert second == first + 2


def test_a_half_written_answer_is_read_again_until_it_stays(repo: Repo) -> None:
    over = threading.Event()

    def slowly() -> None:
        while not requests(repo) and not over.wait(0.05):
            pass
        (name,) = requests(repo)
        place = repo.home / "box" / f"{name}.response.json"
        text = json.dumps(PASS)
        for end in (4, 12, len(text)):
            place.write_text(text[:end], encoding="utf-8")
            time.sleep(0.4)

    thread = threading.Thread(target=slowly)
    thread.start()
    ran = review(repo, pace=2.5)
    over.set()
    thread.join()
    assert ran.json["verdict"] == "pass"


def test_an_answer_that_makes_no_sense_is_set_aside_and_named(repo: Repo) -> None:
    settings(repo.home, "lens_timeout: 100\n")
    with answering(repo, '{"answer": 42}', '{"reply": '):
        ran = review(repo)
    (failed,) = ran.json["dispatchFailures"]
    assert (failed["kind"], failed["attempts"]) == ("malformed", 2)
    assert ".rejected.json is no answer" in failed["error"]
    assert list((repo.home / "box").glob("*.response.json")) == []


def test_links_are_refused_and_other_files_ignored(repo: Repo) -> None:
    box = repo.home / "box"
    settings(repo.home, "lens_timeout: 0.5\n")
    review(repo, pace=1)
    (name,) = requests(repo)
    (repo.home / "elsewhere").write_text(json.dumps(PASS), encoding="utf-8")
    (box / f"{name}.response.json").symlink_to(repo.home / "elsewhere")
    (box / "foreign.response.json").write_text("{", encoding="utf-8")
    (box / "Bad Id.request.json").write_text("{}", encoding="utf-8")
    settings(repo.home, "lens_timeout: 30\n")
    (failed,) = review(repo).json["dispatchFailures"]
    assert (failed["kind"], "symbolic link" in failed["error"]) == ("final", True)
    assert [one["id"] for one in exchange(repo, "list", "--json").json] == [name]
    assert exchange(repo, "answer", name, "--file", "-", "--again", stdin="{}").code == 3
    assert (repo.home / "elsewhere").read_text(encoding="utf-8") == json.dumps(PASS)


def test_the_commands_say_what_is_wrong(repo: Repo) -> None:
    assert exchange(repo, "list").code == 2
    settings(repo.home, "lens_timeout: 0.5\n")
    review(repo, pace=1)
    (name,) = requests(repo)
    assert "[schema of the reply]" in exchange(repo, "show", name).out
    assert exchange(repo, "show", name, "--json").json["id"] == name
    for bad in ("../escape", "naming-review-0", "A"):
        ran = exchange(repo, "answer", bad, "--file", "-", stdin="{}")
        assert (ran.code, "exchange list" in ran.err) == (2, True)
    assert exchange(repo, "answer", name, "--file", "-", stdin=" ").code == 2
    assert exchange(repo, "answer", name, "--file", "-", stdin='{"reply": 3}').code == 2
    assert exchange(repo, "answer", name, "--file", "missing.json").code == 2
    calls = [{"tool": "finish_review", "arguments": {}}]
    assert exchange(repo, "answer", name, "--file", "-", stdin=json.dumps(calls)).code == 0
    written = repo.home / "box" / f"{name}.response.json"
    assert json.loads(written.read_text(encoding="utf-8")) == {"reply": {"calls": calls}}
    written.unlink()
    (repo.home / "plain.txt").write_text(
        'Here:\n```json\n{"status": "pass", "issues": [], "summary": "ok"}\n```\n', encoding="utf-8"
    )
    assert exchange(repo, "answer", name, "--file", "plain.txt", "--json").json["id"] == name
    again = exchange(repo, "answer", name, "--file", "plain.txt")
    assert (again.code, "--again" in again.err) == (2, True)
    assert "answered" in exchange(repo, "list").out
    settings(repo.home, "lens_timeout: 30\n")
    assert review(repo).json["verdict"] == "pass"


def test_an_exchange_needs_a_folder_and_never_opens_the_gate_unasked(repo: Repo) -> None:
    ran = code_review("--since", "main", "--engine", "exchange", "--json", cwd=repo.top, home=repo.home)
    assert (ran.code, ran.json["missing"]) == (4, ["exchange.dir"])
    with answering(repo, PASS):
        assert review(repo).json["gate"]["written"] is False


def test_the_folder_is_closed_and_not_part_of_a_change(repo: Repo) -> None:
    settings(repo.home, "lens_timeout: 0.5\n")
    code_review(*words(repo)[:5], str(repo.top / "box"), *words(repo)[6:], cwd=repo.top, home=repo.home)
    assert (repo.top / "box").stat().st_mode & 0o077 == 0
    assert len(list((repo.top / "box").glob("*.request.json"))) == 1
    assert repo.status() == ""


def test_ctrl_c_leaves_the_request_for_the_next_run(repo: Repo) -> None:
    started = subprocess.Popen(
        [sys.executable, "-m", "orchestrator", *words(repo)],
        cwd=repo.top,
        env=environment(repo.home),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    until = time.monotonic() + 60
    while not requests(repo) and time.monotonic() < until:
        time.sleep(0.05)
    started.send_signal(2)
    out, _ = started.communicate(timeout=60)
    assert started.returncode == 130
    assert json.loads(out)["reason"].startswith("interrupted")
    (name,) = requests(repo)
    exchange(repo, "answer", name, "--file", "-", stdin=json.dumps(PASS))
    assert review(repo).json["verdict"] == "pass"
