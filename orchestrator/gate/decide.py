"""The decision: from what is known about one subject to open, or closed for the first reason found."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from orchestrator.gate.ledger import REPAIR, Chain
from orchestrator.gate.place import SKEW, WINDOW
from orchestrator.gate.rows import Row, RowKind, stamp
from orchestrator.values.floor import FLOOR

REVIEW = "review"
"""Stands for the command that reviews the change against its base."""
DOC_ONLY, IGNORED, SINGLE_AGENT, FORCED = "doc-only", "ignored", "single-agent", "forced"
EXEMPTIONS = (DOC_ONLY, IGNORED, SINGLE_AGENT, FORCED)
UNREAD = frozenset({DOC_ONLY, IGNORED})
"""Those of reviews in which nobody was asked; a reader finds out by itself whether they hold."""
_PASSING = frozenset({"pass", "warn"})
_FAILING = {
    "": (
        "verdict-failed",
        "a review of this ended with the verdict fail, and no review by at least the same lenses passed since",
    ),
    "no-verdict": ("no-verdict", "its review ended without a verdict"),
    "escalated": ("verdict-escalated", "its fix loop ended with open findings and was escalated"),
    "preflight": ("preflight-failed", "its review was stopped by a preflight gate"),
}


class Refusal(NamedTuple):
    """Why the gate is closed: a stable name, one line, and the command that mends it."""

    rule: str
    reason: str
    mend: str = REVIEW


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What is known: the subject, what the gate file holds, the rows, and the rules at the base.

    `documents_only` is true when nothing but documentation differs, `all_ignored` when the rules at the base ignore
    everything that does, as the reader found by itself.
    """

    subject: str
    stored: str
    chain: Chain
    key: bytes
    lenses: frozenset[str]
    policy: str
    documents_only: bool
    now: datetime
    all_ignored: bool = False

    def counts(self, row: Row) -> bool:
        """True for evidence in favour that is proven to be ours."""
        return row.is_sealed_with(self.key)


def decide(case: Case) -> Refusal | None:
    """None when the gate is open."""
    return next(_refusals(case), None)


def completed(case: Case, engines: frozenset[str] | None = None) -> tuple[Row, ...]:
    """Rows of registered lenses that looked at this subject and finished, whenever that was."""
    return tuple(
        row
        for row in case.chain.rows
        if row.kind is RowKind.COMPLETED
        and case.counts(row)
        and row.status != "skip"
        and row.agent in case.lenses
        and (engines is None or row.engine in engines)
    )


def exemptions(case: Case) -> frozenset[str]:
    """Names of the exemptions that hold for this subject under the rules in force."""
    named = {
        row.rule
        for row in case.chain.rows
        if row.kind is RowKind.EXEMPT and case.counts(row) and row.digest == case.policy
    }
    untrue = {DOC_ONLY: not case.documents_only, IGNORED: not case.all_ignored}
    return frozenset(name for name in named if not untrue.get(name))


def decisive(case: Case) -> Row | None:
    """The newest verdict row that opens or closes; what passes without counting does neither."""
    opening: Row | None = None
    for row in reversed(case.chain.rows):
        if row.kind is not RowKind.VERDICT:
            continue
        if _fails(row):
            # Fewer lenses that find nothing do not take back what others found in the very same bytes.
            return opening if opening is not None and _lenses(row) <= _lenses(opening) else row
        if opening is None and _opens(case, row):
            opening = row
    return opening


def _refusals(case: Case) -> Iterator[Refusal]:
    if case.chain.broken:
        yield Refusal("ledger-broken", f"the evidence ledger is broken: {case.chain.broken}", REPAIR)
    if case.chain.newest > stamp(case.now + SKEW):
        yield Refusal("clock", "the clock stands behind the newest evidence", "set the clock, then try again")
    verdict = decisive(case)
    if verdict is not None and _fails(verdict):
        yield Refusal(*_FAILING.get(verdict.rule, _FAILING[""]))
    unread = bool(UNREAD & exemptions(case))
    if verdict is None and not unread and _passing(case):
        yield _unreviewed(case)
    if not case.stored:
        yield Refusal("no-gate-file", "no review of this branch has opened the gate")
    elif case.stored != case.subject:
        yield Refusal("subject-changed", "what was reviewed is not what is here now")
    if verdict is None and not unread:
        yield _unreviewed(case)
    # Who looks at what nobody has to look at may be as few as they like, unless somebody found something.
    elif verdict is not None and (not unread or any(map(_fails, _verdicts(case)))):
        yield from _short_of_evidence(case, verdict)
    yield from _failures(case)


def _fails(row: Row) -> bool:
    return row.status not in _PASSING


def _lenses(row: Row) -> frozenset[str]:
    return frozenset(name for name in row.agent.split(",") if name)


def _opens(case: Case, row: Row) -> bool:
    return case.counts(row) and not row.rule and row.digest == case.policy


def _verdicts(case: Case) -> list[Row]:
    return [row for row in case.chain.rows if row.kind is RowKind.VERDICT]


def _passing(case: Case) -> list[Row]:
    return [row for row in _verdicts(case) if not _fails(row)]


def _unreviewed(case: Case) -> Refusal:
    """Why a subject has no verdict that counts."""
    passing = _passing(case)
    if not passing:
        return Refusal("no-review", "there is no evidence that anybody reviewed this")
    last = passing[-1]
    if not case.counts(last):
        return Refusal("unsealed", "its review was recorded without the key of this ledger")
    if last.rule == "engine":
        reason = f"reviews by {last.engine} do not count towards the gate here"
        return Refusal(
            "engine-not-counted", reason, "review with an engine that counts, or name it in gate.engines at the base"
        )
    if last.rule == "exemption":
        reason = "the settings at the base do not accept the exemption its review made use of"
        return Refusal("exemption", reason)
    if last.rule:
        return Refusal(last.rule, "its review ended well and does not count, its report says why")
    return Refusal("policy-changed", "the review rules at the base have changed since this was reviewed")


def _short_of_evidence(case: Case, verdict: Row) -> Iterator[Refusal]:
    oldest, newest = stamp(case.now - WINDOW), stamp(case.now + SKEW)
    rows = completed(case, verdict.engines)
    ever = {row.agent for row in rows}
    fresh = {row.agent for row in rows if oldest <= row.ts <= newest}
    floor = 1 if SINGLE_AGENT in exemptions(case) else FLOOR
    if len(fresh) >= floor:
        return
    if len(ever) >= floor:
        yield Refusal("evidence-expired", f"its review is older than {int(WINDOW.total_seconds() // 3600)} hours")
    else:
        yield Refusal("too-few-lenses", f"{len(ever)} of at least {floor} lenses are known to have finished")


def _failures(case: Case) -> Iterator[Refusal]:
    """A lens that failed must have finished later, on the same subject; at the very same moment is not later."""
    finished = completed(case)
    order = {id(row): index for index, row in enumerate(case.chain.rows)}
    for row in case.chain.rows:
        if row.kind is RowKind.DISPATCH_FAILURE and not any(
            done.agent == row.agent and done.ts > row.ts and order[id(done)] > order[id(row)] for done in finished
        ):
            yield Refusal("dispatch-failure", f"{row.agent} failed on this and has not finished since")
