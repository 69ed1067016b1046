"""A source tree in memory, changed files built from two texts, and a stand-in for a tool."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import anyio

from orchestrator.values.analysis import ToolFinding, ToolRun, ToolStatus
from orchestrator.values.change import ChangedFile, DiffLine, Hunk, LineKind, Status


@dataclass
class MemoryTree:
    """seams.SourceTree over a mapping from path to text or bytes."""

    files: Mapping[str, str | bytes]

    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self.files))

    def read(self, path: str) -> bytes | None:
        content = self.files.get(path)
        return content.encode("utf-8") if isinstance(content, str) else content


def whole(path: str) -> ChangedFile:
    """A file of a scope without a diff."""
    return ChangedFile(path=path)


def changed(path: str, before: str | None, after: str | None, *, context: int = 3) -> ChangedFile:
    """The entry git would give for `path`; None is a side that does not exist."""
    old = [] if before is None else before.splitlines()
    new = [] if after is None else after.splitlines()
    groups = difflib.SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(context)
    status = Status.ADDED if before is None else Status.DELETED if after is None else Status.MODIFIED
    return ChangedFile(path=path, status=status, hunks=tuple(_hunk(group, old, new) for group in groups))


def _hunk(group: Sequence[tuple[str, int, int, int, int]], old: Sequence[str], new: Sequence[str]) -> Hunk:
    lines: list[DiffLine] = []
    for tag, a, b, c, d in group:
        if tag == "equal":
            lines += [DiffLine(LineKind.CONTEXT, old[a + n], a + n + 1, c + n + 1) for n in range(b - a)]
            continue
        lines += [DiffLine(LineKind.REMOVED, old[n], n + 1, None) for n in range(a, b)]
        lines += [DiffLine(LineKind.ADDED, new[n], None, n + 1) for n in range(c, d)]
    old_count, new_count = group[-1][2] - group[0][1], group[-1][4] - group[0][3]
    return Hunk(group[0][1] + bool(old_count), old_count, group[0][3] + bool(new_count), new_count, tuple(lines))


@dataclass
class StubAnalyzer:
    """seams.Analyzer that answers with `findings` (or `status`, or raises `error`) and counts its starts."""

    name: str
    findings: tuple[ToolFinding, ...] = ()
    status: ToolStatus = ToolStatus.OK
    detail: str = ""
    partial: Mapping[str, str] = field(default_factory=dict)
    error: Exception | None = None
    starts: int = 0
    gate: anyio.Event | None = None
    endings: tuple[str, ...] = ("",)

    def reads(self, path: str) -> bool:
        return path.endswith(self.endings)

    async def analyze(self, root: Path, files: Sequence[str]) -> ToolRun:
        assert root.is_absolute()
        self.starts += 1
        if self.gate is not None:
            await self.gate.wait()
        if self.error is not None:
            raise self.error
        return ToolRun(
            tool=self.name,
            status=self.status,
            detail=self.detail,
            findings=self.findings,
            scanned=tuple(files),
            partial=self.partial,
        )
