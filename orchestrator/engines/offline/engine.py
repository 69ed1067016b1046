"""The offline engine: each lens an independent dispatch over shared tools and its own detectors."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property, partial

from anyio import to_thread

from orchestrator.checks.rules import RulePack
from orchestrator.checks.shared import SharedAnalysis
from orchestrator.engines.offline.ahead import Job, working_ahead
from orchestrator.engines.offline.detectors.base import Detector, Spot, View
from orchestrator.engines.offline.reply import merge, reply_text, skip_text
from orchestrator.engines.offline.sources import Sources
from orchestrator.engines.offline.tools import read_by_rules, spots_of, tools_for
from orchestrator.seams import SourceTree
from orchestrator.values.analysis import ToolRun, ToolStatus
from orchestrator.values.change import ChangedFile
from orchestrator.values.turn import (
    EngineInfo,
    FailureKind,
    Omission,
    OmissionKind,
    Payload,
    Reply,
    ToolUse,
    Turn,
    TurnFailure,
    TurnRequest,
)

INFO = EngineInfo(
    name="offline",
    label="rules, no model",
    rule_based=True,
    limits="Fixed rules find known patterns; they cannot judge intent or design.",
    tool_use=ToolUse.NONE,
    max_file_chars=1_000_000,
    max_total_chars=None,
)
_BROKEN = frozenset({ToolStatus.CRASHED, ToolStatus.TIMEOUT})


class DetectorError(Exception):
    """A detector broke; the text names it."""


@dataclass(frozen=True, slots=True)
class _Case:
    """One lens's turn: its payload, the files there is something to read in, its detectors and its tools."""

    payload: Payload
    readable: tuple[ChangedFile, ...]
    detectors: tuple[Detector, ...]
    tools: tuple[str, ...]

    @property
    def lens(self) -> str:
        return self.payload.lens.name


class OfflineEngine:
    """seams.Engine without a model. `tree` holds the new side of the change, `base_tree` the old one where there is one."""

    def __init__(
        self,
        analysis: SharedAnalysis,
        tree: SourceTree,
        base_tree: SourceTree | None,
        rules: RulePack,
        *,
        detectors: tuple[Detector, ...] | None = None,
    ) -> None:
        self._analysis = analysis
        self._tree = tree
        self._base_tree = base_tree
        self._sources = Sources(tree)
        self._rules = rules
        self._chosen = detectors
        self._begun: list[Job] = []

    @property
    def info(self) -> EngineInfo:
        """It says everywhere that no model has read anything."""
        return INFO

    @cached_property
    def _detectors(self) -> tuple[Detector, ...]:
        if self._chosen is not None:
            return self._chosen
        # Imported late: compiling hundreds of patterns takes time, which passes while the tools run.
        from orchestrator.engines.offline.registry import DETECTORS  # noqa: PLC0415

        return DETECTORS

    def ahead(self, payloads: Sequence[Payload]) -> AbstractContextManager[None]:
        """While the context is open, detectors look at `payloads` in the background; a turn takes what is there by then."""
        self._begun = [self._job(payload) for payload in payloads]
        return working_ahead(tuple(self._begun))

    async def turn(self, request: TurnRequest) -> Turn:
        """The rule-based answer of one lens; a broken tool or detector is a failure of this lens, never an empty answer."""
        case = self._case(request.payload)
        unread = self._unread(case)
        if not case.tools and not any(_applies(case, file) for file in _known(case.payload)):
            return Reply(text=skip_text(_why_nothing(case)), model=INFO.label, omissions=unread)
        runs = tuple([await self._analysis.run(tool) for tool in case.tools])
        broken = next((run for run in runs if run.status in _BROKEN), None)
        if broken is not None:
            return TurnFailure(FailureKind.TOOL, broken.detail or f"{broken.tool}: {broken.status.value}")
        view = self._view(case.payload)
        job = self._begun_job(case.payload) or self._job(case.payload)
        try:
            # In a thread, so that a slow detector delays its own lens and nothing else.
            own = await to_thread.run_sync(job.answer, abandon_on_cancel=True)
        except DetectorError as error:
            return TurnFailure(FailureKind.CRASH, str(error))
        found = spots_of(runs, case.lens, view)
        spots = merge((*found.spots, *own))
        summary = _summary(case, runs, len(spots), found.silenced)
        return Reply(
            text=reply_text(spots, view, summary),
            model=INFO.label,
            omissions=(*unread, *self._partly(case, runs), *self._untried(case, runs)),
        )

    def _view(self, payload: Payload) -> View:
        return View(payload, self._tree, self._base_tree, self._sources)

    def _begun_job(self, payload: Payload) -> Job | None:
        """What was begun for this very payload. It is handed out once: a second attempt looks anew."""
        found = next((job for job in self._begun if job.fits(payload)), None)
        if found is not None:
            self._begun.remove(found)
        return found

    def _job(self, payload: Payload) -> Job:
        return Job(payload, partial(self._find, payload))

    def _find(self, payload: Payload) -> tuple[Spot, ...]:
        return _detect(self._detectors_of(payload), _known(payload), self._view(payload))

    def _detectors_of(self, payload: Payload) -> tuple[Detector, ...]:
        return tuple(detector for detector in self._detectors if detector.lens == payload.lens.name)

    def _case(self, payload: Payload) -> _Case:
        readable = tuple(file for file in payload.files if _is_readable(file, payload))
        return _Case(
            payload=payload,
            readable=readable,
            detectors=self._detectors_of(payload),
            tools=tools_for(self._rules, payload.lens.name, tuple(file.path for file in readable)),
        )

    def _unread(self, case: _Case) -> tuple[Omission, ...]:
        return tuple(
            Omission(file.path, "no rule of this lens reads this kind of file", OmissionKind.PARTIAL)
            for file in case.readable
            if not _applies(case, file) and not read_by_rules(self._rules, case.lens, file.path)
        )

    def _partly(self, case: _Case, runs: tuple[ToolRun, ...]) -> tuple[Omission, ...]:
        """Files that a tool of this lens could not read whole.

        One that the rules of this lens are for and of which the tool saw nothing is unread: padding a file beyond the
        limit must not be a way past the review.
        """
        mine = {file.path for file in case.readable}
        reasons: dict[str, tuple[str, OmissionKind]] = {}
        for run in runs:
            for path, reason in run.partial.items():
                if path in mine:
                    blind = path in run.unread and run.tool in tools_for(self._rules, case.lens, (path,))
                    reasons[path] = (reason, OmissionKind.UNREAD if blind else OmissionKind.PARTIAL)
        return tuple(Omission(path, *why) for path, why in sorted(reasons.items()))

    def _untried(self, case: _Case, runs: tuple[ToolRun, ...]) -> tuple[Omission, ...]:
        """Files for which this lens has rules of a tool that is not installed."""
        absent = [run.tool for run in runs if run.status is ToolStatus.ABSENT]
        return tuple(
            Omission(
                file.path, f"{tool} is not installed, its rules of {case.lens} were not tried", OmissionKind.PARTIAL
            )
            for tool in absent
            for file in case.readable
            if tool in tools_for(self._rules, case.lens, (file.path,))
        )


def _known(payload: Payload) -> tuple[ChangedFile, ...]:
    """What detectors get: readable files, and deleted ones, of which only the removed side exists."""
    return tuple(file for file in payload.files if _is_readable(file, payload) or (file.deleted and not file.binary))


def _is_readable(file: ChangedFile, payload: Payload) -> bool:
    """Without a diff a file is known by its content alone; one that was left out is an omission already."""
    has_text = not (file.deleted or file.binary or file.is_submodule or file.is_symlink)
    return has_text and (payload.has_diff or file.path in payload.contents)


def _applies(case: _Case, file: ChangedFile) -> bool:
    return any(detector.reads(file.path) for detector in case.detectors)


def _detect(detectors: tuple[Detector, ...], known: tuple[ChangedFile, ...], view: View) -> tuple[Spot, ...]:
    spots: list[Spot] = []
    for detector in detectors:
        files = tuple(file for file in known if detector.reads(file.path))
        try:
            spots += detector.find(view, files)
        # Whatever a detector meets in foreign code is the failure of its lens, and the report must say whose.
        except Exception as error:
            raise DetectorError(f"detector {detector.name} broke: {type(error).__name__}: {error}") from error
    return tuple(spots)


def _why_nothing(case: _Case) -> str:
    if not case.payload.files:
        return f"No file concerns {case.lens}."
    return f"No rule and no detector of {case.lens} reads any of these files."


def _summary(case: _Case, runs: tuple[ToolRun, ...], found: int, silenced: int) -> str:
    parts = [f"Rules, no model: {_count(found, 'finding')} in {_count(len(case.payload.files), 'file')}."]
    if silenced:
        parts.append(f"{_count(silenced, 'result')} kept silent by comments that were there before.")
    parts += [f"{run.tool} took no part: {run.detail}." for run in runs if run.status is ToolStatus.ABSENT]
    return " ".join(parts)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
