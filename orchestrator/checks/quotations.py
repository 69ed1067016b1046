"""Messages without what they quote: a tool repeats names and literals of the file, and those may be secret."""

import re
from collections.abc import Sequence

from orchestrator.checks.answers import Piece
from orchestrator.redaction import redact

_QUOTES = re.compile(r"([`\"'])")
# Words of a tool do not look like this; a literal that the tool prints in another spelling than the file may.
_TELLTALE = re.compile(r"\S{40}|[A-Za-z]\S*\d|\d\S*[A-Za-z]|[^\x20-\x7e]")


def take_out(message: str, text: str) -> tuple[Piece, ...] | None:
    """`message` with each passage between quotation marks that stands in `text` replaced by its place there.

    None when what is left might still come from the file.
    """
    pieces = tuple(_piece(part, text) for part in _QUOTES.split(message) if part)
    own = "".join(piece for piece in pieces if isinstance(piece, str))
    return None if redact(own)[1] or _TELLTALE.search(own) else pieces


def put_back(pieces: Sequence[Piece], text: str) -> str | None:
    """The message behind `pieces`; None when one of them lies outside `text`."""
    parts = [piece if isinstance(piece, str) else text[piece[0] : piece[0] + piece[1]] for piece in pieces]
    whole = all(isinstance(piece, str) or len(part) == piece[1] for piece, part in zip(pieces, parts, strict=True))
    return "".join(parts) if whole else None


def _piece(part: str, text: str) -> Piece:
    if _QUOTES.fullmatch(part):
        return part
    start = text.find(part)
    return part if start < 0 else (start, len(part))
