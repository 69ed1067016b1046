"""Codex as an engine: `codex exec --json`, its events one a line."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from orchestrator.engines.programs.endings import broken_off, stated, unreadable
from orchestrator.engines.programs.program import Start
from orchestrator.engines.programs.prompt import prompt_of, standing_of
from orchestrator.engines.programs.room import PrivateFiles
from orchestrator.engines.wire.schema import is_strict, strict_schema
from orchestrator.seams import Finished
from orchestrator.values.turn import EngineInfo, Reply, ToolUse, Turn, TurnFailure, TurnRequest, Usage

OWN_DEFAULT = "default"
"""In the settings: the model that the program itself would use."""
INFO = EngineInfo(
    name="codex",
    label="Codex",
    rule_based=False,
    tool_use=ToolUse.OWN,
    leaves_machine=True,
    paid=True,
    efforts=("minimal", "low", "medium", "high", "xhigh"),
    default_model=OWN_DEFAULT,
    window=200_000,
)
PASSES = ("OPENAI_*", "CODEX_*", "AZURE_OPENAI_*")
_QUIET = ("analytics.enabled=false", "check_for_update_on_startup=false", 'web_search="disabled"')
_OWN_FOLDER = ("network_access=false", "exclude_slash_tmp=true", "exclude_tmpdir_env_var=true")
"""Of the sandbox that may write: the folder it is started in, and nothing else."""
_STATUS = re.compile(r"unexpected status (\d{3})\b")


@dataclass(frozen=True, slots=True)
class CodexSpeaker:
    """`program` and `extra` words come from the settings."""

    program: str
    extra: tuple[str, ...] = ()

    @property
    def info(self) -> EngineInfo:
        """Codex."""
        return INFO

    @property
    def passes(self) -> tuple[str, ...]:
        """Its keys and addresses."""
        return PASSES

    def start(self, request: TurnRequest, files: PrivateFiles) -> Start:
        """Its shell stays, in the read-only sandbox: it has no other way to read. For a fix it may write in its folder."""
        sandbox = "workspace-write" if request.payload.writes else "read-only"
        argv = [self.program, "exec", "--json", "--ephemeral", "--skip-git-repo-check", "--sandbox", sandbox]
        argv += ["--ignore-rules", "--color", "never", "--disable", "plugins", "--config", 'approval_policy="never"']
        bounds = tuple(f"sandbox_workspace_write.{one}" for one in _OWN_FOLDER) if request.payload.writes else ()
        argv += [word for option in (*_QUIET, *bounds) for word in ("--config", option)]
        schema = strict_schema(json.loads(request.schema)) if request.schema else {}
        # Its provider refuses a schema with an open object; without one the contract says what to write.
        if schema and is_strict(schema):
            argv += ["--output-schema", str(files.write("reply-schema.json", json.dumps(schema)))]
        argv += ["--model", request.model] if request.model not in {"", OWN_DEFAULT} else []
        known = request.effort in INFO.efforts
        argv += ["--config", f'model_reasoning_effort="{request.effort}"'] if known else []
        notes = () if known or not request.effort else (f"codex has no effort {request.effort}, so its own was used",)
        prompt = f"{standing_of(request.messages)}\n\n{prompt_of(request.messages)}"
        return Start((*argv, *self.extra, "-"), prompt, MappingProxyType({}), notes)

    def read(self, request: TurnRequest, done: Finished) -> Turn:
        """The last message of its turn; the schema it was given is enforced by nobody, so the reply is checked by us."""
        events = list(_events(done.stdout))
        usage = _usage(events)
        failed = next((event for event in reversed(events) if event.get("type") in {"turn.failed", "error"}), None)
        whole = any(event.get("type") == "turn.completed" for event in events)
        if failed is not None and not whole:
            message = _message(failed)
            found = _STATUS.search(message)
            failure = stated(INFO.name, int(found[1]) if found else None, message)
            return TurnFailure(failure.kind, failure.detail, failure.retry_after, usage, failure.everybody)
        if done.code:
            return broken_off(INFO.name, done)
        texts = [str(event["item"].get("text", "")) for event in events if _is_message(event)]
        if not whole or not texts:
            return unreadable(INFO.name, done.stdout)
        return Reply(text=texts[-1], model=_model(request), usage=usage)


def _events(output: bytes) -> Iterator[dict[str, Any]]:
    """The lines that are events; a cut last line is none."""
    for line in output.splitlines():
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(event, dict):
            yield event


def _message(event: dict[str, Any]) -> str:
    error = event.get("error")
    return str(error.get("message", "")) if isinstance(error, dict) else str(event.get("message", ""))


def _is_message(event: dict[str, Any]) -> bool:
    item = event.get("item")
    return event.get("type") == "item.completed" and isinstance(item, dict) and item.get("type") == "agent_message"


def _usage(events: list[dict[str, Any]]) -> Usage:
    """Its `input_tokens` hold what was cached as well."""
    total = Usage()
    for event in events:
        given = event.get("usage")
        if event.get("type") != "turn.completed" or not isinstance(given, dict):
            continue
        read, written = _count(given, "cached_input_tokens"), _count(given, "cache_write_input_tokens")
        fresh = max(0, _count(given, "input_tokens") - read - written)
        total += Usage(fresh, read, written, _count(given, "output_tokens"))
    return total


def _count(given: dict[str, Any], name: str) -> int:
    value = given.get(name)
    return value if isinstance(value, int) and value > 0 else 0


def _model(request: TurnRequest) -> str:
    # Its events do not say which model answered.
    return f"{INFO.name} default" if request.model in {"", OWN_DEFAULT} else request.model
