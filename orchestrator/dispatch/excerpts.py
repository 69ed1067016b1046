"""The surroundings of a change: the function or block around each hunk, found by indentation in any language."""

from collections.abc import Iterator, Sequence

from orchestrator.values.change import ChangedFile, Hunk
from orchestrator.values.turn import Excerpt

REACH = 120
"""Lines looked at above and below a hunk for the beginning and the end of what encloses it."""
MARGIN = 3


def excerpts_of(file: ChangedFile, text: str) -> tuple[Excerpt, ...]:
    """Parts of `text` around the hunks of `file`, in order, none touching another; empty where no line is left."""
    lines = text.removesuffix("\n").split("\n")
    merged: list[tuple[int, int]] = []
    for first, last in sorted(_span(hunk, lines) for hunk in file.hunks):
        if merged and first <= merged[-1][1] + MARGIN:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return tuple(Excerpt(first + 1, tuple(lines[first : last + 1])) for first, last in merged if first <= last)


def _span(hunk: Hunk, lines: Sequence[str]) -> tuple[int, int]:
    """First and last index of the block around `hunk`."""
    first = min(max(hunk.new_start - 1, 0), len(lines) - 1)
    last = min(max(first + max(hunk.new_count, 1) - 1, first), len(lines) - 1)
    width = min((_indent(line) for line in lines[first : last + 1] if line.strip()), default=0)
    start = _header(lines, first, width)
    return start, _end(lines, last, _indent(lines[start]) if start < first else width)


def _header(lines: Sequence[str], first: int, width: int) -> int:
    """Index of the line that opens the outermost block around `first` within reach; `first` less a margin without one."""
    found = None
    for index in range(first - 1, max(first - REACH, 0) - 1, -1):
        line = lines[index]
        if line.strip() and _indent(line) < width:
            found, width = index, _indent(line)
        if width == 0 and found is not None:
            break
    return max(first - MARGIN, 0) if found is None else found


def _end(lines: Sequence[str], last: int, width: int) -> int:
    """Index of the last line of the block whose header is indented by `width`."""
    end = last
    for index, line in _below(lines, last):
        if line.strip() and _indent(line) <= width:
            # A closing brace belongs to its block; anything else begins the next one.
            return index if line.strip()[0] in "})]" else end
        end = index if line.strip() else end
    return min(end, last + REACH)


def _below(lines: Sequence[str], last: int) -> Iterator[tuple[int, str]]:
    for index in range(last + 1, min(last + REACH, len(lines))):
        yield index, lines[index]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
