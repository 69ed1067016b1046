"""How fixing begins: somebody chooses from a report, or an interrupted loop is taken up where it began."""

from collections.abc import Callable, Sequence
from pathlib import Path

from orchestrator.errors import UsageError
from orchestrator.fixloop.choice import Because, Choice, Extent
from orchestrator.gate.ledger import read_chain
from orchestrator.gate.rows import RowKind, name_of
from orchestrator.values.correcting import Offers
from orchestrator.values.outcome import Completed, Outcome
from orchestrator.values.report import Report
from orchestrator.wiring.convened import Convened
from orchestrator.wiring.evidence import Evidence, digest_of_result
from orchestrator.wiring.fixing.preview import preview
from orchestrator.wiring.fixing.run import First, Fixing
from orchestrator.wiring.fixing.saved import HINT, Saved, check, findings_at, load

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
    shown: list[Offers] = []

    def diff() -> str:
        wanted = [one for one in report.findings if one.counts and one.actionable]
        made = preview(first.hall, first.resolved, wanted)
        shown.append(made.offers)
        return made.text

    choice = chooser(report, diff)
    return Fixing(choice=choice, commits=commits, shown=shown[-1] if shown else None)


def take_up(there: Convened, top: Path, evidence: Evidence) -> Saved:
    """The interrupted loop, when it was begun over this very code by these lenses and this engine, and when `evidence`
    knows of their answers; nothing is noted about them a second time. Raises UsageError."""
    saved = load(top)
    lenses = {lens.name: lens.digest for lens, _ in there.panel.seats}
    check(saved, there.resolved, lenses, there.team.engine.info.name)
    if not _is_recorded(saved.outcomes, evidence):
        raise UsageError(
            "the answers that were kept of the interrupted fix loop are not those in the record", hint=HINT
        )
    evidence.lenses += [one.agent for one in saved.outcomes]
    return saved


def _is_recorded(outcomes: Sequence[Outcome], evidence: Evidence) -> bool:
    """Whether the last verdict rests on just these answers. The file that holds them is one that anybody can write."""
    if evidence.place is None:
        return True
    chain = read_chain(evidence.place, evidence.subject)
    rows = [row for row in chain.rows if row.is_sealed_with(evidence.key)]
    last = next((row.agent for row in reversed(rows) if row.kind is RowKind.VERDICT), None)
    known = {(row.agent, row.digest) for row in rows if row.kind is RowKind.COMPLETED}
    said = [(name_of(one.agent), digest_of_result(one.result)) for one in outcomes if isinstance(one, Completed)]
    return last == ",".join(agent for agent, _ in said) and known.issuperset(said)
