"""What would be changed, before anybody has agreed to it: proposals judged over each other, nothing written."""

from collections.abc import Sequence
from threading import Thread

import anyio

from orchestrator.fixloop.rules import Ground
from orchestrator.scope.ignore.visible import visible
from orchestrator.scope.request import Resolved
from orchestrator.values.finding import Finding
from orchestrator.values.text import printable_path
from orchestrator.wiring.fixing.bench import Hall
from orchestrator.wiring.fixing.choosing import Draft, choose
from orchestrator.wiring.fixing.hands import fixers_of


def preview(hall: Hall, resolved: Resolved, findings: Sequence[Finding]) -> str:
    """The unified diff of what is proposed for `findings`, and a line for each that nobody proposes anything for.

    It waits for the fixers in a thread of its own, because whoever asks does so in the middle of a run.
    """
    made: list[str] = []
    wrong: list[BaseException] = []

    def work() -> None:
        try:
            made.append(anyio.run(_preview, hall, resolved, findings))
        # Handed on to whoever waits, whatever it is.
        except BaseException as error:  # noqa: BLE001
            wrong.append(error)

    thread = Thread(target=work, daemon=True)
    thread.start()
    thread.join()
    if wrong:
        raise wrong[0]
    return made[0]


async def _preview(hall: Hall, resolved: Resolved, findings: Sequence[Finding]) -> str:
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
    return "".join((*(one.diff for one in chosen), *lines))
