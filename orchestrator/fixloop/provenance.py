"""Which findings stand where the last fix was made: arithmetic over the fix's diff, no judgement."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from orchestrator.values.change import ChangedFile, Hunk, LineKind, LineRange
from orchestrator.values.finding import Finding

_EVERYWHERE = (LineRange(0, 2**63),)


@dataclass(frozen=True, slots=True)
class FixPlaces:
    """Lines that a fix touched, by path, numbered as they are after the fix."""

    ranges: Mapping[str, tuple[LineRange, ...]]

    def __contains__(self, finding: Finding) -> bool:
        """True when the line of `finding`, as it is after the fix, is one that the fix touched."""
        return any(finding.line in one for one in self.ranges.get(finding.file, ()))


def places_of(fix: Iterable[ChangedFile]) -> FixPlaces:
    """The places of a fix given as its parsed diff.

    An added or replaced line is touched. Where lines were only taken out, the two that now meet are. Of a file that the
    fix deleted, or that is binary, every line is. A renamed file is known by both its paths.
    """
    ranges: dict[str, tuple[LineRange, ...]] = {}
    for file in fix:
        touched = _EVERYWHERE if file.deleted or file.binary else tuple(_touched(file.hunks))
        for path in dict.fromkeys((file.path, file.old_path or file.path)):
            # Git prints a file that became a link twice, once deleted and once added.
            ranges[path] = (*ranges.get(path, ()), *touched)
    return FixPlaces(MappingProxyType(ranges))


def fix_provenance_new(new: Iterable[Finding], fix: Iterable[ChangedFile]) -> int:
    """How many of the new findings of a round stand where the fix before it was made."""
    places = places_of(fix)
    return sum(finding in places for finding in new)


def _touched(hunks: Sequence[Hunk]) -> Iterator[LineRange]:
    for hunk in hunks:
        # With no line on the new side, git gives the line before the hunk.
        following = hunk.new_start if hunk.new_count else hunk.new_start + 1
        added: list[int] = []
        removed = False
        for line in hunk.lines:
            if line.kind is LineKind.CONTEXT:
                yield from _block(added, removed, following)
                added, removed = [], False
            elif line.new is not None:
                added.append(line.new)
            else:
                removed = True
            following = following if line.new is None else line.new + 1
        yield from _block(added, removed, following)


def _block(added: Sequence[int], removed: bool, following: int) -> Iterator[LineRange]:
    """What one unbroken block of changed lines touched; `following` is the number of the line behind it."""
    if added:
        yield LineRange(added[0], added[-1])
    elif removed:
        yield LineRange(max(following - 1, 1), following)
