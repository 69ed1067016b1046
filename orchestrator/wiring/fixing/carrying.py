"""Making the chosen fixes: written into the work tree, judged by the project's tests, taken back where those break."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from orchestrator.fixloop.bisect import bisect
from orchestrator.fixloop.rules import Ground, judge
from orchestrator.values.correcting import Chosen
from orchestrator.values.fix import Refusal
from orchestrator.wiring.fixing.choosing import Turned
from orchestrator.wiring.fixing.project_tests import TestRun, why_no_judge
from orchestrator.wiring.fixing.workspace import Workspace

CHANGED = "changed"
TESTS = "tests"
MEANWHILE = "the file was changed meanwhile"
NO_TESTS = "no tests of the project were found"
PASSED = "the project's tests passed before and after"
BROKEN = "fixes with which the project's tests fail were taken back"


class Suite(Protocol):
    """The project's tests."""

    async def run(self) -> TestRun:
        """Runs them over the work tree as it is now."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """Which fixes are in the work tree now, and which are not; `tests` says in words what judged them."""

    made: tuple[Chosen, ...]
    turned: tuple[Turned, ...]
    tests: str


class _Site:
    """The workspace as a tree under review (seams.SourceTree): the files that fixes may touch, as they are at the start."""

    def __init__(self, workspace: Workspace, paths: Sequence[str]) -> None:
        self.workspace = workspace
        self._paths = tuple(sorted(paths))
        self._start = {path: data for path in self._paths if (data := workspace.read(path)) is not None}

    def reset(self) -> bool:
        """Brings every file back to the start; False when one of them is no longer ours."""
        return not self.workspace.apply(self._start)

    def paths(self) -> tuple[str, ...]:
        return self._paths

    def read(self, path: str) -> bytes | None:
        return self.workspace.read(path) if path in self._paths else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """What has gone before and what follows: whether the tests are known to pass as things are, and whether the fixes
    that stay are settled."""

    passed_before: bool = False
    settles: bool = True


ALONE = Within()


async def carry_out(
    chosen: Sequence[Chosen],
    workspace: Workspace,
    ground: Ground,
    suite: Suite | None,
    why_no_suite: str = NO_TESTS,
    within: Within = ALONE,
) -> Carried:
    """Makes `chosen`, in order; those that stay are settled unless `within` says otherwise.

    `ground.tree` holds the files that `chosen` was judged over: one that differs now is not touched. Without a `suite`
    nothing is run, for the reason `why_no_suite`. Raises what the workspace raises; what is not settled is brought back
    by it.
    """
    paths = tuple(dict.fromkeys(path for one in chosen for path in one.applied.files))
    unfit = {left.path: left.reason for left in workspace.watch(paths)}
    for path in (path for path in paths if path not in unfit):
        if workspace.read(path) != ground.tree.read(path):
            unfit[path] = MEANWHILE
    fit, turned = _fit(chosen, unfit)
    site = _Site(workspace, [path for path in paths if path not in unfit])
    over = replace(ground, tree=site)
    tests = why_no_suite
    if suite is not None and fit:
        fit, broke, tests = await _judged(fit, site, over, suite, passed_before=within.passed_before)
        turned += broke
    if not _lay(fit, site, over):
        turned += [Turned(one.proposal, CHANGED, MEANWHILE) for one in fit]
        fit = []
        site.reset()
    if within.settles:
        workspace.settle()
    return Carried(made=tuple(fit), turned=tuple(turned), tests=tests)


async def _judged(
    fixes: list[Chosen], site: _Site, ground: Ground, suite: Suite, *, passed_before: bool
) -> tuple[list[Chosen], list[Turned], str]:
    """Those of `fixes` with which the tests pass, the others, and what to say of the tests."""
    if not passed_before:
        first = await suite.run()
        if not first.passed:
            return fixes, [], why_no_judge(first)

    async def passes(some: Sequence[Chosen]) -> bool:
        return _lay(some, site, ground) and (await suite.run()).passed

    found = await bisect(fixes, passes)
    broke = [Turned(one.fix.proposal, TESTS, one.reason) for one in found.reverted]
    return list(found.kept), broke, BROKEN if broke else PASSED


def _fit(chosen: Iterable[Chosen], unfit: dict[str, str]) -> tuple[list[Chosen], list[Turned]]:
    fit: list[Chosen] = []
    turned: list[Turned] = []
    for one in chosen:
        wrong = next((path for path in one.applied.files if path in unfit), None)
        if wrong is not None:
            turned.append(Turned(one.proposal, CHANGED, unfit[wrong], wrong))
        else:
            fit.append(one)
    return fit, turned


def _lay(fixes: Sequence[Chosen], site: _Site, ground: Ground) -> bool:
    """Makes exactly `fixes`; False when one of them cannot be made without others, or a file is no longer ours."""
    if not site.reset():
        return False
    for one in fixes:
        judged = judge(one.proposal, ground)
        if isinstance(judged, Refusal) or site.workspace.apply(judged.files):
            return False
    return True
