"""One pass of fixing: proposals for what is open, judged, made, and kept as far as the project's tests go along."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from orchestrator.fixloop.rules import Caps, Ground, judge
from orchestrator.fixloop.triage import FixedFile
from orchestrator.seams import SourceTree
from orchestrator.values.change import ChangedFile
from orchestrator.values.correcting import Chosen, Offers
from orchestrator.values.finding import Finding
from orchestrator.values.fix import Refusal
from orchestrator.values.fixrun import FixState
from orchestrator.values.text import printable_path
from orchestrator.wiring.fixing.carrying import BROKEN, CHANGED, PASSED, TESTS, Suite, Within, carry_out
from orchestrator.wiring.fixing.choosing import DECLINED, Draft, Turned, choose
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

    async def mend(self, items: Sequence[Item], fixers: Fixers, iteration: int, shown: Offers | None = None) -> Mended:
        """Tries a fix for each of `items`; what became of each is noted in it. Nobody is asked for proposals that were
        `shown` already."""
        site = self._site(items)
        at = [item for item in items if site.read(item.finding.file) is not None]
        wanted = [item.finding for item in at]
        offers = await fixers.offers(wanted, site) if shown is None else _among(shown, wanted)
        for item in at:
            reason = offers.reasons.get(item.finding)
            if reason is not None:
                state = FixState.FAILED if item.finding in offers.failed else FixState.DECLINED
                item.became(state, reason, iteration=iteration)
        ground = self.ground(site)
        chosen, turned = choose(offers.proposals, ground, lambda _proposal, _diff: "")
        self._note(turned, at, iteration)
        if not chosen:
            return Mended(fixes=(), tests="", notes=offers.notes)
        start = Draft({path: site.read(path) for path in site.paths()})
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
        stay = self._fixes(carried.made, at, ground, start)
        for fix in stay:
            for item in fix.items:
                item.became(FixState.PERSISTS, "not verified yet", fixer=fix.proposal.fixer, iteration=iteration)
        return Mended(fixes=stay, tests=carried.tests, notes=offers.notes)

    def ground(self, tree: SourceTree) -> Ground:
        """What fixes are judged against over the files of `tree`."""
        return Ground(
            caps=self.caps,
            files=self.files,
            tree=tree,
            plain=lambda path: tree.read(path) is not None,
            ignored=self.ignored,
        )

    def _site(self, items: Sequence[Item]) -> Site:
        """The files of the change and those that findings name, as they are; what may not be touched is told."""
        wanted = [*(item.finding.file for item in items), *(one.path for one in self.files if not one.deleted)]
        unfit = {left.path: left.reason for left in self.workspace.watch(wanted)}
        for item in items:
            if item.finding.file in unfit:
                path = item.finding.file
                item.became(FixState.REFUSED, f"{CHANGED}: {unfit[path]} ({printable_path(path)})")
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
                where = f" ({printable_path(one.file)})" if one.file not in {"", item.finding.file} else ""
                item.became(state, f"{reason}{where}", fixer=one.proposal.fixer, iteration=iteration)

    @staticmethod
    def _fixes(made: Sequence[Chosen], items: Sequence[Item], ground: Ground, start: Draft) -> tuple[Fix, ...]:
        """The fixes that stay in their order, each with what its files held before and after: over `start` and without
        those that were taken back, as they were made."""
        over = replace(ground, tree=start)
        fixes = []
        for one in made:
            judged = judge(one.proposal, over)
            if isinstance(judged, Refusal):
                raise AssertionError(f"a fix that was made is refused: {judged.reason}")
            files = tuple(
                FixedFile(path, text_of(start.read(path)), text_of(data)) for path, data in judged.files.items()
            )
            start.files.update(judged.files)
            fixes.append(Fix(one.proposal, items_of(one.proposal.findings, items), files))
        return tuple(fixes)


def _among(offers: Offers, wanted: Sequence[Finding]) -> Offers:
    """Those of `offers` that are for nothing but the findings `wanted`."""
    mine = {id(one) for one in wanted}
    return replace(offers, proposals=tuple(one for one in offers.proposals if mine.issuperset(map(id, one.findings))))
