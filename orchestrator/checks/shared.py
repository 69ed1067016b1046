"""Static analysis shared by gates, pre-pass and lenses: each tool starts at most once per run."""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType, TracebackType

import anyio
from anyio.abc import TaskGroup

from orchestrator.checks.scratch import Scratch
from orchestrator.seams import Analyzer, SourceTree
from orchestrator.values.analysis import ToolRun, ToolStatus
from orchestrator.values.change import ChangedFile


class _Slot:
    """One tool's run, once somebody has asked for it."""

    def __init__(self) -> None:
        self.done = anyio.Event()
        self.run: ToolRun | None = None


class SharedAnalysis:
    """Async context manager over the targets `files` of `tree`.

    A tool starts when it is first asked for and goes on in the background: a lens that is cancelled while it waits takes
    nothing away from the others. Leaving the context stops what is still running and removes the scratch directory.
    """

    def __init__(self, tree: SourceTree, files: Sequence[ChangedFile], analyzers: Sequence[Analyzer]) -> None:
        self._targets = Scratch(tree, files)
        self._analyzers = {analyzer.name: analyzer for analyzer in analyzers}
        self._slots: dict[str, _Slot] = {}
        self._scratch: Scratch | None = None
        self._group: TaskGroup | None = None

    async def __aenter__(self) -> "SharedAnalysis":
        self._group = await anyio.create_task_group().__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        group, self._group = self._group, None
        try:
            if group is None:
                return None
            group.cancel_scope.cancel()
            if isinstance(error, Exception):
                # What went wrong inside goes on as it is; the group would wrap it, and its own tasks never raise.
                await group.__aexit__(None, None, None)
                return None
            return await group.__aexit__(kind, error, trace)
        finally:
            if self._scratch is not None:
                self._scratch.__exit__(kind, error, trace)

    @property
    def tools(self) -> tuple[str, ...]:
        """Names of the tools this run knows, in their order."""
        return tuple(self._analyzers)

    async def run(self, tool: str) -> ToolRun:
        """The one run of `tool`, with repository paths. An unknown tool counts as absent; a tool that broke as crashed."""
        if tool not in self._analyzers:
            return ToolRun(tool=tool, status=ToolStatus.ABSENT, detail=f"{tool} takes no part in this run")
        slot = self._slots.get(tool)
        if slot is None:
            slot = self._start(tool)
        await slot.done.wait()
        if slot.run is None:
            return _crashed(tool, "it was stopped before it could answer")
        return slot.run

    @property
    def finished(self) -> tuple[ToolRun, ...]:
        """What has been run so far, whoever asked for it, in the order of the tools."""
        slots = (self._slots.get(tool) for tool in self._analyzers)
        return tuple(slot.run for slot in slots if slot is not None and slot.run is not None)

    async def all(self) -> tuple[ToolRun, ...]:
        """Every tool's run, started side by side, in the order of the tools."""
        for tool in self._analyzers:
            if tool not in self._slots:
                self._start(tool)
        return tuple([await self.run(tool) for tool in self._analyzers])

    def _start(self, tool: str) -> _Slot:
        if self._group is None:
            raise RuntimeError("tools run only inside the context of their SharedAnalysis")
        slot = self._slots[tool] = _Slot()
        self._group.start_soon(self._work, self._analyzers[tool], slot)
        return slot

    async def _work(self, analyzer: Analyzer, slot: _Slot) -> None:
        try:
            scratch = self._materialised()
            slot.run = _with_real_paths(await analyzer.analyze(scratch.root, scratch.files), scratch, analyzer)
        except OSError as error:
            slot.run = _crashed(analyzer.name, f"the files to analyse could not be written: {error}")
        # An adapter that meets output it does not understand costs the lenses that need the tool, never the run.
        except Exception as error:  # noqa: BLE001
            slot.run = _crashed(analyzer.name, f"{type(error).__name__}: {error}")
        finally:
            slot.done.set()

    def _materialised(self) -> Scratch:
        if self._scratch is None:
            self._scratch = self._targets.__enter__()
        return self._scratch


def _crashed(tool: str, why: str) -> ToolRun:
    return ToolRun(tool=tool, status=ToolStatus.CRASHED, detail=f"{tool} crashed: {' '.join(why.split())}")


def _with_real_paths(run: ToolRun, scratch: Scratch, analyzer: Analyzer) -> ToolRun:
    partial = {scratch.real(name): reason for name, reason in run.partial.items()}
    # A tool that was never started has left no file out, and none leaves out a file that is not for it.
    started = run.status not in {ToolStatus.ABSENT, ToolStatus.SKIPPED}
    left_out = {path: why for path, why in scratch.skipped.items() if started and analyzer.reads(path)}
    return replace(
        run,
        findings=tuple(replace(finding, file=scratch.real(finding.file)) for finding in run.findings),
        scanned=tuple(sorted(scratch.real(name) for name in run.scanned)),
        partial=MappingProxyType({**left_out, **partial}),
        unread=frozenset(left_out),
    )
