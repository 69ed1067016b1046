"""Inquiries put to the reviewers: every one gets a ruling, and no failure looks like an answer.

An inquiry that fails in whatever way is `insufficient-context` with the failure named.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from orchestrator.dispatch.attempt import Question
from orchestrator.dispatch.desk import Desk
from orchestrator.dispatch.pack import budget_of
from orchestrator.dispatch.posed import Posed, Tried, ask_each
from orchestrator.dispatch.progress import Progress
from orchestrator.fixloop.verdict import short
from orchestrator.record.asking import Inquiry, Matter, inquiry_messages, payload_of, unaskable
from orchestrator.record.ruling import SCHEMAS, Ruled, Verdict, make_ruling_judge
from orchestrator.schemas import load_schema
from orchestrator.values.outcome import Failed, ReplyShape
from orchestrator.values.turn import FailureKind, Payload, Usage

RULES = "rules cannot weigh an argument; name an engine with a model"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What became of one inquiry. `failure` names why nobody gave a verdict, `shape` what an unusable reply looked like.

    `attempts` is 0 where nobody was asked, `usage` what all calls cost.
    """

    inquiry: Inquiry
    ruled: Ruled
    failure: FailureKind | None = None
    shape: ReplyShape | None = None
    attempts: int = 0
    usage: Usage = Usage()
    engine: str = ""
    model: str = ""
    notes: tuple[str, ...] = ()

    @property
    def decided(self) -> bool:
        """True when somebody gave a verdict that decides something."""
        return self.ruled.verdict is not Verdict.INSUFFICIENT

    @property
    def reason(self) -> str:
        """Why the verdict is what it is, for a reader."""
        ruled = self.ruled
        return f"{ruled.overruled}; its reason was: {ruled.reason}" if ruled.overruled else ruled.reason


Settled = Callable[[Sequence[Ruling]], None]


async def consult(
    desk: Desk,
    inquiries: Sequence[Inquiry],
    *,
    contracts: Mapping[Matter, str],
    max_parallel: int,
    progress: Progress,
    settled: Settled,
) -> tuple[Ruling, ...]:
    """Exactly one ruling for each of `inquiries`, in their order. `contracts` say what somebody is told of the task.

    `settled` is told the rulings of each wave when it is over, so that an interruption loses one wave at most. Nothing
    is told to `progress` as an outcome: an inquiry is no review and leaves no evidence of one.
    """
    seats = [_Seat(desk, inquiry, contracts[inquiry.matter]) for inquiry in inquiries]
    turned = {number: seat.turned() for number, seat in enumerate(seats) if seat.why_not}
    if turned:
        settled(tuple(turned.values()))
    numbers = [number for number in range(len(seats)) if number not in turned]
    rulings = dict(turned)

    def over(wave: Sequence[tuple[int, Tried[Ruled]]]) -> None:
        told = {numbers[at]: seats[numbers[at]].ruling(tried) for at, tried in wave}
        rulings.update(told)
        settled(tuple(told.values()))

    await ask_each(
        desk, [seats[number].posed for number in numbers], max_parallel=max_parallel, progress=progress, ended=over
    )
    return tuple(rulings[number] for number in range(len(seats)))


class _Seat:
    """One inquiry, and the question that it is."""

    def __init__(self, desk: Desk, inquiry: Inquiry, contract: str) -> None:
        self._inquiry = inquiry
        payload = payload_of(inquiry)
        self._info = desk.answerer(inquiry.lens).engine.info
        self.why_not = self._unaskable(payload)
        question = Question(
            messages=lambda: inquiry_messages(inquiry, payload, contract, desk.marker),
            judge=make_ruling_judge(inquiry),
            schema=json.dumps(load_schema(SCHEMAS[inquiry.matter])),
        )
        self.posed = Posed(payload, question)

    def turned(self) -> Ruling:
        """The ruling where nobody is asked."""
        return Ruling(inquiry=self._inquiry, ruled=Ruled(Verdict.INSUFFICIENT, self.why_not), engine=self._info.name)

    def ruling(self, tried: Tried[Ruled]) -> Ruling:
        """The ruling of somebody who was asked."""
        answer = tried.answer
        if isinstance(answer, Failed):
            why = f"nobody answered ({answer.kind.value}): {short(answer.error)}"
            return Ruling(
                inquiry=self._inquiry,
                ruled=Ruled(Verdict.INSUFFICIENT, why),
                failure=answer.kind,
                shape=answer.shape,
                attempts=tried.attempts,
                usage=tried.usage,
                engine=self._info.name,
            )
        return Ruling(
            inquiry=self._inquiry,
            ruled=answer.said,
            attempts=tried.attempts,
            usage=tried.usage,
            engine=self._info.name,
            model=answer.reply.model,
            notes=answer.notes,
        )

    def _unaskable(self, payload: Payload) -> str:
        if self._info.rule_based:
            return RULES
        return unaskable(self._inquiry, payload, budget_of(self._info, self._info.window))
