"""What deterministic tools said: gates, tool runs, their findings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType


class ToolStatus(StrEnum):
    """How a tool run ended. Only `absent` may be passed over; `crashed` and `timeout` fail whoever needed the tool."""

    OK = "ok"
    ABSENT = "absent"
    CRASHED = "crashed"
    TIMEOUT = "timeout"
    SKIPPED = "skipped"


class GateStatus(StrEnum):
    """Outcome of one preflight gate."""

    PASS = "pass"  # noqa: S105
    FAIL = "fail"
    WARN = "warn"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFinding:
    """One result of one tool, in one shape for all tools. `line` is 1-based; `severity` is error, warning or suggestion.

    `in_diff` says whether it lies on a line this review answers for; None as long as nobody has compared.
    """

    tool: str
    rule: str
    severity: str
    file: str
    line: int
    message: str
    end_line: int | None = None
    fix: str = ""
    suppressed_inline: bool = False
    in_diff: bool | None = None
    metadata: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def place(self) -> tuple[str, int, int, str]:
        """What the results of one tool are ordered by."""
        return self.file, self.line, self.end_line or self.line, self.rule


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRun:
    """One start of one tool over the targets.

    `partial` maps a file to the reason the tool read it in part or not at all, `unread` names those of which it never
    saw a byte; `hint` says how to install an absent tool. Of `scanned`, `reused` counts the files whose results came from the cache.
    """

    tool: str
    status: ToolStatus
    version: str = ""
    detail: str = ""
    hint: str = ""
    findings: tuple[ToolFinding, ...] = ()
    scanned: tuple[str, ...] = ()
    partial: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    unread: frozenset[str] = frozenset()
    reused: int = 0


@dataclass(frozen=True, slots=True)
class Probe:
    """An optional tool that a run looked for: is it there, and one line on what it is good for or why not."""

    name: str
    available: bool
    detail: str


@dataclass(frozen=True, slots=True)
class GateResult:
    """One preflight gate with a one-line reason. `undecided`: it could not tell, and without it there is no verdict."""

    name: str
    status: GateStatus
    detail: str
    undecided: bool = False
