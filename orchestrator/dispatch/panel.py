"""The panel: bounded waves, each failed lens asked once more on its own, one Outcome for every dispatched lens."""

from dataclasses import dataclass, replace

import anyio

from orchestrator.dispatch.attempt import attempt
from orchestrator.dispatch.desk import Desk
from orchestrator.dispatch.merge import merged
from orchestrator.dispatch.prefixes import Key
from orchestrator.dispatch.progress import Progress
from orchestrator.dispatch.prompt import CHANGE_ONLY, WITH_FILES, WITH_TREE, breadth
from orchestrator.dispatch.reconcile import missing
from orchestrator.dispatch.waves import split_waves
from orchestrator.values.outcome import Completed, Failed, Outcome, Skipped
from orchestrator.values.turn import FailureKind, Payload

NO_SECOND = frozenset({FailureKind.FINAL, FailureKind.BUDGET, FailureKind.DOWN, FailureKind.TAMPERED})
"""Failures that a second attempt would only repeat or pay for again, and the one that no later success may hide."""


async def dispatch(
    payloads: tuple[Payload, ...], desk: Desk, *, max_parallel: int, progress: Progress
) -> tuple[Outcome, ...]:
    """Asks every lens; the result has exactly one outcome per lens, in the order of their first payloads.

    A lens with several payloads is asked for each of them, one after the other. A payload that shows no file at all is
    not asked: nothing to look at is a skip, files that did not fit are a failure.
    """
    payloads = _counted(payloads, desk)
    seats = {name: _Seat(tuple(one for one in payloads if one.lens.name == name)) for name in _names(payloads)}
    asked = tuple(name for name, seat in seats.items() if seat.open)
    for wave in split_waves(asked, max_parallel):
        await _wave(tuple(seats[name] for name in wave), desk, progress)
    outcomes = tuple(seat.outcome for seat in seats.values())
    if [one.agent for one in outcomes] != list(seats):
        raise AssertionError("a dispatched lens has no outcome of its own")
    return outcomes


@dataclass(slots=True)
class _Seat:
    """One lens with its requests and what became of each."""

    payloads: tuple[Payload, ...]
    outcomes: list[Outcome | None]

    def __init__(self, payloads: tuple[Payload, ...]) -> None:
        self.payloads = payloads
        self.outcomes = [_unshown(payload) for payload in payloads]

    @property
    def agent(self) -> str:
        return self.payloads[0].lens.name

    @property
    def open(self) -> bool:
        """True while a request has neither an answer nor a reason for none."""
        return any(outcome is None for outcome in self.outcomes)

    @property
    def outcome(self) -> Outcome:
        return merged(tuple(outcome for outcome in self.outcomes if outcome is not None))

    async def ask(self, desk: Desk, number: int) -> None:
        """Asks what has no answer yet. After a failure the rest is not asked: the lens has failed already."""
        for index, payload in enumerate(self.payloads):
            first = self.outcomes[index]
            if first is not None and not (number > 1 and isinstance(first, Failed) and first.attempts):
                continue
            second = await _in_turn(desk, payload, number)
            self.outcomes[index] = second if first is None else _second(first, second)
            if isinstance(second, Failed):
                return


async def _in_turn(desk: Desk, payload: Payload, number: int) -> Outcome:
    """One attempt, after the first answer to the same prefix has begun where the provider keeps prefixes."""
    who = desk.answerer(payload.lens)
    if not who.engine.info.keeps_prefix:
        return await attempt(desk, payload, number)
    begun = await desk.prefixes.enter(_prefix_key(desk, payload))
    try:
        return await attempt(desk, payload, number, begun.set)
    finally:
        # A first one that failed must not keep the others waiting.
        begun.set()


async def _wave(seats: tuple[_Seat, ...], desk: Desk, progress: Progress) -> None:
    async def ask(seat: _Seat) -> None:
        await seat.ask(desk, 1)
        if isinstance(seat.outcome, Completed):
            progress.answered(seat.outcome)

    names = tuple(seat.agent for seat in seats)
    progress.asked(names, 1)
    async with anyio.create_task_group() as group:
        # Who is sent most goes first: its prefix holds the shorter prefixes of the others.
        for seat in sorted(seats, key=lambda one: -breadth(one.payloads[0])):
            group.start_soon(ask, seat)
    returned = tuple(seat.agent for seat in seats if isinstance(seat.outcome, Completed))
    by_agent = {seat.agent: seat for seat in seats}
    for agent in missing(names, returned):
        seat = by_agent[agent]
        if not _is_final(seat.outcome):
            progress.asked((agent,), 2)
            await seat.ask(desk, 2)
        progress.answered(seat.outcome)


def _counted(payloads: tuple[Payload, ...], desk: Desk) -> tuple[Payload, ...]:
    """Each payload with the number of lenses of its model that are sent the same parts of the same pack."""
    keys = [_prefix_key(desk, payload) for payload in payloads]
    widths = [breadth(payload) for payload in payloads]

    def sharers(key: Key, least: int) -> int:
        return sum(other == key and width >= least for other, width in zip(keys, widths, strict=True))

    return tuple(
        replace(one, sharers=(sharers(key, CHANGE_ONLY), sharers(key, WITH_FILES), sharers(key, WITH_TREE)))
        for one, key in zip(payloads, keys, strict=True)
    )


def _prefix_key(desk: Desk, payload: Payload) -> Key:
    who = desk.answerer(payload.lens)
    return who.engine.info.name, who.model_of(payload.lens), id(payload.pack)


def _names(payloads: tuple[Payload, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(payload.lens.name for payload in payloads))


def _is_final(outcome: Outcome) -> bool:
    return isinstance(outcome, Failed) and outcome.kind in NO_SECOND


def _second(first: Outcome, second: Outcome) -> Outcome:
    """The retry's outcome with what both attempts cost."""
    if isinstance(first, Skipped) or isinstance(second, Skipped):
        return second
    return replace(second, usage=first.usage + second.usage)


def _unshown(payload: Payload) -> Outcome | None:
    if payload.files:
        return None
    if payload.omissions:
        named = ", ".join(item.file for item in payload.omissions[:5])
        return Failed(
            agent=payload.lens.name,
            kind=FailureKind.UNREAD,
            error=f"none of its files fits the budget: {named}",
            attempts=0,
            omissions=payload.omissions,
        )
    return Skipped(payload.lens.name, "no file of the change is in its scope")
