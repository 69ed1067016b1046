"""A change cut down to what one reviewer is asked to look at: so many files, so much diff, never inside a hunk."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from orchestrator.dispatch.pack import change_size, hunk_size
from orchestrator.dispatch.value_order import rank
from orchestrator.values.change import ChangedFile
from orchestrator.values.turn import Omission, OmissionKind


@dataclass(frozen=True, slots=True)
class Bound:
    """`files` and `chars` are the most of either; `told` names the setting behind each, for the report."""

    files: int
    chars: int
    told: tuple[str, str] = ("max_files", "max_diff_chars")


def bounded(files: Sequence[ChangedFile], bound: Bound) -> tuple[tuple[ChangedFile, ...], tuple[Omission, ...]]:
    """Those of `files` that fit, in their order, and what does not, each with the bound that it met.

    Sources go before tests, and both before what a machine wrote. A file that does not fit whole keeps the hunks that
    do; what is left out makes a review incomplete.
    """
    taken: dict[str, ChangedFile] = {}
    omissions: list[Omission] = []
    left = bound.chars
    for file in sorted(files, key=lambda one: rank(one.path)):
        if len(taken) == bound.files:
            most = "one file" if bound.files == 1 else f"{bound.files} files"
            omissions.append(_omitted(file, f"more than the {most} that {bound.told[0]} allows"))
            continue
        kept = file if change_size(file) <= left else _part(file, left)
        if kept is None or len(kept.hunks) < len(file.hunks):
            omissions.append(_omitted(file, _said(file, kept, bound)))
        if kept is not None:
            taken[file.path] = kept
            left -= change_size(kept)
    return tuple(taken[file.path] for file in files if file.path in taken), tuple(omissions)


def _part(file: ChangedFile, left: int) -> ChangedFile | None:
    """The file with its first hunks that fit into `left` characters, None when none does."""
    left -= change_size(replace(file, hunks=()))
    hunks = []
    for hunk in file.hunks:
        left -= hunk_size(hunk)
        if left < 0:
            break
        hunks.append(hunk)
    return replace(file, hunks=tuple(hunks)) if hunks else None


def _said(file: ChangedFile, kept: ChangedFile | None, bound: Bound) -> str:
    limit = f"the {bound.chars} characters of diff that {bound.told[1]} allows"
    if kept is None:
        return f"its change of {change_size(file)} characters does not fit into {limit}"
    return f"only {len(kept.hunks)} of the {len(file.hunks)} parts of its change fit into {limit}"


def _omitted(file: ChangedFile, reason: str) -> Omission:
    return Omission(file.path, reason, OmissionKind.BUDGET)
