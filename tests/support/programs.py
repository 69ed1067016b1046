"""Stand-ins for command-line engines: programs on PATH that note how they were started and then do what a test wants."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.cli import Ran, code_review
from tests.support.repo import Repo

_HEAD = """\
#!{python} -S
import json, os, subprocess, sys, time
argv, prompt = sys.argv[1:], sys.stdin.read()
after = lambda flag: argv[argv.index(flag) + 1] if flag in argv else None
seen = {{"argv": argv, "prompt": prompt, "env": dict(os.environ), "cwd": os.getcwd()}}
seen["files"] = sorted(os.path.relpath(os.path.join(folder, name)) for folder, _, names in os.walk(".") for name in names)
for flag in ("--system-prompt-file", "--output-schema", "--admin-policy"):
    if after(flag):
        seen[flag] = open(after(flag)).read()
number = len(os.listdir({notes!r})) + 1
note = os.path.join({notes!r}, f"{{number:03}}-{{os.getpid()}}.json")
with open(note + ".part", "w") as file:
    json.dump(seen, file)
# Whole or not at all: a test may look while another start is writing its own.
os.rename(note + ".part", note)
PASS = {{"status": "pass", "issues": [], "summary": "Nothing found."}}
def claude(**more):
    print(json.dumps({{"type": "result", "subtype": "success", "is_error": False, "api_error_status": None,
        "result": json.dumps(PASS), "structured_output": PASS, "stop_reason": "tool_use", "total_cost_usd": 0.25,
        "usage": {{"input_tokens": 11, "cache_read_input_tokens": 5, "cache_creation_input_tokens": 7, "output_tokens": 9}},
        "modelUsage": {{"helper": {{"outputTokens": 1}}, "claude-big": {{"outputTokens": 9}}}}, **more}}))
def codex(*events):
    for event in events:
        print(json.dumps(event))
def message(text):
    return {{"type": "item.completed", "item": {{"id": "i", "type": "agent_message", "text": text}}}}
DONE = {{"type": "turn.completed", "usage": {{"input_tokens": 21, "cached_input_tokens": 4, "output_tokens": 8}}}}
def gemini(**more):
    tokens = {{"prompt": 30, "candidates": 6, "cached": 10, "thoughts": 2}}
    print(json.dumps({{"session_id": "s", "response": json.dumps(PASS), "stats": {{"models": {{"gemini-x": {{"tokens": tokens}}}}}}, **more}}, indent=2))
"""
GOOD = {
    "claude": "claude()",
    "codex": 'codex({"type": "thread.started"}, message("thinking"), message(json.dumps(PASS)), DONE)',
    "gemini": "print('Ripgrep is not available.', file=sys.stderr); gemini()",
    "command": 'print(json.dumps({"reply": PASS, "model": "mine", "usage": {"input": 3, "output": 2}}))',
}
"""What a program does that has nothing to report."""


@dataclass(frozen=True)
class Program:
    """One stand-in; `starts` tells how it was started, oldest first."""

    name: str
    place: Path
    notes: Path

    @property
    def starts(self) -> list[dict[str, Any]]:
        """Words, prompt, environment, folder and files of every start."""
        return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(self.notes.glob("*.json"))]


def stand_in(home: Path, name: str, body: str = "") -> Program:
    """An executable `name` in `home/bin` that runs `body`, Python with the helpers above."""
    place, notes = home / "bin" / name, home / f"starts-of-{name}"
    place.parent.mkdir(exist_ok=True)
    notes.mkdir(exist_ok=True)
    head = _HEAD.format(python=sys.executable, notes=str(notes))
    place.write_text(f"{head}{body or GOOD[name]}\n", encoding="utf-8")
    place.chmod(0o755)
    return Program(name, place, notes)


def settings(home: Path, text: str) -> None:
    """The person's own settings file."""
    (home / "settings").mkdir(exist_ok=True)
    (home / "settings/config.yaml").write_text(text, encoding="utf-8")


def review(
    repo: Repo,
    engine: str,
    *words: str,
    env: dict[str, str] | None = None,
    agent: str = "naming-review",
    pace: float = 1,
) -> Ran:
    """One lens asked by `engine`, without gates and tools; stand-ins come first on PATH."""
    if engine == "command" and not (repo.home / "settings/config.yaml").exists():
        settings(repo.home, "command: {argv: [command, --flag]}\n")
    base = ("--since", "main", "--engine", engine, "--json", "--force", "--reason", "a test", "--no-static-analysis")
    given = {**_environment(repo.home), **(env or {})}
    return code_review(*base, "--agent", agent, *words, cwd=repo.top, home=repo.home, env=given, pace=pace)


def _environment(home: Path) -> dict[str, str]:
    (home / "tmp").mkdir(exist_ok=True)
    return {"PATH": f"{home / 'bin'}:/usr/bin:/bin", "TMPDIR": str(home / "tmp"), "SECRET_OF_MINE": "do not pass on"}


def failure(ran: Ran) -> dict[str, Any]:
    """The one dispatch failure of a run without a verdict."""
    assert ran.code == 4, (ran.out, ran.err)
    (only,) = ran.json["dispatchFailures"]
    assert isinstance(only, dict)
    return only
