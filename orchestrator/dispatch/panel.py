"""The panel: bounded waves, each failed lens asked once more on its own, one Outcome for every dispatched lens."""

from dataclasses import replace

import anyio

from orchestrator.dispatch.attempt import Desk, attempt
from orchestrator.dispatch.progress import Progress
from orchestrator.dispatch.reconcile import missing
from orchestrator.dispatch.waves import split_waves
from orchestrator.values.outcome import Completed, Failed, Outcome, Skipped
from orchestrator.values.turn import FailureKind, Payload


async def dispatch(
    payloads: tuple[Payload, ...], desk: Desk, *, max_parallel: int, progress: Progress
) -> tuple[Outcome, ...]:
    """Asks every lens; the result has exactly one outcome per payload, in the same order.

    A payload that shows no file at all is not asked: nothing to look at is a skip, files that did not fit are a failure.
    """
    by_agent = {payload.lens.name: payload for payload in payloads}
    outcomes = {agent: unshown for agent, payload in by_agent.items() if (unshown := _unshown(payload))}
    asked = tuple(agent for agent in by_agent if agent not in outcomes)
    for wave in split_waves(asked, max_parallel):
        outcomes.update(await _wave(tuple(by_agent[agent] for agent in wave), desk, progress))
    if set(outcomes) != set(by_agent) or len(by_agent) != len(payloads):
        raise AssertionError("a dispatched lens has no outcome of its own")
    return tuple(outcomes[agent] for agent in by_agent)


async def _wave(payloads: tuple[Payload, ...], desk: Desk, progress: Progress) -> dict[str, Outcome]:
    outcomes: dict[str, Outcome] = {}

    async def ask(payload: Payload) -> None:
        outcome = await attempt(desk, payload, 1)
        outcomes[payload.lens.name] = outcome
        if isinstance(outcome, Completed):
            progress.answered(outcome)

    names = tuple(payload.lens.name for payload in payloads)
    progress.asked(names, 1)
    async with anyio.create_task_group() as group:
        for payload in payloads:
            group.start_soon(ask, payload)
    returned = tuple(name for name, outcome in outcomes.items() if isinstance(outcome, Completed))
    by_agent = {payload.lens.name: payload for payload in payloads}
    for agent in missing(names, returned):
        progress.asked((agent,), 2)
        outcomes[agent] = _second(outcomes[agent], await attempt(desk, by_agent[agent], 2))
        progress.answered(outcomes[agent])
    return outcomes


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
