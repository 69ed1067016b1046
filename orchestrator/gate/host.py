"""The hook of an agent host: may this tool call happen. Opening a pull request asks the gate; its files are not to be written."""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from orchestrator.gate.answer import Answer, Refusal
from orchestrator.gate.guard import guarded_writes, is_guarded
from orchestrator.gate.options import shown
from orchestrator.gate.request import PullRequest, pull_requests
from orchestrator.gate.shell.values import FIXED
from orchestrator.gate.shell.walk import invocations

_SHELL_TOOLS = frozenset({"Bash"})
_PATHS = {"Write": "file_path", "Edit": "file_path", "MultiEdit": "file_path", "NotebookEdit": "notebook_path"}
_MENTION = r"\b(?:pr|mr)\W+(?:create|new)\b|pull-request|merge_request|/pulls\b|createPullRequest"
_FILES = r"pr-review-passed|review-round-state|boundary-events|-audit\.jsonl|\.claude/m|\.git\S*/code-review"
_PLAIN = "write it as one plain command: gh pr create --base <branch> --head <branch> --title ... --body ..."
_REASON = "PR_GATE_BYPASS_REASON"


class Surroundings(NamedTuple):
    """What a hook knows besides the call: the time, its environment, and folders that only this tool writes."""

    now: datetime
    environ: Mapping[str, str]
    own: tuple[str, ...] = ()


def check_call(text: str, around: Surroundings) -> Answer:
    """Judges the JSON of one PreToolUse event. Other events, and tools it knows nothing about, pass."""
    try:
        event, _ = json.JSONDecoder(strict=False).raw_decode(text.lstrip("\ufeff \t\r\n"))
    except (ValueError, RecursionError):
        return _unreadable(text)
    given = event.get("tool_input") if isinstance(event, dict) else None
    if not isinstance(given, dict) or event.get("hook_event_name", "PreToolUse") != "PreToolUse":
        return Answer()
    cwd = _text(event.get("cwd")) or str(Path.cwd())
    tool = event.get("tool_name")
    if tool in _PATHS:
        target = _text(given.get(_PATHS[tool]))
        return _guarded([target] if target and is_guarded(target, (cwd,), around.own) else [])
    return check_command(_text(given.get("command")), cwd, around) if tool in _SHELL_TOOLS else Answer()


def check_command(command: str, cwd: str, around: Surroundings) -> Answer:
    """Judges a command of a shell that is started in `cwd`."""
    try:
        found = invocations(command, cwd, around.environ.get("HOME") or FIXED)
    except RecursionError:
        return _unreadable(command)
    guarded = _guarded(guarded_writes(found, around.own))
    if not guarded.open:
        return guarded
    requests = pull_requests(found)
    return _asked(requests, command, around) if requests else Answer()


def _asked(requests: tuple[PullRequest, ...], command: str, around: Surroundings) -> Answer:
    # The gate is loaded only when it is asked: most commands that mention a pull request open none.
    from orchestrator.gate.ask import ask  # noqa: PLC0415

    notes = (f"{_REASON} inside of the command does not count; it has to be set where this hook is started",)
    return ask(requests, around.now, around.environ, notes if _REASON in command else ())


def _guarded(targets: Iterable[str]) -> Answer:
    named = tuple(dict.fromkeys(targets))
    if not named:
        return Answer()
    reason = f"{shown(named[0])} belongs to the gate and is written by reviews alone"
    return Answer((Refusal("write", "guarded-file", reason, "code-review --since <base>"),))


def _unreadable(text: str) -> Answer:
    """For what cannot be followed: refused where it speaks of pull requests or of the gate's files."""
    plain = re.sub(r"\\u00([0-9a-fA-F]{2})", lambda code: chr(int(code[1], 16)), text)
    plain = re.sub(r"[\\'\"]", "", plain)
    if not (re.search(_MENTION, plain) or re.search(_FILES, plain)):
        return Answer()
    return Answer(
        (Refusal("command", "unresolved", "the command cannot be read, so nobody can tell what it does", _PLAIN),)
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
