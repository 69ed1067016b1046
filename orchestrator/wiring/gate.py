"""The last stage: evidence of how the run ended, and the gate file where nothing speaks against it."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from orchestrator.errors import CodeReviewError, StateError
from orchestrator.gate.decide import Refusal, decide
from orchestrator.gate.ledger import bypassed_since_review
from orchestrator.gate.place import GATE_FILE, place_of
from orchestrator.gate.rows import RowKind, name_of
from orchestrator.gate.status import bypasses
from orchestrator.gate.verify import case_of, stored_subject
from orchestrator.seams import Git
from orchestrator.system.files import write_atomic
from orchestrator.values.outcome import Completed, Outcome
from orchestrator.values.report import GateState, Report, Verdict
from orchestrator.values.text import printable_path
from orchestrator.wiring.evidence import Evidence
from orchestrator.wiring.gate_terms import Terms, unmet

_NAMED = 5
_AGAINST = {
    "preflight": "a preflight gate stopped the run",
    "escalated": "the fix loop was escalated",
    "no-verdict": "the run has no verdict",
    "verdict-failed": "the verdict is fail",
}


@dataclass(frozen=True, slots=True)
class Seal:
    """Closes one run under its `terms`."""

    terms: Terms

    @property
    def evidence(self) -> Evidence:
        """Where the run writes its rows."""
        return self.terms.evidence

    def report(self, report: Report, looked: Sequence[Outcome] | None = None) -> Report:
        """`report` with the state of the gate; evidence against the change that could not be kept makes it fail.

        `looked` are the outcomes of whoever looked at this very subject, where those of the report are about an earlier
        one too.
        """
        report = replace(report, notices=(*report.notices, *_bypassed(self.terms.git)))
        against, refusal = self._noted(report, report.outcomes if looked is None else looked)
        if against and self.evidence.problem is not None and not self.evidence.broken:
            return self._unrecorded(report, self.evidence.problem)
        return replace(report, gate=_closed(refusal) if refusal else self._write())

    def superseded(self, report: Report) -> None:
        """Notes how `report` ended although another one about a later subject takes its place."""
        self._noted(report, report.outcomes)

    def _noted(self, report: Report, looked: Sequence[Outcome]) -> tuple[str, Refusal | None]:
        """The rule by which the report closes the gate, and why it stays closed, once both are in the record."""
        for outcome in looked:
            self.evidence.lens(outcome, report.engine.name)
        against = _against(report)
        refusal = Refusal(against, _AGAINST[against]) if against else unmet(self.terms)
        if refusal is None:
            for name in self.terms.exemptions:
                self.evidence.add(RowKind.EXEMPT, rule=name, digest=self.evidence.policy)
        # What stands against it was found by lenses that may not have looked at this very subject: all of them have to
        # be content before anything is taken back.
        named = report.outcomes if against else looked
        self.evidence.add(
            RowKind.VERDICT,
            agent=",".join(name_of(one.agent) for one in named if isinstance(one, Completed)),
            engine=",".join(map(name_of, self.terms.engines or (report.engine.name,))),
            status=report.overall.value,
            rule="" if refusal is None or refusal.rule == "verdict-failed" else refusal.rule,
            digest=self.evidence.policy,
        )
        return against, refusal

    def unread(self) -> GateState:
        """The same for a change that nobody was asked about: documentation alone, or ignored by the base as a whole."""
        refusal = unmet(self.terms)
        if refusal is not None:
            return _closed(refusal)
        for name in self.terms.exemptions:
            self.evidence.add(RowKind.EXEMPT, rule=name, digest=self.evidence.policy)
        return self._write()

    def stopped(self) -> GateState:
        """The end of a run that a gate stopped before anybody could have been asked."""
        self.evidence.add(RowKind.VERDICT, status=Verdict.FAIL.value, rule="preflight", digest=self.evidence.policy)
        return _closed(Refusal("preflight", _AGAINST["preflight"]))

    def _write(self) -> GateState:
        """Writes the gate file, unless whoever reads it would not believe it."""
        evidence = self.evidence
        if evidence.problem is not None or evidence.place is None:
            rule = "ledger-broken" if evidence.broken else "evidence-unwritten"
            problem = evidence.problem or StateError("there is no place for evidence")
            return GateState(False, f"{problem.reason}{f'; {problem.hint}' if problem.hint else ''}", rule)
        try:
            asked = self.terms.ask()
            case = case_of(self.terms.git, evidence.place, asked, evidence.clock.now(), evidence.environ)
            refusal = decide(replace(case, stored=case.subject))
            if case.subject != evidence.subject:
                refusal = Refusal("moved", "what stands here now is not what was reviewed")
            if refusal is not None:
                return _closed(refusal)
            write_atomic(evidence.place.records, b"".join(one.record for one in asked.subject.records))
            write_atomic(evidence.place.gate_file, f"{case.subject}\n".encode("ascii"), root=evidence.place.top)
        except CodeReviewError as error:
            return GateState(False, error.reason, "evidence-unwritten")
        return GateState(True, f"{GATE_FILE} holds the subject of what was reviewed{self._besides()}", "reviewed")

    def _besides(self) -> str:
        """The files that the rules of the base kept out: whoever trusts the gate trusts those rules."""
        paths = [printable_path(one.file.path) for one in self.terms.change.ignored]
        more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
        return f"; ignored by rules of the base: {', '.join(paths[:_NAMED])}{more}" if paths else ""

    def _unrecorded(self, report: Report, problem: StateError) -> Report:
        """Nothing may go on standing for a change that has just failed."""
        reason = f"evidence against this change could not be kept: {problem.reason}"
        place = self.evidence.place
        if place is not None and stored_subject(place) == self.evidence.subject:
            with suppress(OSError):
                place.gate_file.unlink()
        return replace(
            report,
            overall=Verdict.FAIL,
            verdict_reasons=(*report.verdict_reasons, reason),
            notices=(*report.notices, reason),
            gate=GateState(False, reason, "evidence-unwritten"),
        )


def _against(report: Report) -> str:
    """The rule by which the report itself closes the gate; empty when it does not."""
    if not report.preflight_passed:
        return "preflight"
    if report.escalated:
        return "escalated"
    if report.verdict is Verdict.NONE:
        return "no-verdict"
    return "verdict-failed" if report.overall is Verdict.FAIL else ""


def _bypassed(git: Git) -> tuple[str, ...]:
    """A line for each time somebody went around the gate since the last review."""
    try:
        place = place_of(git)
        count = bypassed_since_review(place)
        recent = bypasses(place)[-count:] if count else ()
    except CodeReviewError:
        return ()
    return tuple(f"the gate was bypassed on {one.branch} by {one.triggered_by}: {one.reason}" for one in recent)


def _closed(refusal: Refusal) -> GateState:
    return GateState(False, refusal.reason, refusal.rule)
