"""The gates that belong to the project: which commands run, whether they may, and where."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from orchestrator.checks.changed_lines import ChangedLines
from orchestrator.checks.pipeline import PIPELINE, pipeline_gate
from orchestrator.checks.project import command_check, detect, steering
from orchestrator.checks.project_folders import bounded
from orchestrator.checks.project_gates import GatePlan, project_gate
from orchestrator.checks.project_model import LINT, TYPE_CHECK, Gate, Job, ProjectCheck, Reader
from orchestrator.checks.project_place import why_away
from orchestrator.errors import RepositoryError
from orchestrator.scope.resolve import Resolved
from orchestrator.scope.tree import GitTree
from orchestrator.seams import Git, Process
from orchestrator.system.worktree import WorkTree
from orchestrator.values.analysis import GateResult, GateStatus
from orchestrator.wiring.project_trust import KEYS, OFF, Permission, switch
from orchestrator.wiring.session import BASE, Session

_PIPELINE = "checks.pipeline"


@dataclass(frozen=True)
class ProjectGates:
    """The gates before (`first`) and after (`last`) those of ours, ready to be run in sequence."""

    session: Session
    resolved: Resolved
    process: Process
    environ: Mapping[str, str]

    @property
    def first(self) -> tuple[Gate, ...]:
        """Lint, then type check."""
        return tuple(partial(project_gate, self._plan(gate), self._job) for gate in (LINT, TYPE_CHECK))

    @property
    def last(self) -> tuple[Gate, ...]:
        """The state of the pipeline."""
        wanted = switch(self.session.settings, _PIPELINE)
        if wanted == OFF:
            return (partial(_switched_off, PIPELINE, f"switched off by {_PIPELINE}"),)
        git = self.session.git
        return (partial(pipeline_gate, self.process, git.top, _branch(git), stop=wanted == "stop"),)

    @cached_property
    def detected(self) -> tuple[ProjectCheck, ...]:
        """What the project configures, whatever settings put in its place."""
        return detect(self._policy, [file.path for file in self.resolved.change.files if not file.deleted])

    def why_not(self, check: ProjectCheck) -> str:
        """Why a detected `check` does not run in the work tree, for a person; empty when its gate would run it there."""
        key = KEYS[check.gate]
        if switch(self.session.settings, key):
            return f"{key} ({self.session.settings.sources[key]}) takes the place of what the project configures"
        forbidden = self._forbidden((check,))
        if forbidden:
            return forbidden
        away = _away(self.session.git, self.resolved)
        return f"it runs in the work tree only: {away}" if away else ""

    @cached_property
    def _policy(self) -> Reader:
        if self.session.trust == BASE:
            return GitTree(self.session.git, self.session.origin).read
        return WorkTree(self.session.git.top, ()).read

    @cached_property
    def _job(self) -> Job:
        change = self.resolved.change
        return Job(
            files=change.files,
            changed=ChangedLines(change.files, has_diff=change.kind.has_diff),
            tree=self.resolved.tree,
            policy=self._policy,
            paths=self._paths,
            top=self.session.git.top,
            process=self.process,
            seconds=self.session.settings.number("checks.tool_timeout"),
        )

    def _plan(self, gate: str) -> GatePlan:
        settings = self.session.settings
        line = switch(settings, KEYS[gate])
        checks, left_out = bounded(self._checks(gate, line))
        off = f"switched off by {KEYS[gate]} ({settings.sources[KEYS[gate]]})" if line == OFF else ""
        return GatePlan(
            name=gate,
            checks=checks,
            skip=off or (self._forbidden(checks) if checks else ""),
            away=partial(_away, self.session.git, self.resolved),
            steered=self._steered,
            left_out=left_out,
        )

    def _checks(self, gate: str, line: str) -> tuple[ProjectCheck, ...]:
        if line == OFF:
            return ()
        return (command_check(gate, line),) if line else tuple(one for one in self.detected if one.gate == gate)

    def _forbidden(self, checks: Sequence[ProjectCheck]) -> str:
        settings, from_base = self.session.settings, self.session.trust == BASE
        why = Permission(settings=settings, from_base=from_base, environ=self.environ).why_not()
        return f"{', '.join(check.title for check in checks)}: {why}" if why else ""

    def _steered(self, check: ProjectCheck) -> tuple[str, ...]:
        base, change = self.resolved.base_tree, self.resolved.change
        if base is None:
            return ()
        paths = [path for file in change.files for path in (file.path, file.old_path) if path]
        return steering(check, paths, base.read, self.resolved.tree.read)

    def _paths(self) -> tuple[str, ...]:
        if self.resolved.change.kind.has_diff:
            return self.resolved.tree.paths()
        listed = self.session.git.run("ls-files", "-z", "--cached", "--others", "--exclude-standard")
        return tuple(raw.decode("utf-8", "surrogateescape") for raw in listed.split(b"\0") if raw)


def project_gates(session: Session, resolved: Resolved, process: Process) -> ProjectGates:
    """The project's gates of one run; whether this is CI is read from the environment."""
    return ProjectGates(session, resolved, process, dict(os.environ))


def _away(git: Git, resolved: Resolved) -> str:
    return why_away(git, resolved.change, WorkTree(git.top, ()))


async def _switched_off(name: str, why: str) -> GateResult:
    return GateResult(name, GateStatus.SKIPPED, why)


def _branch(git: Git) -> str:
    try:
        return git.run("symbolic-ref", "--quiet", "--short", "HEAD").decode("utf-8", "replace").strip()
    except RepositoryError:
        return ""
