"""The hook of the agent host: one entry in its local settings, and the script that the entry starts."""

import json
import os
import re
import shlex
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from orchestrator.errors import ConfigurationError
from orchestrator.seams import Git
from orchestrator.system.files import exclude, read_text_lenient, write_atomic
from orchestrator.wiring.git_hook import HookState
from orchestrator.wiring.hook_scripts import AGENT_HOST, started_by, write_script

SETTINGS = ".claude/settings.local.json"
EVENT = "PreToolUse"
MATCHER = "Bash|Write|Edit|MultiEdit|NotebookEdit"
_OURS = f"/code-review/{AGENT_HOST}"
_INDENT = re.compile(r"\n([ \t]+)\"")

Settings = dict[str, Any]


def agent_host_state(git: Git) -> HookState:
    """Whether the entry and its script are there and can be started."""
    path = git.top / SETTINGS
    script = _script(git)
    entries = [hook for group in _groups(_load(path)) for hook in _hooks(group) if _is_ours(hook)]
    started = started_by(script)
    if not entries:
        return HookState(AGENT_HOST, str(path), False, False, reason="it is not installed")
    if started is None or not any(hook["command"] == _command(script) for hook in entries):
        reason = f"the script that {SETTINGS} names is gone"
        return HookState(AGENT_HOST, str(path), True, False, stale=True, reason=reason)
    return HookState(
        AGENT_HOST,
        str(path),
        installed=True,
        effective=not started.broken,
        interpreter=started.python,
        stale=bool(started.trouble),
        reason=started.trouble,
    )


def install_agent_host(git: Git) -> HookState:
    """Writes the script and adds the entry. Raises ConfigurationError for settings that cannot be read, StateError."""
    path = git.top / SETTINGS
    text = read_text_lenient(path)
    settings = _load(path)
    script = _script(git)
    wanted = {"matcher": MATCHER, "hooks": [{"type": "command", "command": _command(script)}]}
    earlier = script.read_bytes() if started_by(script) else None
    write_script(AGENT_HOST, script)
    changed = script.read_bytes() != earlier
    if wanted not in _groups(settings):
        _remove(settings)
        settings.setdefault("hooks", {}).setdefault(EVENT, []).append(wanted)
        _store(path, settings, text or "", git.top)
        changed = True
    if not git.ok("ls-files", "--error-unmatch", "--", SETTINGS):
        # It names a path of this machine: neither a commit nor a review of uncommitted work may take it along.
        exclude(git, (f"/{SETTINGS}",))
    return replace(agent_host_state(git), changed=changed)


def uninstall_agent_host(git: Git) -> HookState:
    """Removes the entry, and the script once no work tree of this clone uses it. Raises as installing does."""
    path = git.top / SETTINGS
    settings = _load(path)
    changed = _remove(settings)
    if changed:
        if settings:
            _store(path, settings, read_text_lenient(path) or "", git.top)
        else:
            path.unlink()  # nothing else was in it
    script = _script(git)
    if started_by(script) and not _used(git):
        script.unlink()
        changed = True
    return replace(agent_host_state(git), changed=changed)


def _script(git: Git) -> Path:
    raw = os.fsdecode(git.run("rev-parse", "--git-common-dir").removesuffix(b"\n"))
    return Path(os.path.normpath(git.top / raw)) / "code-review" / AGENT_HOST


def _command(script: Path) -> str:
    return f"sh {shlex.quote(str(script))}"


def _used(git: Git) -> bool:
    """True when the settings of some work tree of this clone still name the script."""
    listed = os.fsdecode(git.run("worktree", "list", "--porcelain")).splitlines()
    tops = [Path(line.removeprefix("worktree ")) for line in listed if line.startswith("worktree ")]
    return any(_OURS in (read_text_lenient(top / SETTINGS) or "") for top in tops)


def _load(path: Path) -> Settings:
    text = read_text_lenient(path)
    if text is None or not text.strip():
        return {}
    hint = "correct it; it is left as it is"
    try:
        settings = json.loads(text, object_pairs_hook=_unique)
    except ValueError as error:
        raise ConfigurationError(f"{path} is no JSON: {error}", hint=hint) from error
    if not isinstance(settings, dict):
        raise ConfigurationError(f"{path} does not hold an object", hint=hint)
    hooks = settings.get("hooks", {})
    if not isinstance(hooks, dict) or not isinstance(hooks.get(EVENT, []), list):
        raise ConfigurationError(f"{path}: hooks.{EVENT} is no list of hooks", hint=hint)
    return settings


def _unique(pairs: list[tuple[str, Any]]) -> Settings:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is given twice")
    return found


def _store(path: Path, settings: Settings, earlier: str, top: Path) -> None:
    """Writes the settings in the style they had: same order, same indentation, same end."""
    indent = _INDENT.search(earlier)
    text = json.dumps(settings, indent=indent[1] if indent else 2, ensure_ascii=False)
    end = "" if earlier and not earlier.endswith("\n") else "\n"
    write_atomic(path, f"{text}{end}".encode("utf-8", "surrogateescape"), root=top)


def _groups(settings: Settings) -> list[Any]:
    groups = settings.get("hooks", {}).get(EVENT, [])
    return groups if isinstance(groups, list) else []


def _hooks(group: object) -> list[Any]:
    hooks = group.get("hooks", []) if isinstance(group, Mapping) else []
    return hooks if isinstance(hooks, list) else []


def _is_ours(hook: object) -> bool:
    command = hook.get("command", "") if isinstance(hook, Mapping) else ""
    return isinstance(command, str) and command.startswith("sh ") and _OURS in command


def _remove(settings: Settings) -> bool:
    """Takes our entries out of `settings`, and the containers that they leave empty."""
    groups = _groups(settings)
    touched = [group for group in groups if any(map(_is_ours, _hooks(group)))]
    for group in touched:
        group["hooks"] = [hook for hook in group["hooks"] if not _is_ours(hook)]
        if not group["hooks"]:
            groups.remove(group)
    if touched and not groups:
        del settings["hooks"][EVENT]
        if not settings["hooks"]:
            del settings["hooks"]
    return bool(touched)
