"""Which of the proposed fixes are made: judged one after the other over what the earlier ones would leave."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import unified_diff

from orchestrator.fixloop.rules import Ground, in_order, judge
from orchestrator.values.correcting import Chosen
from orchestrator.values.fix import Applied, Proposal, Refusal
from orchestrator.values.text import decode_text

Agree = Callable[[Proposal, str], str]
"""Asks about one proposal and its diff; returns why it is not made, empty when it is."""


class Draft:
    """Files as a row of fixes would leave them (seams.SourceTree), by path; None is no file. Nothing is written."""

    def __init__(self, files: Mapping[str, bytes | None]) -> None:
        self.files = dict(files)

    def paths(self) -> tuple[str, ...]:
        """Every path that holds something, sorted."""
        return tuple(sorted(path for path, data in self.files.items() if data is not None))

    def read(self, path: str) -> bytes | None:
        """Bytes of `path`, or None."""
        return self.files.get(path)


@dataclass(frozen=True, slots=True)
class Turned:
    """A proposal that is not made, with the reason; `rule` is a stable word for it, `file` the one in question, if any."""

    proposal: Proposal
    rule: str
    reason: str
    file: str = field(default="", compare=False)


DECLINED = "declined"


def choose(
    proposals: Iterable[Proposal], ground: Ground, agree: Agree
) -> tuple[tuple[Chosen, ...], tuple[Turned, ...]]:
    """The fixes to be made, file by file and from top to bottom, and those that are not.

    `agree` is asked about a proposal once the judge has accepted it over the ones chosen before.
    """
    draft = Draft({path: ground.tree.read(path) for path in ground.tree.paths()})
    over = replace(ground, tree=draft)
    chosen: list[Chosen] = []
    turned: list[Turned] = []
    for proposal in in_order(proposals):
        judged = judge(proposal, over)
        if isinstance(judged, Refusal):
            turned.append(Turned(proposal, judged.rule.value, judged.reason, judged.edit.file if judged.edit else ""))
            continue
        diff = diff_of(draft, judged)
        why = agree(proposal, diff)
        if why:
            turned.append(Turned(proposal, DECLINED, why))
            continue
        draft.files.update(judged.files)
        chosen.append(Chosen(proposal, judged))
    return tuple(chosen), tuple(turned)


def together(chosen: Iterable[Chosen], ground: Ground) -> str:
    """What `chosen` change in the files of `ground` when all are made in this order: one diff for each file."""
    draft = Draft({path: ground.tree.read(path) for path in ground.tree.paths()})
    over = replace(ground, tree=draft)
    changed: dict[str, bytes] = {}
    for one in chosen:
        judged = judge(one.proposal, over)
        if isinstance(judged, Refusal):
            raise AssertionError(f"a fix that was chosen is refused: {judged.reason}")
        draft.files.update(judged.files)
        changed.update(judged.files)
    return "".join(_diff(path, ground.tree.read(path), data) for path, data in sorted(changed.items()))


def diff_of(tree: Draft, applied: Applied) -> str:
    """What `applied` changes in `tree`, as a unified diff of text with `\\n` line ends."""
    return "".join(_diff(path, tree.read(path), data) for path, data in sorted(applied.files.items()))


def _diff(path: str, before: bytes | None, after: bytes) -> str:
    old, new = (_lines(data) for data in (before, after))
    found = list(unified_diff(old, new, f"a/{path}", f"b/{path}"))
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in found)


def _lines(data: bytes | None) -> Sequence[str]:
    text = decode_text(data or b"") or ""
    return [f"{line}\n" for line in text.split("\n")[:-1]] + ([text.rpartition("\n")[2]] if text[-1:] != "\n" else [])
