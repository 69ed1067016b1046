"""Gemini CLI as an engine: `gemini --output-format json`, one object with the response or the error."""

import json
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from orchestrator.engines.programs.codex import OWN_DEFAULT
from orchestrator.engines.programs.endings import broken_off, stated
from orchestrator.engines.programs.program import Start
from orchestrator.engines.programs.prompt import prompt_of, standing_of
from orchestrator.engines.programs.room import PrivateFiles
from orchestrator.seams import Finished
from orchestrator.values.turn import EngineInfo, Reply, ToolUse, Turn, TurnRequest, Usage

INFO = EngineInfo(
    name="gemini",
    label="Gemini CLI",
    rule_based=False,
    tool_use=ToolUse.OWN,
    leaves_machine=True,
    paid=True,
    default_model=OWN_DEFAULT,
    window=1_000_000,
)
PASSES = ("GEMINI_API_KEY", "GEMINI_CLI_HOME", "GOOGLE_*", "CLOUD_SHELL")
POLICY = """\
[[rule]]
toolName = "*"
decision = "deny"
priority = 900

[[rule]]
toolName = ["read_file", "glob", "grep_search", "list_directory"]
decision = "allow"
priority = 950
"""
"""Everything is denied but four tools that read; a denied tool is not even offered to the model."""
EDITING = """
[[rule]]
toolName = ["replace", "write_file"]
decision = "allow"
priority = 950
"""
"""Added for a fix: two tools that write, in the folder it is started in."""


@dataclass(frozen=True, slots=True)
class GeminiSpeaker:
    """`program` and `extra` words come from the settings."""

    program: str
    extra: tuple[str, ...] = ()

    @property
    def info(self) -> EngineInfo:
        """Gemini CLI."""
        return INFO

    @property
    def passes(self) -> tuple[str, ...]:
        """Its keys and addresses."""
        return PASSES

    def start(self, request: TurnRequest, files: PrivateFiles) -> Start:
        """The contract takes the place of its own instructions; it takes no reply schema, so the contract says it."""
        writes = request.payload.writes
        policy = files.write("policy.toml", f"{POLICY}{EDITING}" if writes else POLICY)
        approval = "auto_edit" if writes else "default"
        argv = [self.program, "--output-format", "json", "--approval-mode", approval, "--skip-trust"]
        argv += ["--extensions", "none", "--admin-policy", str(policy)]
        argv += ["--model", request.model] if request.model not in {"", OWN_DEFAULT} else []
        system = files.write("contract.md", standing_of(request.messages))
        notes = (f"gemini has no setting for effort {request.effort}",) if request.effort else ()
        variables = MappingProxyType({"GEMINI_SYSTEM_MD": str(system), "NO_COLOR": "1"})
        return Start((*argv, *self.extra), prompt_of(request.messages), variables, notes)

    def read(self, request: TurnRequest, done: Finished) -> Turn:
        """Errors come as an object on standard error, below warnings and stack traces."""
        data = _object(done.stdout) or _object(done.stderr)
        if data is None:
            return broken_off(INFO.name, done)
        error = data.get("error")
        if isinstance(error, dict):
            code = error.get("code")
            return stated(INFO.name, code if isinstance(code, int) else None, str(error.get("message", "")))
        said = data.get("response")
        if done.code or not isinstance(said, str):
            return broken_off(INFO.name, done)
        model, usage = _spent(data)
        return Reply(text=said, model=model or request.model or INFO.name, usage=usage)


def _object(output: bytes) -> dict[str, Any] | None:
    """The JSON object that ends `output`."""
    text = output.decode("utf-8", "replace").strip()
    starts = [0] if text.startswith("{") else []
    starts += [index + 1 for index in range(len(text)) if text.startswith("\n{", index)]
    for start in starts[-20:]:
        try:
            data = json.loads(text[start:])
        except (ValueError, RecursionError):
            continue
        if isinstance(data, dict) and ("error" in data or "response" in data):
            return data
    return None


def _spent(data: dict[str, Any]) -> tuple[str, Usage]:
    """The model that wrote most, and the tokens of all models; thinking is paid for like an answer."""
    stats = data.get("stats")
    models = stats.get("models") if isinstance(stats, dict) else None
    total, best, most = Usage(), "", -1
    for name, row in (models or {}).items() if isinstance(models, dict) else ():
        tokens = row.get("tokens") if isinstance(row, dict) else None
        given = tokens if isinstance(tokens, dict) else {}
        read, out = _count(given, "cached"), _count(given, "candidates") + _count(given, "thoughts")
        total += Usage(input=max(0, _count(given, "prompt") - read), cached_read=read, output=out)
        best, most = (name, out) if out > most else (best, most)
    return best, total


def _count(given: dict[str, Any], name: str) -> int:
    value = given.get(name)
    return value if isinstance(value, int) and value > 0 else 0
