"""`--capture`: a run saved and played back says the same, whoever answered the first time."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import Ran, code_review
from tests.support.model_server import model_server
from tests.support.model_wire import Answer
from tests.support.programs import settings, stand_in
from tests.support.replay import issue
from tests.support.repo import Repo

PYTHON = """\
import os

password = "correct-horse-battery-9"


def run(command, items=[]):
    try:
        os.system("ls " + command)
    except Exception:
        pass
    return items
"""
ANSWERS = """\
request = json.loads(prompt)
lens, call = request["lens"], request["call"]
issue = {issue!r}
answers = {{
    "naming-review": [{{"text": "no idea"}}, {{"reply": {{"status": "fail", "issues": [issue], "summary": "One."}}, "usage": {{"input": 7}}}}],
    "doc-review": [{{"failure": "retryable", "detail": "busy", "retry_after": 0}}, {{"text": "still none"}}, {{"failure": "refused", "detail": "no"}}],
    "security-review": [{{"text": "half an answer"}}],
    "arch-review": [{{"reply": {{**PASS, "summary": "It quotes ghp_0123456789abcdefghijABCDEFGHIJ."}}}}],
}}
entries = answers.get(lens, [{{"reply": PASS, "model": "mine", "usage": {{"output": 2, "usd": 0.5}}}}])
print(json.dumps(entries[min(call, len(entries)) - 1]))
"""


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """`feature` adds one Python file."""
    made = Repo.create(tmp_path / "repo")
    made.write("README.md", "A tool that nobody described.\n")
    made.commit("base")
    made.branch("feature")
    made.write("tool.py", PYTHON)
    made.commit("tool")
    return made


def review(repo: Repo, *words: str, pace: float = 1) -> Ran:
    path = {"PATH": f"{repo.home / 'bin'}:{os.environ['PATH']}"}
    base = ("--since", "main", "--json", "--force", "--reason", "a test")
    return code_review(*base, *words, cwd=repo.top, home=repo.home, env=path, pace=pace)


def differing(first: Any, second: Any) -> dict[str, Any]:
    """Parts of two reports that are not the same, less what a replay cannot share: time, and who answered."""
    first, second = _anonymous(first), _anonymous(second)
    return {key: (first[key], second[key]) for key in first if first[key] != second.get(key)}


def _anonymous(report: Any) -> Any:
    own = {"timestamp", "engine", "gate"}
    plain = {key: value for key, value in report.items() if key not in own}
    for key in ("agents", "dispatchFailures"):
        plain[key] = [{name: value for name, value in one.items() if name != "engine"} for one in plain[key]]
    return plain


def texts(folder: Path) -> Iterator[str]:
    return (path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*")) if path.is_file())


@pytest.mark.slow
def test_the_offline_panel_plays_back_without_its_rules(repo: Repo) -> None:
    cap = repo.home / "cap"
    first = review(repo, "--engine", "offline", "--no-cache", "--capture", str(cap))
    assert first.json["topFindings"]
    second = review(repo, "--engine", "replay", "--no-cache", "--replay-dir", str(cap))
    assert second.json["engine"]["name"] == "replay"
    assert second.code == first.code
    assert differing(first.json, second.json) == {}


def test_a_program_plays_back_with_its_failures_retries_and_costs(repo: Repo) -> None:
    settings(repo.home, "command: {argv: [command]}\n")
    found = issue("tool.py", 5, "def run(command, items=[]):")
    program = stand_in(repo.home, "command", ANSWERS.format(issue=found))
    cap = repo.home / "cap"
    first = review(repo, "--engine", "command", "--no-static-analysis", "--capture", str(cap))
    assert {one["agentName"]: one["kind"] for one in first.json["dispatchFailures"]} == {
        "doc-review": "refused",
        "security-review": "malformed",
    }
    starts = len(program.starts)
    program.place.unlink()
    second = review(repo, "--engine", "replay", "--replay-dir", str(cap), "--no-static-analysis")
    assert second.code == first.code
    assert differing(first.json, second.json) == {}
    manifest = json.loads((cap / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["schema"], manifest["engine"]["name"], len(manifest["calls"])) == (
        "code-review-capture/1",
        "command",
        starts,
    )
    assert {"lens", "call", "request", "ended"} == set(manifest["calls"][0])
    assert not any("ghp_0123" in text or "correct-horse" in text for text in texts(cap))


def test_a_program_that_runs_out_of_time_does_so_again(repo: Repo) -> None:
    settings(repo.home, "command: {argv: [command]}\nlens_timeout: 10\n")
    program = stand_in(repo.home, "command", "time.sleep(60)")
    cap = repo.home / "cap"
    words = ("--no-static-analysis", "--agent", "complexity-review")
    first = review(repo, "--engine", "command", *words, "--capture", str(cap), pace=10)
    assert [one["kind"] for one in first.json["dispatchFailures"]] == ["timeout"]
    program.place.unlink()
    second = review(repo, "--engine", "replay", "--replay-dir", str(cap), *words)
    assert second.code == first.code
    assert differing(first.json, second.json) == {}


def test_what_a_model_read_on_the_way_is_read_again(repo: Repo) -> None:
    cap = repo.home / "cap"
    found = issue("README.md", 1, "A tool that nobody described.", category=None)
    reads = Answer(text="", calls=(("read_file", '{"path": "README.md"}'),))
    says = Answer(text=json.dumps({"status": "fail", "issues": [found], "summary": "One."}))
    words = ("--no-static-analysis", "--agent", "structure-review")
    with model_server(script={"structure-review": (reads, says)}) as server:
        settings(repo.home, f"openai: {{base_url: '{server.address}/v1', models: {{inherit: small}}}}\n")
        first = review(repo, "--engine", "openai", *words, "--capture", str(cap))
    assert len(server.requests) == 2
    assert first.json["topFindings"][0]["file"] == "README.md"
    second = review(repo, "--engine", "replay", *words, "--replay-dir", str(cap))
    assert differing(first.json, second.json) == {}


def test_another_change_is_played_back_with_a_note_and_without_proof(repo: Repo) -> None:
    stand_in(repo.home, "command", ANSWERS.format(issue=issue("tool.py", 5, "def run(command, items=[]):")))
    settings(repo.home, "command: {argv: [command]}\n")
    words = ("--no-static-analysis", "--agent", "structure-review", "--agent", "naming-review")
    review(repo, "--engine", "command", *words, "--capture", str(repo.home / "cap"))
    repo.write("tool.py", "value = 1\n")
    repo.commit("another change")
    ran = review(repo, "--engine", "replay", "--replay-dir", str(repo.home / "cap"), *words)
    assert json.dumps(ran.json["agents"]).count("played back although") == 2
    assert len(ran.json["withheld"]) == 1
    ran = review(
        repo,
        "--engine",
        "replay",
        "--replay-dir",
        str(repo.home / "cap"),
        "--no-static-analysis",
        "--agent",
        "doc-review",
    )
    assert "no doc-review.json" in ran.json["dispatchFailures"][0]["error"]


def test_only_an_earlier_capture_is_replaced(repo: Repo) -> None:
    stand_in(repo.home, "command")
    settings(repo.home, "command: {argv: [command]}\n")
    cap = repo.home / "cap"
    words = ("--engine", "command", "--no-static-analysis", "--capture", str(cap), "--agent")
    cap.mkdir()
    (cap / "mine.txt").write_text("keep me", encoding="utf-8")
    ran = review(repo, *words, "naming-review")
    assert (ran.code, "no capture" in ran.err, sorted(path.name for path in cap.iterdir())) == (2, True, ["mine.txt"])
    (cap / "mine.txt").unlink()
    review(repo, *words, "naming-review")
    review(repo, *words, "doc-review")
    assert sorted(path.name for path in cap.iterdir()) == ["doc-review.json", "manifest.json"]
    assert review(repo, "--engine", "replay", "--replay-dir", str(cap), "--capture", str(repo.home / "two")).code == 2


def test_a_capture_inside_the_repository_is_not_taken_for_tampering(repo: Repo) -> None:
    stand_in(repo.home, "command")
    settings(repo.home, "command: {argv: [command]}\n")
    ran = review(repo, "--engine", "command", "--no-static-analysis", "--capture", "cap")
    assert ran.json["dispatchFailures"] == []
    assert (repo.top / "cap/manifest.json").is_file()
