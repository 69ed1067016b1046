"""The gates `lint` and `type-check`: what the project configures, run where and when that is allowed."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from orchestrator.checks.project_command import run_command
from orchestrator.checks.project_eslint import run_eslint
from orchestrator.checks.project_folders import MOST_PROJECTS
from orchestrator.checks.project_model import (
    Job,
    NotCheckedError,
    NotStartedError,
    ProjectCheck,
    Runner,
    Said,
)
from orchestrator.checks.project_mypy import run_mypy
from orchestrator.checks.project_ruff import run_ruff
from orchestrator.checks.project_tsc import run_tsc
from orchestrator.values.analysis import GateResult, GateStatus
from orchestrator.values.text import printable_path

CONFIGURES_NONE = "the project configures none"
_RUNNERS: Mapping[Runner, Callable[[ProjectCheck, Job], Awaitable[Said]]] = {
    Runner.RUFF: run_ruff,
    Runner.ESLINT: run_eslint,
    Runner.MYPY: run_mypy,
    Runner.TSC: run_tsc,
    Runner.SCRIPT: run_command,
    Runner.COMMAND: run_command,
}
# They may write where they run, so what was reviewed is looked at again afterwards.
_MAY_WRITE = frozenset({Runner.SCRIPT, Runner.COMMAND})
_WORST_FIRST = (GateStatus.FAIL, GateStatus.WARN, GateStatus.PASS, GateStatus.SKIPPED)


@dataclass(frozen=True, slots=True, kw_only=True)
class GatePlan:
    """One gate. `skip` says why nothing runs, empty when something may.

    `away` answers why the work tree does not stand for what is reviewed, empty when it does; `steered` names the files
    of the change that decide what a command finds. `left_out` are folders of projects that nobody checks, for their number.
    """

    name: str
    checks: tuple[ProjectCheck, ...]
    skip: str
    away: Callable[[], str]
    steered: Callable[[ProjectCheck], tuple[str, ...]]
    left_out: tuple[str, ...] = ()


async def project_gate(plan: GatePlan, job: Job) -> GateResult:
    """Runs the commands of one gate in order, up to the first that fails. The worst of what they say is the result."""
    if plan.skip:
        return GateResult(plan.name, GateStatus.SKIPPED, plan.skip)
    if not plan.checks:
        return GateResult(plan.name, GateStatus.SKIPPED, CONFIGURES_NONE)
    said: list[Said] = []
    for check in plan.checks:
        said.append(await _one(check, plan, job))
        if said[-1].status is GateStatus.FAIL:
            return GateResult(plan.name, GateStatus.FAIL, said[-1].text)
    if plan.left_out:
        said.append(Said(GateStatus.WARN, f"more than {MOST_PROJECTS} projects, not checked: {_named(plan.left_out)}"))
    return GateResult(plan.name, _worst(said), "; ".join(one.text for one in said))


async def _one(check: ProjectCheck, plan: GatePlan, job: Job) -> Said:
    in_place = check.runner is not Runner.RUFF
    away = plan.away() if in_place else ""
    if away:
        return Said(GateStatus.SKIPPED, f"{check.title} runs in the work tree only: {away}")
    steered = plan.steered(check)
    try:
        said = await _RUNNERS[check.runner](check, job.for_check(check, edited=bool(steered)))
    except NotStartedError as error:
        return Said(GateStatus.SKIPPED, f"{check.title}: {error}")
    except NotCheckedError as error:
        said = Said(GateStatus.WARN, f"{check.title} not checked: {error}")
    except OSError as error:
        said = Said(GateStatus.WARN, f"{check.title} not checked: its files could not be written: {error.strerror}")
    if check.runner in _MAY_WRITE and (changed := plan.away()):
        return _weakened(said, f"it changed the work tree while it ran ({changed})")
    return _weakened(said, f"the change edits {_named(steered)}") if steered else said


def _weakened(said: Said, why: str) -> Said:
    """`said` with a reason not to trust it: a pass becomes a warning, anything worse stays."""
    status = GateStatus.WARN if said.status is GateStatus.PASS else said.status
    return Said(status, f"{said.text}; {why}")


def _named(paths: Sequence[str]) -> str:
    return ", ".join(printable_path(path) for path in paths)


def _worst(said: Sequence[Said]) -> GateStatus:
    found = {one.status for one in said}
    return next(status for status in _WORST_FIRST if status in found)
