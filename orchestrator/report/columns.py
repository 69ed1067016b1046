"""Text in columns of a terminal: how wide it is, where it breaks, how a table lines up."""

import unicodedata
from collections.abc import Iterator, Sequence

_GAP = "  "
_NARROWEST = 6
_ORDINARY = 16


def cell_width(text: str) -> int:
    """Columns that `text` takes: wide characters take two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(_char_width(char) for char in text)


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, at least one; a word that is longer than a line is broken."""
    lines: list[str] = []
    current = ""
    for word in text.split():
        for piece in _pieces(word, max(width, 2)):
            joined = f"{current} {piece}" if current else piece
            if current and cell_width(joined) > width:
                lines.append(current)
                current = piece
            else:
                current = joined
    return [*lines, current] if current or not lines else lines


def chop(text: str, width: int) -> list[str]:
    """`text` in pieces of at most `width` columns, at least one; unlike `wrap` it keeps every space."""
    return list(_pieces(text, max(width, 2))) or [""]


def fits(rows: Sequence[Sequence[str]], width: int) -> bool:
    """True when columns of that width break no ordinary word; a long path may be broken."""
    words = (
        max((cell_width(word) for cell in column for word in cell.split()), default=0)
        for column in zip(*rows, strict=True)
    )
    return all(min(word, _ORDINARY) <= space for word, space in zip(words, _widths(rows, width), strict=True))


def lay_out(rows: Sequence[Sequence[str]], width: int) -> Iterator[list[str]]:
    """Each row as the lines it takes, all columns aligned; the widest columns give way when `width` is short."""
    widths = _widths(rows, width)
    for row in rows:
        cells = [wrap(cell, space) for cell, space in zip(row, widths, strict=True)]
        height = max(len(cell) for cell in cells)
        padded = [cell + [""] * (height - len(cell)) for cell in cells]
        yield [
            _GAP.join(_fill(cell[number], space) for cell, space in zip(padded, widths, strict=True)).rstrip()
            for number in range(height)
        ]


def _widths(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    widths = [max(cell_width(cell) for cell in column) for column in zip(*rows, strict=True)]
    room = width - len(_GAP) * (len(widths) - 1)
    while sum(widths) > room and max(widths) > _NARROWEST:
        widths[widths.index(max(widths))] -= 1
    return widths


def _fill(text: str, width: int) -> str:
    return text + " " * (width - cell_width(text))


def _pieces(word: str, width: int) -> Iterator[str]:
    piece = ""
    used = 0
    for char in word:
        size = _char_width(char)
        if used + size > width:
            yield piece
            piece, used = "", 0
        piece, used = piece + char, used + size
    if piece:
        yield piece


def _char_width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1
