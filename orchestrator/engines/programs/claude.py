"""Claude Code as an engine: `claude -p --output-format json`."""

import json
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from orchestrator.engines.programs.endings import broken_off, stated, unreadable
from orchestrator.engines.programs.program import Start
from orchestrator.engines.programs.prompt import prompt_of, standing_of
from orchestrator.engines.programs.room import PrivateFiles
from orchestrator.engines.wire.schema import strict_schema
from orchestrator.seams import Finished
from orchestrator.values.lens import ContextNeed
from orchestrator.values.turn import EngineInfo, FailureKind, Reply, ToolUse, Turn, TurnFailure, TurnRequest, Usage

INFO = EngineInfo(
    name="claude",
    label="Claude Code",
    rule_based=False,
    tool_use=ToolUse.OWN,
    leaves_machine=True,
    paid=True,
    efforts=("low", "medium", "high", "xhigh", "max"),
    window=200_000,
)
PASSES = (
    *("ANTHROPIC_*", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CONFIG_DIR", "CLAUDE_CODE_USE_*"),
    *("AWS_REGION", "AWS_PROFILE", "AWS_BEARER_TOKEN_BEDROCK", "CLOUD_ML_REGION", "GOOGLE_APPLICATION_CREDENTIALS"),
)
QUIET = MappingProxyType(
    {
        "CLAUDE_CODE_MAX_RETRIES": "0",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_TELEMETRY": "1",
        "DISABLE_ERROR_REPORTING": "1",
        "DISABLE_AUTOUPDATER": "1",
    }
)
READS = "Read,Grep,Glob"
EDITS = "Edit,Write"
NEVER = "Bash,NotebookEdit,WebFetch,WebSearch,Task,Agent,Skill"
WRITES = f"{NEVER},MultiEdit,{EDITS}"
_ISOLATED = ("--safe-mode", "--strict-mcp-config", "--setting-sources", "", "--disable-slash-commands")


@dataclass(frozen=True, slots=True)
class ClaudeSpeaker:
    """`program` and `extra` words come from the settings."""

    program: str
    extra: tuple[str, ...] = ()

    @property
    def info(self) -> EngineInfo:
        """Claude Code."""
        return INFO

    @property
    def passes(self) -> tuple[str, ...]:
        """Its keys and addresses."""
        return PASSES

    def start(self, request: TurnRequest, files: PrivateFiles) -> Start:
        """A lens that needs the change alone gets no tools at all; the others get three that read.

        Where the folder may be changed two that write come on top, which then need nobody's consent there.
        """
        alone = request.payload.lens.context is ContextNeed.DIFF_ONLY and request.payload.has_diff
        argv = [self.program, "-p", "--output-format", "json", "--no-session-persistence", *_ISOLATED]
        if request.payload.writes:
            argv += ["--tools", f"{READS},{EDITS}", "--disallowedTools", NEVER, "--permission-mode", "acceptEdits"]
        else:
            argv += ["--tools", "" if alone else READS, "--disallowedTools", WRITES]
        argv += ["--system-prompt-file", str(files.write("contract.md", standing_of(request.messages)))]
        if request.schema:
            argv += ["--json-schema", json.dumps(strict_schema(json.loads(request.schema), all_required=False))]
        argv += ["--model", request.model] if request.model else []
        argv += ["--effort", request.effort] if request.effort else []
        return Start((*argv, *self.extra), prompt_of(request.messages), QUIET)

    def read(self, request: TurnRequest, done: Finished) -> Turn:
        """Its one JSON object. `subtype` says success even for errors, so `is_error` decides."""
        data = _object(done.stdout)
        if data is None:
            return broken_off(INFO.name, done)
        usage = _usage(data)
        said = data.get("result")
        if data.get("is_error") or done.code:
            status = data.get("api_error_status")
            text = str(said or data.get("subtype") or "")
            failure = stated(INFO.name, status if isinstance(status, int) else None, text)
            return TurnFailure(failure.kind, failure.detail, failure.retry_after, usage, failure.everybody)
        if data.get("stop_reason") == "max_tokens":
            return TurnFailure(FailureKind.CUT, "the reply was cut at the limit of its length", usage=usage)
        if data.get("stop_reason") == "refusal":
            return TurnFailure(FailureKind.REFUSED, "the model declined to answer", usage=usage)
        whole = data.get("structured_output")
        if not isinstance(whole, dict) and not isinstance(said, str):
            return unreadable(INFO.name, done.stdout)
        text = json.dumps(whole, ensure_ascii=False) if isinstance(whole, dict) else str(said)
        return Reply(text=text, model=_model(data) or request.model or INFO.name, usage=usage, notes=_notes(done))


def _object(output: bytes) -> dict[str, Any] | None:
    try:
        data = json.loads(output)
    except (ValueError, RecursionError):
        return None
    if isinstance(data, list):
        # With `verbose` in somebody's settings all events come, the result last.
        data = data[-1] if data else None
    return data if isinstance(data, dict) and data.get("type") == "result" else None


def _usage(data: dict[str, Any]) -> Usage:
    given = data.get("usage")
    counts = given if isinstance(given, dict) else {}
    usd = data.get("total_cost_usd")
    return Usage(
        input=_count(counts, "input_tokens"),
        cached_read=_count(counts, "cache_read_input_tokens"),
        cached_write=_count(counts, "cache_creation_input_tokens"),
        output=_count(counts, "output_tokens"),
        usd=float(usd) if isinstance(usd, int | float) and usd > 0 else None,
    )


def _count(counts: dict[str, Any], name: str) -> int:
    value = counts.get(name)
    return value if isinstance(value, int) and value > 0 else 0


def _model(data: dict[str, Any]) -> str:
    """The model that wrote most: helpers of the program may have used a smaller one."""
    used = data.get("modelUsage")
    if not isinstance(used, dict) or not used:
        return ""
    return str(max(used, key=lambda name: _count(used[name] if isinstance(used[name], dict) else {}, "outputTokens")))


def _notes(done: Finished) -> tuple[str, ...]:
    lines = done.stderr[:20_000].decode("utf-8", "replace").splitlines()
    return tuple(line.strip()[:200] for line in lines if "--effort" in line or "--model" in line)
