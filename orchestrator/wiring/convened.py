"""A panel convened over one state of the code: who answers it, and once everything is known, what each is sent."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

from orchestrator.checks.prepass import PrePass
from orchestrator.dispatch.desk import Desk
from orchestrator.dispatch.spending import Spending
from orchestrator.engines.redacting import redactions_of
from orchestrator.scope.ignore.visible import visible
from orchestrator.scope.resolve import Resolved
from orchestrator.seams import Clock, Process
from orchestrator.values.analysis import Probe, ToolRun
from orchestrator.values.turn import Payload
from orchestrator.wiring.ahead import looking_ahead
from orchestrator.wiring.checks import Workbench
from orchestrator.wiring.desk import Team, open_desk, payloads_of
from orchestrator.wiring.fixing.verifying import with_verifiers
from orchestrator.wiring.material import gather_material
from orchestrator.wiring.outside import Outside
from orchestrator.wiring.panel import Panel
from orchestrator.wiring.reading import lines, open_shelf, probes
from orchestrator.wiring.registry import EngineContext
from orchestrator.wiring.session import Session
from orchestrator.wiring.team import TeamMaker


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors:
    """What a panel needs of the outside."""

    process: Process
    clock: Clock
    environ: Mapping[str, str]
    make_team: TeamMaker


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """What is sent, and what it was made from. `tools` have run by now, `probes` are those that are optional."""

    desk: Desk
    payloads: tuple[Payload, ...]
    tools: tuple[ToolRun, ...]
    probes: tuple[Probe, ...]


@dataclass(frozen=True, slots=True)
class Convened:
    """The panel over `bench`, with the engines that answer it. They end with the context it was made in."""

    session: Session
    doors: Doors
    bench: Workbench
    panel: Panel
    team: Team
    stack: AsyncExitStack

    @property
    def resolved(self) -> Resolved:
        """The code that is looked at."""
        return self.bench.resolved

    @property
    def redactions(self) -> int:
        """Secret values that were taken out of what left the machine."""
        return sum(redactions_of(engine) for engine, _ in self.team.seated(self.panel.seats))

    def look_ahead(self) -> None:
        """Lets engines that can begin while gates and tools still run."""
        for engine, seats in self.team.seated(self.panel.seats):
            self.stack.enter_context(looking_ahead(engine, Panel(self.panel.roster, seats), self.resolved))

    async def ready(
        self, prepass: PrePass, *, start: bool = True, spending: Spending | None = None, verifies: bool = False
    ) -> Ready:
        """Everything that is sent. Servers of tools are started when `start` says so; `spending` is an account that is
        already open, a new one is begun without it. With `verifies` every lens can be asked at its verify tier too."""
        session, doors = self.session, self.doors
        tools = self.bench.analysis.finished
        shelf = await self.stack.enter_async_context(
            open_shelf(session, self.resolved, self.team, doors.environ, start=start)
        )
        probed = (*probes(session.git, session.settings, tools, self.team), *shelf.probes)
        material = gather_material(self.resolved, prepass, tools, session.policy.context, lines(probed))
        library = partial(shelf.library, doors.clock)
        lenses = tuple(lens for lens, _ in self.panel.seats)
        asked = with_verifiers(lenses) if verifies else lenses
        desk = open_desk(session, doors.clock, self.team, asked, library, spending=spending)
        payloads = payloads_of(self.panel, material, desk, session.settings)
        return Ready(desk=desk, payloads=payloads, tools=tools, probes=probed)


@asynccontextmanager
async def convened(session: Session, doors: Doors, bench: Workbench, panel: Panel) -> AsyncIterator[Convened]:
    """The panel with its engines, as long as the context lasts."""
    async with AsyncExitStack() as stack:
        resolved = bench.resolved
        outside = Outside(doors.process, doors.environ, session.git, stack.callback)
        before = None if resolved.base_tree is None else visible(resolved.base_tree, resolved.rules)
        seen = visible(resolved.tree, resolved.rules)
        team = doors.make_team(EngineContext(bench.analysis, seen, before, bench.rules, outside))
        yield Convened(session, doors, bench, panel, team, stack)
