"""What a run of the panel is asked for, what it uses of the outside, and what it ends with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from orchestrator.dispatch.preview import Planned
from orchestrator.dispatch.progress import Progress
from orchestrator.seams import Clock, Process
from orchestrator.values.report import GateState, Report
from orchestrator.wiring.convened import Doors
from orchestrator.wiring.fixing.begin import Chooser, nobody
from orchestrator.wiring.fixing.run import no_command
from orchestrator.wiring.keep import Keeper
from orchestrator.wiring.targets import Confirm
from orchestrator.wiring.team import TeamMaker


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRequest:
    """What a caller asks for. `force_reason` is empty unless gates and narrowing are to be skipped.

    `fixes` says that something is to be fixed whatever is found, `commits` that fixes of a review of commits are
    committed, `resumes` that an interrupted fix loop is taken up,
    `documents` that documentation alone is reviewed too.
    """

    agents: tuple[str, ...] = ()
    background: bool = False
    force_reason: str = ""
    dry_run: bool = False
    fixes: bool = False
    commits: bool = False
    resumes: bool = False
    documents: bool = False

    @property
    def reviews_documentation(self) -> bool:
        """True when a change of documentation alone is reviewed all the same."""
        return self.documents or bool(self.force_reason) or self.background or bool(self.agents)

    @property
    def runs_gates(self) -> bool:
        """True when the preflight gates are not skipped."""
        return not (self.background or self.force_reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """The outside of a run. `max_parallel` is the number of lenses asked at once; `choose` decides what is fixed of a
    report, given a way to show what would be changed. `ask_tests` is asked once for a command that runs the project's
    tests where none were found, given why; empty is none."""

    process: Process
    clock: Clock
    progress: Progress
    confirm: Confirm
    make_team: TeamMaker
    keeper: Keeper
    max_parallel: int
    environ: Mapping[str, str]
    choose: Chooser = nobody
    ask_tests: Callable[[str], str] = no_command

    @property
    def doors(self) -> Doors:
        """Those that a panel uses."""
        return Doors(process=self.process, clock=self.clock, environ=self.environ, make_team=self.make_team)


@dataclass(frozen=True, slots=True)
class DocumentationOnly:
    """The change holds documentation and nothing else, so nobody was asked."""

    files: tuple[str, ...]
    gate: GateState


@dataclass(frozen=True, slots=True)
class DryRun:
    """What would be sent to whom. `stopped` says what would end the run before; then nothing is planned."""

    report: Report
    planned: tuple[Planned, ...] = ()
    stopped: str = ""


Ended = Report | DocumentationOnly | DryRun
