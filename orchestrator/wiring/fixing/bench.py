"""The panel convened again over the change with its fixes: the same reviewers, the same account, another tree."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

from orchestrator.checks.prepass import PrePass
from orchestrator.checks.rules import RulePack
from orchestrator.dispatch.progress import Progress
from orchestrator.dispatch.spending import Spending
from orchestrator.lenses.files import lens_files
from orchestrator.scope.resolve import Resolved
from orchestrator.values.analysis import ToolStatus
from orchestrator.values.lens import Lens
from orchestrator.values.roster import Roster
from orchestrator.values.turn import Payload
from orchestrator.wiring.checks import NO_PREPASS, Workbench
from orchestrator.wiring.convened import Convened, Doors, Ready, convened
from orchestrator.wiring.panel import Panel, Texts
from orchestrator.wiring.registry import DECIDING
from orchestrator.wiring.session import Session

BenchMaker = Callable[[Resolved], AbstractAsyncContextManager[Workbench]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """Where panels of one run meet. `lenses` are those of the first one; `spending` is the account of the run."""

    session: Session
    doors: Doors
    progress: Progress
    max_parallel: int
    open_bench: BenchMaker
    lenses: tuple[Lens, ...]
    rules: RulePack
    spending: Spending | None

    def panel(self, resolved: Resolved, names: Iterable[str]) -> Panel:
        """The lenses `names` over the files of `resolved` that concern them."""
        read = Texts(resolved.tree)
        wanted = frozenset(names)
        chosen = tuple(lens for lens in self.lenses if lens.name in wanted)
        seats = tuple((lens, lens_files(lens, resolved.change.files, read)) for lens in chosen)
        return Panel(Roster(tuple(lens.name for lens in chosen)), seats)

    @asynccontextmanager
    async def meeting(self, resolved: Resolved, panel: Panel) -> AsyncIterator["Meeting"]:
        """`panel` over `resolved`, with tools and engines of its own, as long as the context lasts."""
        async with (
            self.open_bench(resolved) as bench,
            convened(self.session, self.doors, bench, panel) as there,
        ):
            prepass = await self._prepass(bench)
            ready = await there.ready(prepass, spending=self.spending, verifies=True)
            yield Meeting(there, prepass, ready)

    async def _prepass(self, bench: Workbench) -> PrePass:
        if not self.session.settings.flag("checks.static_analysis"):
            return NO_PREPASS
        return await bench.prepass(self.session.policy.invariants)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A panel that can be asked."""

    there: Convened
    prepass: PrePass
    ready: Ready

    @property
    def resolved(self) -> Resolved:
        """What is looked at."""
        return self.there.resolved

    @property
    def linted(self) -> bool:
        """True when the tools that judge code ran over it and ended well."""
        runs = [run for run in self.there.bench.analysis.finished if run.tool in DECIDING]
        return bool(runs) and all(run.status is ToolStatus.OK for run in runs)

    def payloads(self, names: Iterable[str]) -> tuple[Payload, ...]:
        """What is sent to the lenses `names`."""
        wanted = frozenset(names)
        return tuple(one for one in self.ready.payloads if one.lens.name in wanted)
