"""Verification by rules: the lens has run again over the fixed tree, and its finding is there or it is not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from orchestrator.fixloop.asking import Check
from orchestrator.fixloop.difference import fix_of
from orchestrator.fixloop.provenance import places_of
from orchestrator.fixloop.signature import NEARBY, signature
from orchestrator.fixloop.verdict import Verdict, short
from orchestrator.fixloop.verified import Verified, undecided
from orchestrator.values.finding import Finding
from orchestrator.values.outcome import Completed, Failed, LensStatus, Outcome
from orchestrator.values.turn import Omission, OmissionKind, Payload, Usage

_BLIND = frozenset({OmissionKind.UNREAD, OmissionKind.BUDGET, OmissionKind.PARTIAL})


@dataclass(frozen=True, slots=True)
class Rerun:
    """What rules are run over again: `payloads` of their lenses on the fixed tree, as for a review.

    `earlier` are the outcomes that reported the findings: what a lens could not see then is no reason for doubt now, and
    what else it reported then is no defect that the fix left.
    """

    payloads: tuple[Payload, ...] = ()
    earlier: tuple[Outcome, ...] = ()


def verify_by_rules(
    checks: Sequence[Check], outcomes: Sequence[Outcome], earlier: Sequence[Outcome] = ()
) -> tuple[Verified, ...]:
    """One verdict for each of `checks`; `outcomes` are those of their lenses on the fixed tree.

    A finding persists when its lens reports the same again near its line or on a line that the fix touched, or something
    else of the same category on such a line, which no lens of `earlier` had reported: words of rules name what they found,
    and a fix may have changed nothing but the name. Else it is resolved. A lens that failed, was not run or could not read the file has decided nothing. The cost of a lens counts
    with its first check.
    """
    return tuple(_costed(checks, [_verified(check, outcomes, earlier) for check in checks], outcomes))


def _verified(check: Check, outcomes: Sequence[Outcome], earlier: Sequence[Outcome]) -> Verified:
    name, file = check.lens.name, check.finding.file
    outcome = next((one for one in outcomes if one.agent == name), None)
    if isinstance(outcome, Failed):
        doubt = undecided(
            check, f"the rules failed ({outcome.kind.value}): {short(outcome.error)}", engine=outcome.engine
        )
        return replace(doubt, failure=outcome.kind, attempts=outcome.attempts)
    if not isinstance(outcome, Completed):
        return undecided(check, f"{name} was not run over the fixed files")
    again = _found_again(check, outcome, earlier)
    blind = "" if again else blind_to(file, outcome, earlier)
    if blind:
        return replace(undecided(check, blind, engine=outcome.engine), attempts=outcome.attempts)
    return Verified(
        check=check,
        verdict=Verdict.PERSISTS if again else Verdict.RESOLVED,
        reason=f"{name} still reports it at line {again.line}" if again else f"{name} reports it no more",
        finding=again or check.now,
        evidence=again.evidence if again else "",
        attempts=outcome.attempts,
        engine=outcome.engine,
        model=outcome.model,
    )


def _found_again(check: Check, outcome: Completed, earlier: Sequence[Outcome]) -> Finding | None:
    """What the lens reports now that is the finding of `check`, the nearest to its line."""
    wanted, place = signature(check.finding), check.place
    touched = places_of(fix_of(one.path, one.before, one.after) for one in check.fixed)
    reported = (one for past in earlier if isinstance(past, Completed) for one in past.result.findings)
    known = {signature(one) for one in reported}

    def is_left(one: Finding) -> bool:
        if signature(one) == wanted:
            return place.start - NEARBY <= one.line <= place.end + NEARBY or one in touched
        alike = (one.file, one.category) == (check.finding.file, check.finding.category)
        return alike and one in touched and signature(one) not in known

    # What was withheld or accepted as a risk is still there, so `counts` is not asked.
    left = [one for one in outcome.result.findings if is_left(one)]
    return min(left, key=lambda one: abs(one.line - place.start), default=None)


def blind_to(file: str, outcome: Completed, earlier: Sequence[Outcome]) -> str:
    """Why the silence of the lens of `outcome` about `file` says nothing; empty when it says that all is well there."""
    known = {item for one in earlier if one.agent == outcome.agent for item in _omissions(one)}
    new = (item for item in outcome.omissions if item.file == file and item.kind in _BLIND and item not in known)
    missed = next(new, None)
    if missed is not None:
        return f"{outcome.agent} could not read the file: {missed.reason}"
    if file not in outcome.files:
        return f"{outcome.agent} was not shown the file again"
    if outcome.result.status is LensStatus.SKIP:
        return f"{outcome.agent} looked at nothing: {short(outcome.result.summary)}"
    return ""


def _omissions(outcome: Outcome) -> tuple[Omission, ...]:
    return outcome.omissions if isinstance(outcome, Completed | Failed) else ()


def _costed(checks: Sequence[Check], verified: Sequence[Verified], outcomes: Sequence[Outcome]) -> Iterator[Verified]:
    costs = {one.agent: one.usage for one in outcomes if isinstance(one, Completed | Failed)}
    for check, one in zip(checks, verified, strict=True):
        yield replace(one, usage=costs.pop(check.lens.name, Usage()))
