"""Verification: after a fix each lens is asked whether its finding is gone, and every question gets a verdict.

A verification that fails in whatever way is `insufficient-context` with the failure named. It can never look like
`resolved`.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from orchestrator.dispatch.attempt import Answered, Question
from orchestrator.dispatch.desk import Desk
from orchestrator.dispatch.pack import budget_of
from orchestrator.dispatch.panel import dispatch
from orchestrator.dispatch.posed import Posed, Tried, ask_each
from orchestrator.dispatch.progress import Progress
from orchestrator.fixloop.asking import Check, payload_of, unaskable, verification_messages
from orchestrator.fixloop.rerun import Rerun, verify_by_rules
from orchestrator.fixloop.verdict import SCHEMA, Judged, make_verdict_judge, short
from orchestrator.fixloop.verified import Verified, undecided
from orchestrator.schemas import load_schema
from orchestrator.values.outcome import Failed, Outcome
from orchestrator.values.turn import Purpose

NO_RERUN = Rerun()


async def verify(
    desk: Desk,
    checks: Sequence[Check],
    *,
    contract: str,
    max_parallel: int,
    progress: Progress,
    rerun: Rerun = NO_RERUN,
) -> tuple[Verified, ...]:
    """Exactly one verdict for each of `checks`, in their order. `contract` is what a verifier is told of its task.

    Reviewers are asked in waves, each question by itself; one that failed is asked once more. Lenses that rules answer
    are run again over the payloads of `rerun`, for which the engine of the desk must read the fixed tree. Nothing of it
    is told to `progress` as an outcome: a verification is no review and leaves no evidence of one.
    """
    if not checks:
        return ()
    progress.stage(f"verifying {len(checks)} fix{'es' if len(checks) != 1 else ''}")
    ruled = {check.lens.name: desk.answerer(check.lens).engine.info.rule_based for check in checks}
    asked = [_Asked(desk, check, contract) for check in checks if not ruled[check.lens.name]]
    open_ones = [one for one in asked if not one.why_not]
    tried = await ask_each(desk, [one.posed for one in open_ones], max_parallel=max_parallel, progress=progress)
    ended = dict(zip(map(id, open_ones), tried, strict=True))
    told = iter([one.verified(ended.get(id(one))) for one in asked])
    by_rules = [check for check in checks if ruled[check.lens.name]]
    again = iter(await _by_rules(desk, by_rules, rerun, max_parallel, progress))
    return tuple(next(again if ruled[check.lens.name] else told) for check in checks)


class _Asked:
    """One check, and the question that it is."""

    def __init__(self, desk: Desk, check: Check, contract: str) -> None:
        self._check = check
        payload = payload_of(check)
        self._info = desk.answerer(check.lens).engine.info
        self.why_not = unaskable(payload, budget_of(self._info, self._info.window))
        question = Question(
            messages=lambda: verification_messages(check, payload, contract, desk.marker),
            judge=make_verdict_judge(check.now),
            schema=json.dumps(load_schema(SCHEMA)),
            # Whoever needs more than the fix says so, and then the whole lens looks again.
            reads=False,
        )
        self.posed = Posed(payload, question)

    def verified(self, tried: Tried[Judged] | None) -> Verified:
        """The verdict. `tried` is None where nobody was asked."""
        if tried is None:
            return undecided(self._check, self.why_not, engine=self._info.name)
        answer = tried.answer
        if isinstance(answer, Failed):
            why = f"the verification failed ({answer.kind.value}): {short(answer.error)}"
            told = replace(undecided(self._check, why), failure=answer.kind, shape=answer.shape)
        else:
            told = _told(self._check, answer)
        return replace(told, attempts=tried.attempts, usage=tried.usage, engine=self._info.name)


def _told(check: Check, answer: Answered[Judged]) -> Verified:
    said = answer.said
    return Verified(
        check=check,
        verdict=said.verdict,
        reason=f"{said.overruled}; its reason was: {said.reason}" if said.overruled else said.reason,
        finding=said.finding,
        evidence=said.evidence,
        model=answer.reply.model,
        notes=answer.notes,
    )


async def _by_rules(
    desk: Desk, checks: Sequence[Check], rerun: Rerun, max_parallel: int, progress: Progress
) -> tuple[Verified, ...]:
    names = {check.lens.name for check in checks}
    payloads = tuple(replace(one, purpose=Purpose.VERIFICATION) for one in rerun.payloads if one.lens.name in names)
    outcomes = await dispatch(payloads, desk, max_parallel=max_parallel, progress=_Quiet(progress))
    return verify_by_rules(checks, outcomes, rerun.earlier)


@dataclass(frozen=True, slots=True)
class _Quiet:
    """Progress that keeps outcomes to itself."""

    inner: Progress

    def stage(self, text: str) -> None:
        """Passed on."""
        self.inner.stage(text)

    def asked(self, agents: tuple[str, ...], attempt: int) -> None:
        """Passed on."""
        self.inner.asked(agents, attempt)

    def answered(self, outcome: Outcome) -> None:
        """Nobody is told."""
