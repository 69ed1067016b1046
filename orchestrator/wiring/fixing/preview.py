"""What would be changed, before anybody has agreed to it: proposals judged over each other, nothing written."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Thread
from typing import Any

import anyio

from orchestrator.fixloop.rules import Ground
from orchestrator.scope.ignore.visible import visible
from orchestrator.scope.request import Resolved
from orchestrator.values.correcting import Offers
from orchestrator.values.finding import Finding
from orchestrator.values.text import printable_path
from orchestrator.wiring.fixing.bench import Hall
from orchestrator.wiring.fixing.choosing import Draft, choose, together
from orchestrator.wiring.fixing.hands import fixers_of

_PATIENCE = 10.0  # seconds for what was started to go away after Ctrl-C


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be changed: the proposals, and as text the unified diff of what they do together and a line for each
    finding that nobody proposes anything for."""

    offers: Offers
    text: str


def preview(hall: Hall, resolved: Resolved, findings: Sequence[Finding]) -> Preview:
    """What is proposed for `findings`.

    It waits for the fixers in a thread of its own, because whoever asks does so in the middle of a run.
    """
    made: list[Preview] = []
    wrong: list[BaseException] = []
    running: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any] | None]] = []

    async def cancellable() -> Preview:
        running.append((asyncio.get_running_loop(), asyncio.current_task()))
        return await _preview(hall, resolved, findings)

    def work() -> None:
        try:
            made.append(anyio.run(cancellable))
        # Handed on to whoever waits, whatever it is.
        except BaseException as error:  # noqa: BLE001
            wrong.append(error)

    thread = Thread(target=work, daemon=True)
    thread.start()
    try:
        thread.join()
    except KeyboardInterrupt:
        for loop, task in running:
            if task is not None:
                loop.call_soon_threadsafe(task.cancel)
        thread.join(_PATIENCE)
        raise
    if wrong:
        raise wrong[0]
    return made[0]


async def _preview(hall: Hall, resolved: Resolved, findings: Sequence[Finding]) -> Preview:
    tree = visible(resolved.tree, resolved.rules)
    paths = dict.fromkeys((*(one.file for one in findings), *resolved.change.paths))
    draft = Draft({path: tree.read(path) for path in paths})
    async with fixers_of(hall, tree, resolved.change.files) as fixers:
        offers = await fixers.offers(findings, draft)
    ground = Ground(
        files=resolved.change.files,
        tree=draft,
        plain=lambda path: draft.read(path) is not None,
        ignored=lambda path: resolved.rules.why(path) is not None,
    )
    chosen, turned = choose(offers.proposals, ground, lambda _proposal, _diff: "")
    left = [
        *((finding, reason) for finding, reason in offers.reasons.items()),
        *((finding, f"{one.rule}: {one.reason}") for one in turned for finding in one.proposal.findings),
    ]
    lines = [f"# {printable_path(finding.file)}:{finding.line} no fix: {reason}\n" for finding, reason in left]
    return Preview(offers, "".join((together(chosen, ground), *lines)))
