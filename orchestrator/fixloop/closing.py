"""Who looks at the fixes once more before the gate is written, and at how much."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath

from orchestrator.errors import UsageError
from orchestrator.values.floor import FLOOR


class ClosingScope(StrEnum):
    """What the closing pass is shown."""

    FIX_DELTA = "fix-delta"
    FULL_CHANGESET = "full-changeset"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingPass:
    """Lenses to dispatch, in order; `topped_up` are those that fixed nothing and only make up the number.

    `escape_hatch` is true when the fixes reached files that the first panel never saw.
    """

    agents: tuple[str, ...]
    scope: ClosingScope
    escape_hatch: bool
    reason: str
    topped_up: tuple[str, ...]


def closing_pass(
    fixed_by: Sequence[str],
    roster: Sequence[str],
    panel: Sequence[str],
    *,
    panel_files: Iterable[str],
    fix_delta_files: Iterable[str],
) -> ClosingPass:
    """The closing pass after a fix loop.

    `fixed_by` are the lenses whose findings were fixed, `roster` the eligible lenses, cheap ones first, `panel` those
    of round 1 and `panel_files` what they were given. Raises UsageError for a name in `fixed_by` that is neither in the
    roster nor in the panel: it would be counted and never dispatched.
    """
    known = {*roster, *panel}
    strangers = sorted({name for name in fixed_by if name not in known})
    if strangers:
        raise UsageError(
            f"neither the roster nor the panel knows {', '.join(strangers)}", hint="name lenses that can be dispatched"
        )
    outside = sorted(_paths(fix_delta_files) - _paths(panel_files))
    wanted = _once((*panel, *fixed_by) if outside else fixed_by)
    spare = [name for name in _once(roster) if name not in wanted]
    added = tuple(spare[: max(FLOOR - len(wanted), 0)])
    return ClosingPass(
        agents=(*wanted, *added),
        scope=ClosingScope.FULL_CHANGESET if outside else ClosingScope.FIX_DELTA,
        escape_hatch=bool(outside),
        reason=_reason(len(wanted), len(added), len(outside)),
        topped_up=added,
    )


def _reason(wanted: int, added: int, outside: int) -> str:
    if outside:
        reach = f"the fixes reached {_count(outside, 'file')} that the first panel was not given"
        text = f"{reach}: the panel looks at the whole change again"
    else:
        text = f"{_count(wanted, 'lens', 'lenses')} had findings fixed"
    if added:
        text += f"; {added} more from the roster, because the gate asks for {FLOOR}"
    if wanted + added < FLOOR:
        text += f"; the roster has no more, and the gate asks for {FLOOR}: it will stay closed"
    return text


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def _once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _paths(paths: Iterable[str]) -> set[str]:
    """Paths without `./` and doubled slashes, which say nothing."""
    return {str(PurePosixPath(path)) for path in paths}
