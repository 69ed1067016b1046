"""How fixing begins: somebody chooses from a report, or an interrupted loop is taken up where it began."""

from collections.abc import Callable
from pathlib import Path

from orchestrator.fixloop.choice import Because, Choice, Extent
from orchestrator.values.report import Report
from orchestrator.wiring.convened import Convened
from orchestrator.wiring.fixing.preview import preview
from orchestrator.wiring.fixing.run import First, Fixing
from orchestrator.wiring.fixing.saved import Saved, check, findings_at, load

Chooser = Callable[[Report, Callable[[], str]], Choice]
"""Decides what is fixed of a report; the second argument makes the diff of what would be changed."""


def nobody(_report: Report, _diff: Callable[[], str]) -> Choice:
    """Chooses nothing: the report is all that is wanted."""
    return Choice(Extent.NONE, (), Because.NO_TERMINAL)


def choose(first: First, chooser: Chooser, taken_up: Saved | None, *, commits: bool) -> Fixing:
    """What is to be fixed. A loop that is taken up keeps to what was chosen for it."""
    if taken_up is not None:
        extent = Extent.ALL if taken_up.everything else Extent.SOME
        findings = findings_at(first.report.outcomes, taken_up.chosen)
        return Fixing(choice=Choice(extent, findings, Because.FLAG), commits=commits, resumed=taken_up.started)
    report = first.report

    def diff() -> str:
        return preview(first.hall, first.resolved, [one for one in report.findings if one.counts and one.actionable])

    return Fixing(choice=chooser(report, diff), commits=commits)


def take_up(there: Convened, top: Path) -> Saved:
    """The interrupted loop, when it was begun over this very code by these lenses and this engine. Raises UsageError."""
    saved = load(top)
    lenses = {lens.name: lens.digest for lens, _ in there.panel.seats}
    check(saved, there.resolved, lenses, there.team.engine.info.name)
    return saved
