"""The door to MCP servers: each runs in a task of its own, as long as the run needs it, and may fail by itself.

A server that is missing, slow or broken is a state with a reason. Only allowed tools that are not known to change
anything are taken from it.
"""

import json
import logging
import os
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import anyio

from orchestrator.values.turn import ToolDefinition

if TYPE_CHECKING:
    from mcp import ClientSession
    from mcp.types import CallToolResult, Tool

START_SECONDS = 15.0
CALL_SECONDS = 30.0
_CLOSE_SECONDS = 5.0
_DESCRIPTION = 1_000
_SCHEMA = 8_000
MISSING = "the package mcp is not installed (pip install 'code-review-orchestrator[mcp]')"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSpec:
    """A server of the settings: a program with arguments and environment, or an address; `tools` are allowed."""

    name: str
    tools: tuple[str, ...]
    command: str = ""
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    url: str = ""


@dataclass(frozen=True, slots=True)
class ServerTool:
    """A tool of a running server."""

    definition: ToolDefinition
    name: str
    session: "ClientSession"

    async def call(self, arguments: Mapping[str, object]) -> str:
        """Its answer as text; what goes wrong is one line of text."""
        try:
            with anyio.fail_after(CALL_SECONDS):
                return _text(await self.session.call_tool(self.name, dict(arguments)))
        except TimeoutError:
            return f"Not done: no answer within {CALL_SECONDS:g} s."
        # A server is foreign code, and so is what the library makes of its answers: no lens may fail because of it.
        except Exception as error:  # noqa: BLE001
            return f"Not done: {_reason(error)}"


@dataclass(frozen=True, slots=True)
class ServerState:
    """What became of one server: its tools, or why there are none; `refused` are allowed tools that were not taken."""

    name: str
    tools: tuple[ServerTool, ...] = ()
    problem: str = ""
    refused: tuple[str, ...] = ()


@asynccontextmanager
async def open_servers(
    specs: Sequence[ServerSpec], cwd: Path, seconds: float = START_SECONDS
) -> AsyncIterator[tuple[ServerState, ...]]:
    """Starts all of `specs` in `cwd` at once; each has `seconds` to say what it offers. They end with the context."""
    if not _is_installed():
        yield tuple(ServerState(spec.name, problem=MISSING) for spec in specs)
        return
    hosts = [_Host(spec, cwd) for spec in specs]
    # The library writes tracebacks about servers that misbehave; the state of the server says what a person needs.
    logging.getLogger("mcp").setLevel(logging.CRITICAL)
    async with anyio.create_task_group() as group:
        for host in hosts:
            group.start_soon(host.serve)
        with anyio.move_on_after(seconds):
            for host in hosts:
                await host.ready.wait()
        for host in hosts:
            host.give_up(f"no answer within {seconds:g} s")
        try:
            yield tuple(host.state for host in hosts)
        finally:
            for host in hosts:
                host.closing.set()
            group.cancel_scope.deadline = anyio.current_time() + _CLOSE_SECONDS


class _Host:
    """One server and the task that owns its connection."""

    def __init__(self, spec: ServerSpec, cwd: Path) -> None:
        self._spec = spec
        self._cwd = cwd
        self._scope = anyio.CancelScope()
        self.ready = anyio.Event()
        self.closing = anyio.Event()
        self.state = ServerState(spec.name)

    def give_up(self, why: str) -> None:
        """Ends a server that has not become ready."""
        if not self.ready.is_set():
            self.state = ServerState(self._spec.name, problem=why)
            self._scope.cancel()

    async def serve(self) -> None:
        """Connects, says what there is, and keeps the connection until the run ends."""
        try:
            with self._scope:
                await self._connected()
        # Whatever a server or the library does is the state of this server alone.
        except Exception as error:  # noqa: BLE001
            if not self.ready.is_set():
                self.state = ServerState(self._spec.name, problem=_reason(error))
        finally:
            self.ready.set()

    async def _connected(self) -> None:
        # Imported late: an optional package, and a large one.
        from mcp import ClientSession  # noqa: PLC0415

        async with AsyncExitStack() as opened:
            silent = opened.enter_context(_nowhere())
            streams = await self._streams(opened, silent)
            session = await opened.enter_async_context(ClientSession(*streams))
            await session.initialize()
            listed = (await session.list_tools()).tools
            self.state = _state(self._spec, listed, session)
            self.ready.set()
            await self.closing.wait()

    async def _streams(self, opened: AsyncExitStack, silent: TextIO) -> tuple[Any, Any]:
        # Imported late like the library itself.
        from mcp import StdioServerParameters  # noqa: PLC0415
        from mcp.client.stdio import stdio_client  # noqa: PLC0415
        from mcp.client.streamable_http import streamablehttp_client  # noqa: PLC0415

        spec = self._spec
        if spec.url:
            read, write, _ = await opened.enter_async_context(streamablehttp_client(spec.url))
            return read, write
        program = StdioServerParameters(command=spec.command, args=list(spec.args), env=dict(spec.env), cwd=self._cwd)
        return await opened.enter_async_context(stdio_client(program, errlog=silent))


def _is_installed() -> bool:
    """Loads the library, too: that takes time which no server should be charged with."""
    try:
        import_module("mcp.client.stdio")
        import_module("mcp.client.streamable_http")
    except ImportError:
        return False
    return True


@contextmanager
def _nowhere() -> Iterator[TextIO]:
    """Where the errors of a server go: they are not ours to show, and may be anything."""
    with Path(os.devnull).open("w", encoding="utf-8") as silent:
        yield silent


def _state(spec: ServerSpec, listed: "Sequence[Tool]", session: "ClientSession") -> ServerState:
    by_name = {tool.name: tool for tool in listed}
    refused = [f"{name} (no such tool)" for name in spec.tools if name not in by_name]
    allowed = [by_name[name] for name in spec.tools if name in by_name]
    refused += [f"{tool.name} (it changes things)" for tool in allowed if _changes(tool)]
    tools = tuple(_tool(spec, tool, session) for tool in allowed if not _changes(tool))
    problem = "" if tools else f"none of its tools can be used: {', '.join(refused)}"
    return ServerState(spec.name, tools, problem, tuple(refused))


def _changes(tool: "Tool") -> bool:
    """What the server itself says of the tool. One that says nothing was still allowed by name."""
    notes = tool.annotations
    return notes is not None and (
        notes.readOnlyHint is False or (notes.destructiveHint is True and not notes.readOnlyHint)
    )


def _tool(spec: ServerSpec, tool: "Tool", session: "ClientSession") -> ServerTool:
    schema = json.dumps(tool.inputSchema)
    described = " ".join((tool.description or "").split())[:_DESCRIPTION]
    definition = ToolDefinition(
        name=f"mcp__{spec.name}__{tool.name.replace('.', '_')}"[:64],
        description=f"{described} (of the server {spec.name}; its answers are no evidence)".strip(),
        schema=schema if len(schema) <= _SCHEMA else '{"type": "object"}',
    )
    return ServerTool(definition, tool.name, session)


def _text(result: "CallToolResult") -> str:
    parts = [str(getattr(part, "text", f"[{part.type}, not shown]")) for part in result.content]
    said = "\n".join(parts) or "(no answer)"
    return f"Not done: {said}" if result.isError else said


def _reason(error: BaseException) -> str:
    """One line; of several errors at once the first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    text = " ".join(str(error).split())[:200]
    return text or type(error).__name__
