"""Stage 2 as a run needs it: the shared tools opened once, gates run or skipped, the pre-pass merged."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache

from orchestrator.checks.cache import AnswerStore
from orchestrator.checks.changed_lines import ChangedLines
from orchestrator.checks.gates import SECRETS, SEMGREP, GateRequest, run_gates, secrets_gate
from orchestrator.checks.ignored_files import IgnoredBatch, batch_of
from orchestrator.checks.invariants import Invariant, run_invariants
from orchestrator.checks.pipeline import PIPELINE
from orchestrator.checks.prepass import PrePass, build_prepass
from orchestrator.checks.project_model import LINT, TYPE_CHECK
from orchestrator.checks.project_semgrep import ProjectRules
from orchestrator.checks.rules import RulePack
from orchestrator.checks.secret_patterns import hardcoded_key_patterns
from orchestrator.checks.shared import SharedAnalysis
from orchestrator.scope.resolve import Resolved
from orchestrator.scope.tree import GitTree
from orchestrator.seams import Process
from orchestrator.system.data import data_dir
from orchestrator.values.analysis import GateResult, GateStatus
from orchestrator.values.change import ChangedFile
from orchestrator.values.record_place import folder_of
from orchestrator.wiring.project import ProjectGates
from orchestrator.wiring.registry import ToolScope, analyzers

GATE_NAMES = (LINT, TYPE_CHECK, SECRETS, SEMGREP, PIPELINE)
NO_PREPASS = PrePass((), 0)
OWN = "own"
_BATCH = 200


@dataclass(frozen=True, slots=True)
class Workbench:
    """The change with its tools ready: each starts at most once, whoever asks first."""

    resolved: Resolved
    rules: RulePack
    analysis: SharedAnalysis

    @property
    def changed(self) -> ChangedLines:
        """The lines this review answers for."""
        change = self.resolved.change
        return ChangedLines(change.files, has_diff=change.kind.has_diff)

    async def gates(self, project: ProjectGates) -> tuple[GateResult, ...]:
        """Runs the preflight gates; the last result is the one that stopped the run, if one did."""
        change = self.resolved.change
        detection = (data_dir("knowledge") / "owasp-detection.md").read_text(encoding="utf-8")
        return await run_gates(
            GateRequest(
                files=change.files,
                has_diff=change.kind.has_diff,
                tree=self.resolved.tree,
                patterns=hardcoded_key_patterns(detection),
                analysis=self.analysis,
                ignored=ignored_batches(self.resolved),
            ),
            first=project.first,
            last=project.last,
        )

    async def prepass(self, own: Sequence[Invariant] = ()) -> PrePass:
        """Every tool over the targets, merged with the invariants, ours and the project's `own`."""
        runs = await self.analysis.all()
        paths = self.resolved.change.paths
        invariants = run_invariants(paths, self.resolved.tree.read, everything=False, own=own)
        return build_prepass(runs, self.changed, invariants=invariants)


async def secrets_of_ignored(resolved: Resolved) -> GateResult:
    """The secret gate over a change of which nothing else is looked at."""
    detection = (data_dir("knowledge") / "owasp-detection.md").read_text(encoding="utf-8")
    unused = SharedAnalysis(resolved.tree, (), ())
    return await secrets_gate(
        GateRequest(
            files=(),
            has_diff=True,
            tree=resolved.tree,
            patterns=hardcoded_key_patterns(detection),
            analysis=unused,
            ignored=ignored_batches(resolved),
        )
    )


def ignored_batches(resolved: Resolved) -> Iterator[IgnoredBatch]:
    """The ignored files and the records of the change, so many at a time that their contents fit into memory."""
    tree, base = resolved.tree, resolved.base_tree
    if not isinstance(tree, GitTree) or not isinstance(base, GitTree):
        return
    files = [one.file for one in resolved.change.ignored if not one.file.deleted]
    # Nobody reviews a record, and it is committed all the same.
    own = (one.path for one in resolved.change.left_out if one.kind == OWN and folder_of(one.path))
    files += [ChangedFile(path=path) for path in own if tree.mode(path)]
    for start in range(0, len(files), _BATCH):
        some, new, old = files[start : start + _BATCH], tree.apart(), base.apart()
        new.prefetch(file.path for file in some)
        old.prefetch(file.old_path or file.path for file in some)
        yield batch_of(some, new, old)


def skipped_gates(why: str) -> tuple[GateResult, ...]:
    """Every gate as skipped, so that the report shows what did not run."""
    return tuple(GateResult(name, GateStatus.SKIPPED, why) for name in GATE_NAMES)


@cache
def shipped_rules() -> RulePack:
    """The rules of this installation, read once."""
    return RulePack.load(data_dir("knowledge") / "rules")


@asynccontextmanager
async def open_workbench(
    resolved: Resolved,
    process: Process,
    seconds: float,
    scope: ToolScope,
    own: ProjectRules,
    *,
    answers: AnswerStore | None = None,
) -> AsyncIterator[Workbench]:
    """`seconds` bounds one start of one tool; `own` are semgrep rules of the project, `answers` what earlier runs kept.

    Whatever still runs is stopped when the context is left.
    """
    rules = shipped_rules().with_project(own)
    tools = analyzers(process, rules, seconds, scope, answers=answers)
    async with SharedAnalysis(resolved.tree, resolved.change.files, tools) as analysis:
        yield Workbench(resolved, rules, analysis)
