"""One pass of fixing: proposals for what is open, judged, made, and kept as far as the project's tests go along."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from orchestrator.fixloop.rules import Caps, Ground
from orchestrator.fixloop.triage import FixedFile
from orchestrator.seams import SourceTree
from orchestrator.values.change import ChangedFile
from orchestrator.values.correcting import Chosen
from orchestrator.values.fixrun import FixState
from orchestrator.wiring.fixing.carrying import BROKEN, PASSED, TESTS, Suite, Within, carry_out
from orchestrator.wiring.fixing.choosing import DECLINED, Turned, choose
from orchestrator.wiring.fixing.fixers import Fixers
from orchestrator.wiring.fixing.items import HUMAN, Fix, Item, items_of, text_of
from orchestrator.wiring.fixing.workspace import Workspace

_STATES = {TESTS: FixState.REVERTED, DECLINED: FixState.DECLINED}


class Site:
    """What the workspace holds of the files that were asked for (seams.SourceTree)."""

    def __init__(self, workspace: Workspace, paths: Sequence[str]) -> None:
        self._workspace = workspace
        self._paths = tuple(sorted(paths))

    def paths(self) -> tuple[str, ...]:
        """Those that hold something."""
        return tuple(path for path in self._paths if self._workspace.read(path) is not None)

    def read(self, path: str) -> bytes | None:
        """Bytes of `path`, or None."""
        return self._workspace.read(path) if path in self._paths else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """The fixes that stay, and what judged them."""

    fixes: tuple[Fix, ...]
    tests: str
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class Mender:
    """Fixes findings in one workspace, pass after pass.

    `files` are those of the change, `ignored` says what ignore rules cover, `suite` runs the tests of the project, None
    with the reason `why_no_suite`.
    """

    workspace: Workspace
    files: tuple[ChangedFile, ...]
    ignored: Callable[[str], bool]
    suite: Suite | None
    why_no_suite: str
    caps: Caps
    passed_before: bool = False

    async def mend(self, items: Sequence[Item], fixers: Fixers, iteration: int) -> Mended:
        """Tries a fix for each of `items`; what became of each is noted in it."""
        site = self._site(items)
        at = [item for item in items if site.read(item.finding.file) is not None]
        offers = await fixers.offers([item.finding for item in at], site)
        for item in at:
            reason = offers.reasons.get(item.finding)
            if reason is not None:
                item.became(FixState.DECLINED, reason, iteration=iteration)
        ground = Ground(
            caps=self.caps,
            files=self.files,
            tree=site,
            plain=lambda path: site.read(path) is not None,
            ignored=self.ignored,
        )
        chosen, turned = choose(offers.proposals, ground, lambda _proposal, _diff: "")
        self._note(turned, at, iteration)
        fixes = self._fixes(chosen, at, site)
        if not chosen:
            return Mended(fixes=(), tests="", notes=offers.notes)
        carried = await carry_out(
            chosen,
            self.workspace,
            ground,
            self.suite,
            self.why_no_suite,
            Within(passed_before=self.passed_before, settles=False),
        )
        self.passed_before = self.passed_before or carried.tests in {PASSED, BROKEN}
        self._note(carried.turned, at, iteration)
        kept = {id(one.proposal) for one in carried.made}
        stay = tuple(fix for fix in fixes if id(fix.proposal) in kept)
        for fix in stay:
            for item in fix.items:
                item.became(FixState.PERSISTS, "not verified yet", fixer=fix.proposal.fixer, iteration=iteration)
        return Mended(fixes=self._afresh(stay), tests=carried.tests, notes=offers.notes)

    def _site(self, items: Sequence[Item]) -> Site:
        """The files of the change and those that findings name, as they are; what may not be touched is told."""
        wanted = [*(item.finding.file for item in items), *(one.path for one in self.files if not one.deleted)]
        unfit = {left.path: left.reason for left in self.workspace.watch(wanted)}
        for item in items:
            if item.finding.file in unfit:
                item.became(FixState.REFUSED, unfit[item.finding.file])
        return Site(self.workspace, [path for path in dict.fromkeys(wanted) if self._is_known(path)])

    def _is_known(self, path: str) -> bool:
        try:
            return self.workspace.read(path) is not None
        except KeyError:
            return False

    def _note(self, turned: Sequence[Turned], items: Sequence[Item], iteration: int) -> None:
        for one in turned:
            state = _STATES.get(one.rule, FixState.REFUSED)
            reason = f"{HUMAN}: {one.reason}" if state is FixState.REVERTED else f"{one.rule}: {one.reason}"
            for item in items_of(one.proposal.findings, items):
                item.became(state, reason, fixer=one.proposal.fixer, iteration=iteration)

    def _fixes(self, chosen: Sequence[Chosen], items: Sequence[Item], tree: SourceTree) -> tuple[Fix, ...]:
        """The fixes in their order, each with what its files held before and after."""
        now: dict[str, bytes | None] = {}
        fixes = []
        for one in chosen:
            files = []
            for path, data in one.applied.files.items():
                before = now.get(path, tree.read(path))
                files.append(FixedFile(path, text_of(before), text_of(data)))
                now[path] = data
            fixes.append(Fix(one.proposal, items_of(one.proposal.findings, items), tuple(files)))
        return tuple(fixes)

    def _afresh(self, fixes: Sequence[Fix]) -> tuple[Fix, ...]:
        """With the tests having taken some back, what a file held after a fix may be another; then only the last counts."""
        last = {path: text_of(self.workspace.read(path)) for fix in fixes for path in fix.paths}
        ends = {path: next(one for one in reversed(fixes) if path in one.paths) for path in last}
        whole = all(_after(ends[path], path) == text for path, text in last.items())
        if whole:
            return tuple(fixes)
        return tuple(
            Fix(fix.proposal, fix.items, tuple(FixedFile(one.path, one.before, last[one.path]) for one in fix.files))
            for fix in fixes
        )


def _after(fix: Fix, path: str) -> str | None:
    return next(one.after for one in fix.files if one.path == path)
