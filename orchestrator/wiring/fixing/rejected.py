"""Fixes that were found to mend nothing are taken back, alone, as far as those that stay allow it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from orchestrator.fixloop.difference import place_after
from orchestrator.fixloop.rules import Ground, judge
from orchestrator.fixloop.triage import FixedFile
from orchestrator.values.fix import Refusal
from orchestrator.wiring.fixing.carrying import Suite
from orchestrator.wiring.fixing.choosing import Draft
from orchestrator.wiring.fixing.items import Fix, Item, moved, shift
from orchestrator.wiring.fixing.workspace import Workspace

BUILT_ON = "other fixes build on it"
NEEDED = "the project's tests fail without it"
TAKEN_BACK = "its fix was taken back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """`kept` are the fixes that are in the work tree now, in their order, and `gone` those that were taken back.

    `stays` says why those of `kept` that mend nothing are not among them, empty when there are none.
    """

    kept: tuple[Fix, ...]
    gone: tuple[Fix, ...] = ()
    stays: str = ""

    @property
    def told(self) -> str:
        """For people: how many were taken back."""
        count = len(self.gone)
        return (
            "1 fix was taken back, because it mended nothing"
            if count == 1
            else f"{count} fixes were taken back, because they mended nothing"
        )

    @property
    def useless(self) -> tuple[Fix, ...]:
        """Those that mend nothing and are there all the same."""
        return tuple(fix for fix in self.kept if mends_nothing(fix))


def mends_nothing(fix: Fix) -> bool:
    """True when every finding that `fix` was made for still stands."""
    return all(item.open for item in fix.items)


async def part(fixes: Sequence[Fix], ground: Ground, workspace: Workspace, suite: Suite | None) -> Parted:
    """Takes back those of `fixes` that mend nothing. `ground.tree` holds what the files held before all of them.

    `suite` is None where the tests judge nothing. Where they fail without what was taken back, or a file was changed
    meanwhile, everything stays. Raises what the workspace raises.
    """
    kept = list(fixes)
    for one in reversed([fix for fix in fixes if mends_nothing(fix)]):
        fewer = [fix for fix in kept if fix is not one]
        if _laid(fewer, ground) is not None:
            kept = fewer
    files = _laid(kept, ground)
    if len(kept) == len(fixes) or files is None:
        return Parted(kept=tuple(fixes), stays=BUILT_ON)
    earlier = {path: data for path in files if (data := workspace.read(path)) is not None}
    left = workspace.apply(files)
    if left:
        return Parted(kept=tuple(fixes), stays=left[0].line)
    if suite is not None and kept and not (await suite.run()).passed:
        workspace.apply(earlier)
        return Parted(kept=tuple(fixes), stays=NEEDED)
    gone = tuple(fix for fix in fixes if fix not in kept)
    return Parted(kept=tuple(kept), gone=gone, stays=BUILT_ON)


def settle_items(
    parted: Parted, items: Sequence[Item], begun: Mapping[str, FixedFile], since: Sequence[FixedFile]
) -> None:
    """Says what became of the fixes, and moves findings to where they stand now.

    `begun` is each file as it was before any fix and as it is now, `since` what the taking back alone has changed.
    """
    back = {id(item) for fix in parted.gone for item in fix.items}
    for item in items:
        if id(item) in back:
            item.reason = f"{item.reason.rstrip('.')}; {TAKEN_BACK}"
        if id(item) in back and not item.late:
            # It is reported as it was, over the code that is there again.
            file = begun.get(item.reported.file)
            line = item.reported.line
            item.finding = moved(item.reported, place_after(file.before, file.after, line).start if file else line)
        else:
            shift([item], since)
    for item in (item for fix in parted.useless for item in fix.items):
        item.reason = f"{item.reason.rstrip('.')}; its fix stays, because {parted.stays}"


def _laid(fixes: Sequence[Fix], ground: Ground) -> dict[str, bytes] | None:
    """What the files hold with exactly `fixes`; None when one of them cannot be made without others."""
    start = {path: data for path in ground.tree.paths() if (data := ground.tree.read(path)) is not None}
    draft = Draft(start)
    over = replace(ground, tree=draft)
    for fix in fixes:
        judged = judge(fix.proposal, over)
        if isinstance(judged, Refusal):
            return None
        draft.files.update(judged.files)
    return {path: data for path, data in draft.files.items() if data is not None}
