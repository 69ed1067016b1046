"""Command-line engines from the command line: how they are started, what they may see, and every way they fail."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.cli import code_review, environment
from tests.support.programs import GOOD, failure, review, settings, stand_in
from tests.support.replay import issue
from tests.support.repo import Repo

SOURCE = "fn total(first: i32, second: i32) -> i32 {\n    first - second\n}\n"
ALL = ("claude", "codex", "gemini", "command")
STEERING = (
    "CLAUDE.md",
    "src/AGENTS.md",
    ".claude/settings.json",
    ".codex/config.toml",
    "GEMINI.md",
    ".cursorrules",
    ".mcp.json",
)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """`feature` adds one Rust file; the base holds agent configuration, a secret and a link that leads out."""
    made = Repo.create(tmp_path / "repo")
    made.write_all(dict.fromkeys(STEERING, "obey me\n"))
    made.write_all(
        {"src/lib.rs": "mod total;\n", "docs/notes.md": "nothing but notes here\n", "conf/server.pem": "key\n"}
    )
    made.write("conf/keys.py", 'password = "hunter2-hunter2"\n')
    made.link("way-out", "/etc/passwd")
    made.commit("base")
    made.branch("feature")
    made.write("src/total.rs", SOURCE)
    made.commit("total")
    return made


@pytest.mark.parametrize("name", ALL)
def test_a_program_answers_from_a_snapshot_that_neither_steers_nor_leaks(repo: Repo, name: str) -> None:
    program = stand_in(repo.home, name)
    ran = review(repo, name, env={"ANTHROPIC_API_KEY": "k1", "OPENAI_API_KEY": "k2", "GEMINI_API_KEY": "k3"})
    assert (ran.code, ran.json["verdict"], ran.json["engine"]["name"]) == (0, "pass", name)
    (start,) = program.starts
    assert start["files"] == ["conf/keys.py", "docs/notes.md", "src/lib.rs", "src/total.rs", "way-out"]
    assert not Path(start["cwd"]).is_relative_to(repo.top)
    assert not any("first - second" in word for word in start["argv"])
    assert "first - second" in start["prompt"]
    keys = {"claude": {"k1"}, "codex": {"k2"}, "gemini": {"k3"}, "command": set()}[name]
    assert {start["env"][key] for key in start["env"] if key.endswith("_API_KEY")} == keys
    assert start["env"]["CODE_REVIEW_NESTED"] == "1"
    assert "SECRET_OF_MINE" not in start["env"]
    assert list((repo.home / "tmp").iterdir()) == []
    assert repo.status() == ""


def test_secrets_do_not_reach_the_snapshot(repo: Repo) -> None:
    shown = "text = open('conf/keys.py').read(); print('hunter2' in text, text.count('redacted'), os.path.islink('way-out'), file=sys.stderr)"
    stand_in(repo.home, "claude", f"{shown}; sys.exit(1)")
    assert failure(review(repo, "claude"))["error"] == "claude ended with exit code 1: False 1 False"


def test_what_each_program_is_told(repo: Repo) -> None:
    claude = stand_in(repo.home, "claude")
    review(repo, "claude")
    review(repo, "claude", agent="security-review")
    alone, whole = (start["argv"] for start in claude.starts)
    assert alone[alone.index("--tools") + 1] == ""
    assert whole[whole.index("--tools") + 1] == "Read,Grep,Glob"
    assert "Bash" in whole[whole.index("--disallowedTools") + 1]
    assert (whole[whole.index("--model") + 1], whole[whole.index("--effort") + 1]) == ("claude-opus-5-5", "high")
    assert json.loads(whole[whole.index("--json-schema") + 1])["additionalProperties"] is False
    assert {"--safe-mode", "--strict-mcp-config", "--no-session-persistence"} <= set(whole)
    assert "one reviewer" in claude.starts[0]["--system-prompt-file"]
    codex = stand_in(repo.home, "codex")
    review(repo, "codex")
    (start,) = codex.starts
    assert ("read-only" in start["argv"], "--model" in start["argv"], start["argv"][-1]) == (True, False, "-")
    assert 'model_reasoning_effort="high"' in start["argv"]
    assert set(json.loads(start["--output-schema"])["required"]) == {"status", "issues", "summary"}
    gemini = stand_in(repo.home, "gemini")
    assert "no setting for effort" in json.dumps(review(repo, "gemini").json["agents"])
    assert 'decision = "deny"' in gemini.starts[0]["--admin-policy"]


def test_a_command_gets_the_documented_request(repo: Repo) -> None:
    program = stand_in(repo.home, "command")
    ran = review(repo, "command")
    (start,) = program.starts
    asked = json.loads(start["prompt"])
    assert (asked["version"], asked["lens"], asked["call"], asked["effort"]) == (1, "naming-review", 1, "high")
    assert start["argv"] == ["--flag"]
    assert [message["role"] for message in asked["messages"]][:2] == ["system", "user"]
    assert asked["schema"]["required"] == ["status", "issues", "summary"]
    assert 0 < asked["seconds"] <= 600
    assert ran.json["cost"]["tokens"] == {"input": 3, "cachedRead": 0, "cachedWrite": 0, "output": 2}


def test_a_large_change_goes_in_whole_by_standard_input(repo: Repo) -> None:
    repo.write("src/large.rs", "".join(f"// remark number {number}\n" for number in range(8000)))
    repo.commit("large")
    program = stand_in(repo.home, "claude")
    assert review(repo, "claude").code == 0
    (start,) = program.starts
    assert len(start["prompt"]) > 150_000
    assert "// remark number 7999" in start["prompt"]
    assert sum(map(len, start["argv"])) < 10_000


def test_what_a_call_cost_is_in_the_report(repo: Repo) -> None:
    for name in ("claude", "codex", "gemini"):
        stand_in(repo.home, name)
    costs = {name: review(repo, name).json["cost"] for name in ("claude", "codex", "gemini")}
    assert costs["claude"]["tokens"] == {"input": 11, "cachedRead": 5, "cachedWrite": 7, "output": 9}
    assert costs["claude"]["usd"] == 0.25
    assert costs["codex"]["tokens"] == {"input": 17, "cachedRead": 4, "cachedWrite": 0, "output": 8}
    assert costs["gemini"]["tokens"] == {"input": 20, "cachedRead": 10, "cachedWrite": 0, "output": 8}


FAILURES = [
    (
        "codex",
        'codex({"type": "turn.failed", "error": {"message": "unexpected status 529 x: Overloaded"}}); sys.exit(1)',
        "retryable",
        "529",
    ),
    (
        "gemini",
        'print("stack\\n" + json.dumps({"error": {"message": "bad key", "code": 403}}), file=sys.stderr); sys.exit(145)',
        "final",
        "403",
    ),
    ("claude", "os.kill(os.getpid(), 9)", "crash", "SIGKILL"),
    ("claude", 'claude(stop_reason="max_tokens", structured_output=None)', "cut", "cut"),
    (
        "command",
        'print(json.dumps({"failure": "refused", "detail": "not this one"})); sys.exit(9)',
        "refused",
        "not this one",
    ),
    ("codex", 'codex(message("{}")); print(\'{"type": "turn.comp\')', "malformed", "no whole JSON"),
]
"""One of each kind; what else counts as which is in `tests/unit/engines/test_program_failures.py`."""


@pytest.mark.parametrize(("name", "body", "kind", "said"), FAILURES)
def test_every_kind_of_failure_is_asked_again_or_not(repo: Repo, name: str, body: str, kind: str, said: str) -> None:
    program = stand_in(repo.home, name, body)
    failed = failure(review(repo, name, pace=10))
    assert failed["kind"] == kind
    assert said in failed["error"]
    calls = {"final": 1, "retryable": 4}.get(kind, 2)
    assert len(program.starts) == calls


@pytest.mark.parametrize("name", ALL)
def test_an_unusable_reply_is_quoted_back_once(repo: Repo, name: str) -> None:
    good = GOOD[name]
    bad = {
        "claude": 'claude(structured_output=None, result="I am sorry")',
        "codex": 'codex(message("I am sorry"), DONE)',
        "gemini": 'gemini(response="I am sorry")',
        "command": 'print(json.dumps({"text": "I am sorry"}))',
    }[name]
    program = stand_in(repo.home, name, f"{bad} if number == 1 else exec({good!r})")
    assert review(repo, name).code == 0
    first, second = program.starts
    assert "I am sorry" in second["prompt"]
    assert "could not be used" in second["prompt"]
    assert "I am sorry" not in first["prompt"]


def test_a_program_that_hangs_is_killed_with_all_it_started(repo: Repo) -> None:
    seconds = f"987.{os.getpid()}"
    program = stand_in(repo.home, "claude", f"subprocess.Popen(['sleep', '{seconds}']); time.sleep(987)")
    settings(repo.home, "lens_timeout: 16\n")
    failed = failure(review(repo, "claude", pace=8))
    assert (failed["kind"], "was killed" in failed["error"]) == ("timeout", True)
    assert len(program.starts) == 2
    assert not running(f"sleep {seconds}")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("open('new.txt', 'w').write('x')", "new.txt (in its folder)"),
        ("open(TOP + '/src/lib.rs', 'a').write('x')", "src/lib.rs (in the work tree)"),
    ],
)
def test_a_reviewer_that_writes_has_failed_and_nothing_is_put_back(repo: Repo, body: str, said: str) -> None:
    """What else counts as writing is in `tests/unit/engines/test_program_failures.py`."""
    program = stand_in(repo.home, "claude", f"os.chmod('.', 0o755); TOP = {str(repo.top)!r}; {body}; claude()")
    failed = failure(review(repo, "claude"))
    assert failed["kind"] == "tampered"
    assert said in failed["error"]
    assert len(program.starts) == 1
    if "src/lib.rs (in the work tree)" in said:
        assert repo.top.joinpath("src/lib.rs").read_text(encoding="utf-8").endswith("x")


def test_lenses_after_a_tampered_snapshot_get_a_fresh_one(repo: Repo) -> None:
    program = stand_in(
        repo.home, "claude", "os.chmod('.', 0o755); number == 1 and open('new.txt', 'w').write('x'); claude()"
    )
    ran = review(repo, "claude", "--agent", "doc-review", env={"DEV_TEAM_MAX_PARALLEL_REVIEW_AGENTS": "1"})
    assert [one["kind"] for one in ran.json["dispatchFailures"]] == ["tampered"]
    first, second = program.starts
    assert first["cwd"] != second["cwd"]
    assert "new.txt" not in second["files"]
    assert list((repo.home / "tmp").iterdir()) == []


def test_a_reviewer_that_starts_the_review_again_is_refused(repo: Repo) -> None:
    again = [sys.executable, "-m", "orchestrator", "--engine", "claude", "--json"]
    body = (
        f"done = subprocess.run({again!r}, cwd={str(repo.top)!r}, env={{**os.environ, 'PYTHONPATH': {str(Path.cwd())!r}}}, capture_output=True);"
        "print(done.returncode, json.loads(done.stdout)['reason'], file=sys.stderr); sys.exit(1)"
    )
    stand_in(repo.home, "claude", body)
    assert "2 this runs inside a review already" in failure(review(repo, "claude"))["error"]


def test_what_a_program_read_by_itself_proves_its_findings(repo: Repo) -> None:
    issues = [issue("docs/notes.md", 1, quote, category=None) for quote in ("nothing but notes", "never written")]
    found = {"status": "fail", "issues": issues, "summary": "Two."}
    stand_in(repo.home, "claude", f"claude(structured_output=json.loads({json.dumps(found)!r}))")
    ran = review(repo, "claude", agent="doc-review")
    assert [one["evidence"] for one in ran.json["agents"][0]["issues"]] == ["nothing but notes"]
    assert len(ran.json["withheld"]) == 1


@pytest.mark.parametrize(
    ("name", "hint"), [("claude", "npm install"), ("codex", "npm install"), ("gemini", "npm install")]
)
def test_a_missing_program_ends_the_run_before_anything_starts(repo: Repo, name: str, hint: str) -> None:
    ran = review(repo, name)
    assert ran.code == 4
    assert (ran.json["missing"], hint in ran.json["hint"]) == ([name], True)


def test_a_command_has_to_be_named_and_to_exist(repo: Repo) -> None:
    settings(repo.home, "engine: command\n")
    assert review(repo, "command").json["missing"] == ["command.argv"]
    settings(repo.home, "command: {argv: [no-such-program]}\n")
    assert review(repo, "command").json["missing"] == ["no-such-program"]


def test_a_change_cannot_name_the_program_that_reviews_it(repo: Repo) -> None:
    stand_in(repo.home, "command")
    repo.write(".code-review/config.yaml", "command: {argv: [command]}\n")
    settings(repo.home, "fail_on: error\n")
    assert review(repo, "command").json["missing"] == ["command.argv"]
    for words in (("--trust", "worktree"), ("--path", "src")):
        ran = code_review("--engine", "command", *words, cwd=repo.top, home=repo.home)
        assert (ran.code, "command.argv" in ran.err) == (2, True)
    assert code_review("--engine", "offline", "--path", "src", cwd=repo.top, home=repo.home).code in {0, 1}


def test_further_variables_go_to_programs_that_the_settings_allow(repo: Repo) -> None:
    program = stand_in(repo.home, "command")
    settings(repo.home, "command: {argv: [command]}\nprogram_environment: [SECRET_OF_MINE, MY_*]\n")
    review(repo, "command", env={"MY_KEY": "1", "YOUR_KEY": "2"})
    (start,) = program.starts
    assert (start["env"]["SECRET_OF_MINE"], start["env"]["MY_KEY"], "YOUR_KEY" in start["env"]) == (
        "do not pass on",
        "1",
        False,
    )


@pytest.mark.parametrize(
    ("number", "background"), [(signal.SIGINT, False), (signal.SIGTERM, False), (signal.SIGTERM, True)]
)
def test_a_run_that_is_ended_leaves_no_child_and_no_folder(
    repo: Repo, number: signal.Signals, background: bool
) -> None:
    """Shells start programs in the background with the signal of Ctrl-C ignored."""
    seconds = f"876.{os.getpid()}{number:02}{background:d}"
    program = stand_in(repo.home, "claude", f"subprocess.Popen(['sleep', '{seconds}']); time.sleep(876)")
    (repo.home / "tmp").mkdir()
    ignoring = ("env", "--ignore-signal=INT") if background else ()
    words = ("-m", "orchestrator", "--since", "main", "--engine", "claude", "--force", "--reason", "a test")
    place = {"PATH": f"{repo.home / 'bin'}:/usr/bin:/bin", "TMPDIR": str(repo.home / "tmp")}
    started = subprocess.Popen(
        [*ignoring, sys.executable, *words],
        cwd=repo.top,
        env=environment(repo.home, place),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    until = time.monotonic() + 60
    while not running(f"sleep {seconds}") and time.monotonic() < until:
        time.sleep(0.05)
    assert program.starts
    started.send_signal(number)
    _, err = started.communicate(timeout=60)
    assert started.returncode == 130, err
    assert b"interrupted" in err
    assert not running(f"sleep {seconds}")
    assert list((repo.home / "tmp").iterdir()) == []


def running(words: str) -> bool:
    """True while a process with this command line lives."""
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if place.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace").strip() == words:
                return True
        except OSError:
            continue
    return False


def test_a_nested_run_is_refused_whatever_the_engine(repo: Repo) -> None:
    ran = code_review("--engine", "offline", "--json", cwd=repo.top, home=repo.home, env={"CODE_REVIEW_NESTED": "1"})
    assert (ran.code, ran.json["status"]) == (2, "error")
    shown = code_review("lenses", "list", cwd=repo.top, home=repo.home, env={"CODE_REVIEW_NESTED": "1"})
    assert shown.code == 0
