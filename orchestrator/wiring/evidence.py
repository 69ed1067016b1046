"""Evidence of a run, written as it comes about: each lens when it has finished, never when it is asked."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from orchestrator.dispatch.progress import Progress
from orchestrator.errors import CodeReviewError, StateError
from orchestrator.gate.ledger import ChainBrokenError, append_rows
from orchestrator.gate.place import Place, key_of, place_of
from orchestrator.gate.policy import policy_digest, policy_records
from orchestrator.gate.rows import Row, RowKind, digest_of, name_of, stamp
from orchestrator.gate.verify import commit_of
from orchestrator.seams import Clock, Git
from orchestrator.system.files import exclude_own_state
from orchestrator.values.analysis import GateResult
from orchestrator.values.outcome import Completed, Failed, LensResult, Outcome
from orchestrator.wiring.session import BASE, Session


@dataclass(slots=True)
class Evidence:
    """The rows of one run. Nothing is written for a run whose change has no subject.

    `problem` is the first thing that kept a row from being written; rows after it are not tried, so that no later one
    stands where an earlier one is missing.
    """

    place: Place | None
    subject: str
    policy: str
    key: bytes
    clock: Clock
    git: Git
    environ: Mapping[str, str]
    problem: StateError | None = None
    lenses: list[str] = field(default_factory=list)

    def add(self, kind: RowKind, **values: str) -> None:
        """Appends one row; a failure to do so is kept in `problem`."""
        if self.place is None or self.problem is not None:
            return
        try:
            exclude_own_state(self.git)
            append_rows(
                self.place, (Row(ts=stamp(self.clock.now()), kind=kind, subject=self.subject, **values),), self.key
            )
        except StateError as error:
            self.problem = error

    @property
    def broken(self) -> bool:
        """True when the ledger cannot be believed, which keeps the gate closed whatever this run finds."""
        return isinstance(self.problem, ChainBrokenError)

    def gates(self, results: Sequence[GateResult]) -> None:
        """A row for each preflight gate."""
        for result in results:
            self.add(RowKind.GATE_RAN, rule=name_of(result.name), status=result.status.value)

    def lens(self, outcome: Outcome, engine: str) -> None:
        """The row of a lens that has finished or finally failed; once for each. `engine` is for one nobody was asked about."""
        if outcome.agent in self.lenses:
            return
        if isinstance(outcome, Completed):
            self.lenses.append(outcome.agent)
            self.add(
                RowKind.COMPLETED,
                agent=name_of(outcome.agent),
                engine=name_of(outcome.engine or engine),
                model=name_of(outcome.model),
                status=outcome.result.status.value,
                digest=digest_of_result(outcome.result),
            )
        elif isinstance(outcome, Failed):
            self.lenses.append(outcome.agent)
            self.add(
                RowKind.DISPATCH_FAILURE,
                agent=name_of(outcome.agent),
                engine=name_of(outcome.engine or engine),
                rule=name_of(outcome.kind.value),
            )


def open_evidence(session: Session, clock: Clock, environ: Mapping[str, str], *, subject: str) -> Evidence:
    """Evidence for `subject`; without one, evidence that writes nothing."""
    git = session.git
    if not subject or session.trust != BASE:
        return Evidence(None, subject, "", b"", clock, git, environ)
    return Evidence(place_of(git), subject, policy_of(git, session.origin), key_of(environ), clock, git, environ)


def policy_of(git: Git, ref: str) -> str:
    """Digest of the policy at the tip of `ref`; empty when git cannot say."""
    try:
        return policy_digest(policy_records(git, commit_of(git, ref)))
    except CodeReviewError:
        return ""


@dataclass(frozen=True, slots=True)
class RecordingProgress:
    """Progress that writes the evidence of each final outcome before anybody is told."""

    inner: Progress
    evidence: Evidence
    engine: str

    def stage(self, text: str) -> None:
        """Passed on."""
        self.inner.stage(text)

    def asked(self, agents: tuple[str, ...], attempt: int) -> None:
        """Passed on."""
        self.inner.asked(agents, attempt)

    def answered(self, outcome: Outcome) -> None:
        """Recorded, then passed on."""
        self.evidence.lens(outcome, self.engine)
        self.inner.answered(outcome)


def digest_of_result(result: LensResult) -> str:
    """What a row keeps of what a lens said: enough to tell it from anything else, and not a word of it."""
    said = [(one.category, one.severity.value, one.file, one.line, one.message) for one in result.findings]
    return digest_of(json.dumps([result.status.value, said]).encode("ascii"))
