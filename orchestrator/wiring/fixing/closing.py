"""The closing pass as dispatches: what all fixes did together, and the lenses that look at it with full authority."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from orchestrator.dispatch.desk import Desk
from orchestrator.dispatch.payload import Material
from orchestrator.fixloop.closing import ClosingPass, ClosingScope
from orchestrator.lenses.files import lens_files
from orchestrator.lenses.frameworks import Reader
from orchestrator.scope.resolve import Resolved
from orchestrator.scope.sides import Sides, resolve_sides
from orchestrator.scope.status import read_status
from orchestrator.scope.subject import Subject
from orchestrator.seams import Git
from orchestrator.settings.model import Settings
from orchestrator.values.change import Change, ChangedFile
from orchestrator.values.finding import Anchor, Finding
from orchestrator.values.lens import Lens
from orchestrator.values.roster import Roster
from orchestrator.values.turn import Payload, Purpose
from orchestrator.wiring.desk import payloads_of
from orchestrator.wiring.panel import Panel, Seats, Texts

FIRST = "the first round"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingRound:
    """A closing pass that can be dispatched: `resolved` is what is looked at, `panel` who looks at which of its files.

    `resolved` is the fix delta, with the tree of the first round as its old side, or the whole change.
    """

    resolved: Resolved
    panel: Panel


def fix_delta(git: Git, first: str, final: Resolved) -> Resolved:
    """What differs between the tree `first`, which the first round reviewed, and that of `final`: what all fixes did.

    Ignore rules are those of `final`, and so is the subject: evidence about the delta is evidence for the whole.
    """
    change = final.change
    sides = Sides(
        kind=change.kind,
        base_ref=FIRST,
        base=first,
        tree=change.tree,
        subject=Subject(change.subject, change.no_subject),
    )
    return resolve_sides(git, read_status(git), sides, rules=final.rules)


def roster_for(seats: Seats, delta: Iterable[str]) -> tuple[str, ...]:
    """Names of the lenses in `seats` in the order in which they should make up the number of a closing pass.

    Those that a path of `delta` concerns come first; within both groups the order stays, cheap ones first.
    """
    paths = frozenset(delta)
    concerned = {lens.name for lens, files in seats if any(file.path in paths for file in files)}
    return tuple(sorted((lens.name for lens, _ in seats), key=lambda name: name not in concerned))


def closing_round(
    closing: ClosingPass, lenses: Sequence[Lens], *, git: Git, first: str, final: Resolved
) -> ClosingRound:
    """The round that `closing` asks for. `first` is the tree that the first round reviewed, `final` the change as it is
    now.

    A lens sees the files of the delta that concern it; one that none of them concerns sees all, since it has been
    chosen to judge these fixes. A scope without trees has no delta, and the lenses look at all of it again.
    """
    known = {lens.name: lens for lens in lenses}
    chosen = tuple(known[name] for name in closing.agents)
    read = Texts(final.tree)
    whole = {lens.name: lens_files(lens, final.change.files, read) for lens in chosen}
    if closing.scope is ClosingScope.FULL_CHANGESET or not (first and final.change.tree):
        seats = tuple((lens, whole[lens.name]) for lens in chosen)
        return ClosingRound(resolved=final, panel=Panel(Roster(closing.agents), seats))
    delta = fix_delta(git, first, final)
    seats = tuple((lens, _concerning(lens, whole[lens.name], delta, final, read)) for lens in chosen)
    return ClosingRound(resolved=delta, panel=Panel(Roster(closing.agents), seats))


def closing_payloads(
    closing: ClosingRound, material: Material, desk: Desk, settings: Settings, *, fixed: Sequence[Finding]
) -> tuple[Payload, ...]:
    """The requests of a closing pass, for `dispatch`. `material` is gathered from `closing.resolved`.

    `fixed` are the findings that the fixes were made for, as they were reported; every lens is told of all of them.
    """
    paths = frozenset(closing.resolved.change.paths)
    near = replace(material, static=tuple(one for one in material.static if one.file in paths))
    return tuple(
        replace(payload, purpose=Purpose.CLOSING, fixed=tuple(fixed))
        for payload in payloads_of(closing.panel, near, desk, settings)
    )


def in_change(finding: Finding, change: Change) -> Finding:
    """`finding`, found in the fix delta, marked by whether it lies on a line of the whole `change`."""
    if finding.in_diff is None or not change.kind.has_diff or finding.anchor is Anchor.REMOVED:
        return finding
    last = finding.end_line or finding.line
    spans = (span for file in change.files if file.path == finding.file for span in file.added_ranges)
    return replace(finding, in_diff=any(finding.line <= span.end and span.start <= last for span in spans))


def _concerning(
    lens: Lens, whole: Sequence[ChangedFile], delta: Resolved, final: Resolved, read: Reader
) -> tuple[ChangedFile, ...]:
    """The files of the delta for `lens`. Whether a file is new to the project is a matter of the whole change."""
    files, known = delta.change.files, frozenset(final.change.paths)
    undone = lens_files(lens, tuple(file for file in files if file.path not in known), read)
    mine = {file.path for file in (*whole, *undone)}
    return tuple(file for file in files if file.path in mine) or files
