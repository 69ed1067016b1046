"""Starting one tool over a copy of the files it reads, and turning everything that can go wrong into a status."""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from orchestrator.checks.changed_lines import SUPPRESSED_AT
from orchestrator.checks.executables import find_tool, one_line, tool_environment
from orchestrator.checks.semgrep_output import UnusableOutputError
from orchestrator.checks.tools.directives import Directive, harmless, silenced_at
from orchestrator.redaction import redact
from orchestrator.seams import Finished, Process
from orchestrator.values.analysis import ToolFinding, ToolRun, ToolStatus

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Workplace:
    """What one start works with: `root` holds `files` and nothing else, `work` is a folder for what is ours."""

    root: Path
    files: tuple[str, ...]
    work: Path


def _every(root: Path, files: Sequence[str]) -> tuple[tuple[str, ...], Mapping[str, str]]:
    del root
    return tuple(files), NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """One tool. `reads` says which files are its own, by name; `hint` how to install it.

    `choose` may leave files out, each with its reason; `arguments` gives the command line for a program; `read` turns
    what was printed into a run, or raises UnusableOutputError. `exits` are the codes of a run that came to its end.
    """

    name: str
    hint: str
    reads: Callable[[str], bool]
    arguments: Callable[[str, Workplace], tuple[str, ...]]
    read: Callable[[Finished, Workplace], ToolRun]
    exits: frozenset[int] = frozenset({0, 1})
    directives: tuple[Directive, ...] = ()
    choose: Callable[[Path, Sequence[str]], tuple[tuple[str, ...], Mapping[str, str]]] = _every


class SpecAnalyzer:
    """Base of an Analyzer for `spec`, wherever it runs. `seconds` bounds one start."""

    def __init__(self, process: Process, spec: ToolSpec, *, seconds: float = 60.0) -> None:
        self._process = process
        self._spec = spec
        self._seconds = seconds

    @property
    def name(self) -> str:
        """Name in the report."""
        return self._spec.name

    def reads(self, path: str) -> bool:
        """True for a file of its own."""
        return self._spec.reads(path)

    async def _started(self, program: str, place: Workplace, extra: Mapping[str, str] = NOTHING) -> ToolRun:
        """One start in `place`, with `extra` in its environment."""
        spec = self._spec
        try:
            finished = await self._process.run(
                spec.arguments(program, place), cwd=place.root, env=tool_environment(extra), seconds=self._seconds
            )
        except TimeoutError:
            return failed(spec.name, ToolStatus.TIMEOUT, f"was stopped after {self._seconds:g} s")
        except OSError as error:
            return failed(spec.name, ToolStatus.CRASHED, f"could not be started: {error}")
        return read_finished(spec, finished, place)

    def _judged(self, run: ToolRun, root: Path, left_out: Mapping[str, str]) -> ToolRun:
        """`run` with each finding judged by the code below `root`, and the files that were `left_out` named."""
        judged = tuple(judge(finding, root, self._spec.directives) for finding in run.findings)
        return replace(run, findings=judged, partial=MappingProxyType({**left_out, **run.partial}))


class ToolAnalyzer(SpecAnalyzer):
    """Analyzer over a copy of the files. `find` looks the program up."""

    def __init__(
        self,
        process: Process,
        spec: ToolSpec,
        *,
        seconds: float = 60.0,
        find: Callable[[str], str | None] = find_tool,
    ) -> None:
        super().__init__(process, spec, seconds=seconds)
        self._find = find

    async def analyze(self, root: Path, files: Sequence[str]) -> ToolRun:
        """One start over a copy of those `files` that the tool reads, without what would configure or silence it."""
        spec = self._spec
        program = self._find(spec.name)
        if program is None:
            return ToolRun(
                tool=spec.name, status=ToolStatus.ABSENT, detail=f"{spec.name} is not installed", hint=spec.hint
            )
        targets, left_out = spec.choose(root, [file for file in files if spec.reads(file)])
        if not targets:
            return ToolRun(tool=spec.name, status=ToolStatus.OK, partial=left_out)
        with tempfile.TemporaryDirectory(prefix=f"code-review-{spec.name}-") as folder:
            place = _copy(root, targets, Path(folder), spec.directives)
            run = await self._started(program, place)
        return self._judged(run, root, left_out)


def read_finished(spec: ToolSpec, finished: Finished, place: Workplace) -> ToolRun:
    """What `spec` reads from a start that ended; an unexpected exit code or output is a crash, with the tool's words."""
    said = f"exit {finished.code}: {one_line(finished.stderr)}"
    if finished.code not in spec.exits:
        return failed(spec.name, ToolStatus.CRASHED, f"crashed: {said}")
    try:
        return spec.read(finished, place)
    except UnusableOutputError as error:
        return failed(spec.name, ToolStatus.CRASHED, f"crashed: {error}; {said}")


def failed(tool: str, status: ToolStatus, what: str) -> ToolRun:
    """A run of `tool` that gave nothing, saying `what` happened."""
    return ToolRun(tool=tool, status=status, detail=redact(f"{tool} {what}")[0])


def judge(finding: ToolFinding, root: Path, directives: Sequence[Directive]) -> ToolFinding:
    """`finding` with secrets taken out of its words, and marked when the code below `root` asks for silence."""
    told = replace(finding, message=redact(finding.message)[0], fix=redact(finding.fix)[0])
    if not directives:
        return told
    lines = (root / finding.file).read_text(encoding="utf-8", errors="replace").split("\n")
    at = silenced_at(lines, finding.line, finding.rule, directives)
    if at is None:
        return told
    return replace(
        told, suppressed_inline=True, metadata=MappingProxyType({**finding.metadata, SUPPRESSED_AT: str(at)})
    )


def _copy(root: Path, files: Sequence[str], folder: Path, directives: Sequence[Directive]) -> Workplace:
    home = folder.resolve()
    place = Workplace(home / "src", tuple(files), home / "work")
    place.root.mkdir()
    place.work.mkdir()
    for name in files:
        text = (root / name).read_bytes().decode("utf-8", "replace")
        target = place.root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(harmless(text, directives).encode("utf-8"))
    return place
