"""The seams: one short Protocol for each thing that can be exchanged. Implementations are listed in `registry.py`."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    # The hooks need the doors of this file and none of the nouns, and every import makes them slower.
    from orchestrator.values.analysis import ToolRun
    from orchestrator.values.report import Report
    from orchestrator.values.turn import EngineInfo, Turn, TurnRequest

T = TypeVar("T")


class Engine(Protocol):
    """Answers one turn: messages and tool definitions in, text, tool calls or a typed failure out.

    The loop over turns is ours. An engine never raises for a failure it can name; whatever it raises is a crash of
    that one lens. Cancellation must reach every child it started.
    """

    @property
    def info(self) -> "EngineInfo":
        """What it is and what it can do."""
        ...

    async def turn(self, request: "TurnRequest") -> "Turn":
        """One answer to one request."""
        ...


class Clock(Protocol):
    """Time. The fake one moves only when told to, so deadlines are tested without waiting."""

    def now(self) -> datetime:
        """Current time, UTC, aware."""
        ...

    def monotonic(self) -> float:
        """Seconds from an arbitrary start; never goes back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Waits `seconds`."""
        ...

    async def within(self, seconds: float, work: Callable[[], Awaitable[T]]) -> T:
        """Runs `work`, cancelling it and raising TimeoutError once `seconds` have passed."""
        ...


class Finished(NamedTuple):
    """A process that ended by itself; both streams were read to the end (each kept up to its cap)."""

    code: int
    stdout: bytes
    stderr: bytes


class Process(Protocol):
    """Starts programs. Raises FileNotFoundError when there is none and TimeoutError when it was killed for time."""

    async def run(
        self,
        argv: Sequence[str],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        stdin: bytes = b"",
        seconds: float,
    ) -> Finished:
        """Runs to the end in its own process group; the whole group is gone when this returns or raises; killed after `seconds`."""
        ...


class Git(Protocol):
    """The one door to git: pinned configuration, scrubbed environment, NUL-separated everywhere."""

    @property
    def top(self) -> Path:
        """Absolute top level of the calling work tree."""
        ...

    def run(self, *args: str, stdin: bytes = b"", index: Path | None = None, seconds: float | None = None) -> bytes:
        """Standard output of `git <args>`; raises RepositoryError with git's first line when it fails or takes longer."""
        ...

    def ok(self, *args: str) -> bool:
        """True when `git <args>` exits 0."""
        ...


class SourceTree(Protocol):
    """The bytes under review. What is read here is what the subject hash covers."""

    def paths(self) -> tuple[str, ...]:
        """Every path of the tree, sorted."""
        ...

    def read(self, path: str) -> bytes | None:
        """Bytes of `path` on the new side (a symlink's target text), or None when it is not a readable file."""
        ...


class Analyzer(Protocol):
    """A static-analysis tool: a directory holding the targets in, one ToolRun out."""

    @property
    def name(self) -> str:
        """Tool name as it appears in the report."""
        ...

    def reads(self, path: str) -> bool:
        """True for a file that the tool looks into, judged by its name alone. Of the others it has nothing to say."""
        ...

    async def analyze(self, root: Path, files: Sequence[str]) -> "ToolRun":
        """Analyses `files` (relative to `root`) in one start. Never raises for what a tool does; that is a status."""
        ...


class Reporter(Protocol):
    """Report in, bytes out."""

    def render(self, report: "Report") -> bytes:
        """The whole document, UTF-8."""
        ...
