"""Reader tools and optional tools as a run needs them: what is there, what is offered, what is told of it."""

import os
import re
import shutil
import stat
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from orchestrator.dispatch.reading.finder import Finder
from orchestrator.dispatch.reading.holdings import Holdings
from orchestrator.dispatch.reading.library import Bounds, ForeignTool, ReaderLibrary
from orchestrator.dispatch.reading.ripgrep import Ripgrep
from orchestrator.dispatch.reading.tools import TOOLS
from orchestrator.scope.ignore.rules import IgnoreRules
from orchestrator.scope.own import own_files
from orchestrator.scope.resolve import Resolved
from orchestrator.scope.tree import GitTree
from orchestrator.seams import Clock, Git, SourceTree
from orchestrator.settings.model import Settings
from orchestrator.system.mcp_servers import ServerSpec, ServerState, open_servers
from orchestrator.system.process import ProcessDoor
from orchestrator.values.analysis import Probe, ToolRun, ToolStatus
from orchestrator.values.change import SYMLINK_MODE
from orchestrator.values.turn import ToolUse
from orchestrator.wiring.desk import Team
from orchestrator.wiring.session import Session

READERS = "reader tools"
CODEGRAPH = "codegraph"
SEMGREP = "semgrep"
MCP = "mcp"
IGNORED = "ignored"
_VARIABLE = re.compile(r"\$\{(\w+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """What may be offered to the lenses of one run. `team` tells whose engine must not see secrets, `ripgrep` where
    that program is, if it is there."""

    git: Git
    resolved: Resolved
    settings: Settings
    team: Team
    foreign: tuple[ForeignTool, ...] = ()
    probes: tuple[Probe, ...] = ()
    ripgrep: str = ""

    def library(self, clock: Clock, marker: str, seconds: float | None = None) -> ReaderLibrary | None:
        """The library of the run, None where the settings switch it off.

        `seconds` is the time of whoever reads; without it that of one attempt of a lens.
        """
        if why_off(self.settings):
            return None
        tree = self.resolved.tree
        left_out = {left.path for left in self.resolved.change.left_out if left.kind != IGNORED}
        return ReaderLibrary(
            holdings=Holdings(
                tree,
                own_files(tree.paths(), tree) | left_out,
                link_test(tree, self.git.top),
                why_ignored(self.resolved.rules),
            ),
            finder=self._finder(),
            clock=clock,
            bounds=bounds_of(self.settings, self.settings.number("lens_timeout") if seconds is None else seconds),
            marker=marker,
            masks=lambda lens: self.team.of(lens).info.leaves_machine,
            foreign=self.foreign,
        )

    def _finder(self) -> Finder:
        tree = self.resolved.tree
        if isinstance(tree, GitTree):
            return Finder(self.git, tree.name, prefetch=tree.prefetch)
        top = self.git.top
        return Finder(
            self.git, ripgrep=Ripgrep(self.ripgrep, ProcessDoor(), top, _plain_test(top)) if self.ripgrep else None
        )


def _plain_test(top: Path) -> Callable[[str], bool]:
    """Tells the regular files below `top`; asked for every file of the tree, so it does without path objects."""
    return lambda path: _is_of(f"{top}/{path}", stat.S_ISREG)


def why_off(settings: Settings) -> str:
    """Why the settings offer no reader tools to anybody; empty when they do."""
    if not settings.flag("project_access"):
        return "switched off by project_access"
    return "" if settings.number("max_tool_calls") else "switched off by max_tool_calls: 0"


def why_ignored(rules: IgnoreRules) -> Callable[[str], str]:
    """Says for a path what ignores it, empty for nothing."""

    def why(path: str) -> str:
        found = rules.why(path)
        return f"ignored by {found.text}" if found else ""

    return why


def bounds_of(settings: Settings, seconds: float) -> Bounds:
    """The budget of somebody who has `seconds` in all."""
    return Bounds(
        calls=int(settings.number("max_tool_calls")),
        size=int(settings.number("max_read_bytes")),
        results=int(settings.number("max_search_results")),
        seconds=seconds * settings.number("tool_deadline_ratio"),
    )


def link_test(tree: SourceTree, top: Path) -> Callable[[str], bool]:
    """Tells the symbolic links of `tree`, which is one of git's or lies below `top`."""
    if isinstance(tree, GitTree):
        entries = tree.entries
        return lambda path: path in entries and entries[path].mode == SYMLINK_MODE
    return lambda path: _is_of(top / path, stat.S_ISLNK)


def _is_of(path: Path | str, kind: Callable[[int], bool]) -> bool:
    try:
        return kind(os.lstat(path).st_mode)
    except OSError:
        return False


def probes(git: Git, settings: Settings, tools: tuple[ToolRun, ...], team: Team) -> tuple[Probe, ...]:
    """Optional tools that are there or not, other than servers: semgrep, the index of codegraph, the reader tools."""
    semgrep = next((run for run in tools if run.tool == SEMGREP), None)
    found = semgrep is not None and semgrep.status is not ToolStatus.ABSENT
    indexed = (git.top / ".codegraph").is_dir()
    return (
        Probe(SEMGREP, found, "its findings are in the static analysis" if found else "not installed"),
        Probe(CODEGRAPH, indexed, ".codegraph/ is there" if indexed else "no .codegraph/ here"),
        _readers(settings, team),
    )


def lines(probed: tuple[Probe, ...]) -> tuple[str, ...]:
    """What a lens is told; semgrep is among the tools of the static analysis already."""
    return tuple(
        f"{one.name}: {'available' if one.available else 'not available'}, {one.detail}"
        for one in probed
        if one.name != SEMGREP
    )


def uses_tools(team: Team) -> bool:
    """True when an engine of the run calls tools that are offered to it."""
    return any(engine.info.tool_use is ToolUse.NATIVE for engine in (team.engine, *team.routes.values()))


def _readers(settings: Settings, team: Team) -> Probe:
    if why_off(settings):
        return Probe(READERS, False, why_off(settings))
    if not uses_tools(team):
        return Probe(READERS, False, "no engine of this run calls tools")
    return Probe(READERS, True, f"{', '.join(tool.name for tool in TOOLS)} for engines that call tools")


@asynccontextmanager
async def open_shelf(
    session: Session, resolved: Resolved, team: Team, environ: Mapping[str, str], *, start: bool
) -> AsyncIterator[Shelf]:
    """The shelf of one run. Servers are started when somebody calls tools and `start` says so; they end with the context."""
    settings = session.settings
    specs = server_specs(settings, environ)
    ripgrep = shutil.which("rg", path=environ.get("PATH")) or ""
    shelf = Shelf(git=session.git, resolved=resolved, settings=settings, team=team, ripgrep=ripgrep)
    why = _why_unstarted(settings, team, start=start)
    if why or not specs:
        yield replace(shelf, probes=tuple(Probe(f"mcp {spec.name}", False, f"not started: {why}") for spec in specs))
        return
    async with open_servers(specs, session.git.top) as states:
        yield replace(
            shelf,
            foreign=tuple(tool for state in states for tool in state.tools),
            probes=tuple(map(_probe, states)),
        )


def server_specs(settings: Settings, environ: Mapping[str, str]) -> tuple[ServerSpec, ...]:
    """The servers of the settings. `${NAME}` in a value of `env` stands for that variable, so that no file holds a secret."""
    return tuple(
        ServerSpec(
            name=name,
            tools=tuple(entry["tools"]),
            command=entry.get("command", ""),
            args=tuple(entry.get("args", ())),
            env={key: _expanded(value, environ) for key, value in entry.get("env", {}).items()},
            url=entry.get("url", ""),
        )
        for name, entry in settings.mapping(MCP).items()
    )


def _why_unstarted(settings: Settings, team: Team, *, start: bool) -> str:
    if why_off(settings):
        return why_off(settings)
    if not uses_tools(team):
        return "no engine of this run calls tools"
    return "" if start else "a dry run starts no server"


def _probe(state: ServerState) -> Probe:
    name = f"mcp {state.name}"
    if state.problem:
        return Probe(name, False, f"{state.problem}; the reader tools take its place")
    left = f"; not taken: {', '.join(state.refused)}" if state.refused else ""
    return Probe(name, True, f"{', '.join(tool.definition.name for tool in state.tools)}{left}")


def _expanded(value: str, environ: Mapping[str, str]) -> str:
    return _VARIABLE.sub(lambda found: environ.get(found[1], ""), value)
