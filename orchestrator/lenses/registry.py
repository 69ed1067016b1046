"""The roster of record: the "Review Agents" table of the agent registry, in its order."""

import re
from collections.abc import Callable, Iterator, Sequence

from orchestrator.errors import PolicyError
from orchestrator.lenses.parse import parse_lens
from orchestrator.lenses.source import LENS_NAME, Source
from orchestrator.values.lens import Lens

REGISTRY_FILE = "agent-registry.md"
SECTION = "Review Agents"
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*")
_NAME_COLUMNS = frozenset({"agent", "lens", "name"})
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


def parse_registry(text: str, filename: str = REGISTRY_FILE) -> tuple[str, ...]:
    """Lens names in table order.

    Raises PolicyError when the section, its table or every row is missing, and for a row that names nothing usable or
    a lens that is already listed: a roster that was read in part would look like a smaller panel.
    """
    source = Source(filename)
    rows = list(_table(text.splitlines(), source))
    header = [cell.lower() for cell in rows[0][1]]
    column = next((index for index, title in enumerate(header) if title in _NAME_COLUMNS), 0)
    lines: dict[str, int] = {}
    for line, cells in rows[1:]:
        name = _LINK.sub(r"\1", cells[column]).strip("`* ") if column < len(cells) else ""
        if not LENS_NAME.fullmatch(name):
            raise source.error(line, f"this row of the {SECTION} table names no lens")
        if name in lines:
            raise source.error(line, f"{name} is listed twice, first on line {lines[name]}")
        lines[name] = line
    if not lines:
        raise source.error(rows[0][0], f"the {SECTION} table lists no lens")
    return tuple(lines)


def load_lenses(order: Sequence[str], read: Callable[[str], str | None], where: str = "agents") -> tuple[Lens, ...]:
    """The lenses of the registry in its order; `read` gives the text of `<name>.md` or None when there is none.

    `where` is the folder named in errors. Raises PolicyError for a listed lens without a file and for a broken file.
    """
    lenses = []
    for name in order:
        text = read(f"{name}.md")
        if text is None:
            hint = "restore the file or take the row out of the registry"
            raise PolicyError(f"{where}/{name}.md is listed in the registry and cannot be read", hint=hint)
        lenses.append(parse_lens(text, f"{where}/{name}.md"))
    return tuple(lenses)


def _table(lines: Sequence[str], source: Source) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of each row of the section's first table, the ruler left out."""
    start, end = _section(lines, source)
    first = next((index for index in range(start, end) if lines[index].lstrip().startswith("|")), None)
    if first is None or first + 1 >= end or not set(lines[first + 1].strip()) <= set("|-: "):
        raise source.error(start, f"the section {SECTION} holds no table")
    yield first + 1, _cells(lines[first])
    for index in range(first + 2, end):
        if not lines[index].lstrip().startswith("|"):
            return
        yield index + 1, _cells(lines[index])


def _section(lines: Sequence[str], source: Source) -> tuple[int, int]:
    headings = [(index, match) for index, line in enumerate(lines) if (match := _HEADING.fullmatch(line.rstrip()))]
    for position, (index, match) in enumerate(headings):
        if match[2].lower() == SECTION.lower():
            level = len(match[1])
            later = (other for other, rival in headings[position + 1 :] if len(rival[1]) <= level)
            return index + 1, next(later, len(lines))
    raise source.error(1, f"there is no section {SECTION}")


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
