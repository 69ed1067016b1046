"""Turning bytes under review into text, the same way for everybody who reads them."""

import codecs

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decode_text(data: bytes) -> str | None:
    """Text of a file with `\\n` line endings (a lone `\\r` ends no line, as for git), or None when the bytes are binary.

    A byte order mark decides; otherwise UTF-8, and Latin-1 where that fails, since every byte must be shown to the
    reviewer somehow and line numbers must not move. A NUL byte outside a marked encoding means binary, as for git.
    """
    text = _decode(data)
    return None if text is None else text.replace("\r\n", "\n")


def _decode(data: bytes) -> str | None:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return data[len(bom) :].decode(encoding, errors="replace")
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def printable_path(path: str) -> str:
    """`path` with undecodable bytes and control characters escaped, fit for a terminal, a prompt or a report."""
    raw = path.encode("utf-8", errors="backslashreplace" if _unpaired(path) else "surrogateescape").decode(
        "utf-8", errors="backslashreplace"
    )
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in raw)


def _unpaired(path: str) -> bool:
    """True for surrogates that no undecodable byte stands behind; a reply's JSON can spell them out."""
    return any("\ud800" <= char <= "\udfff" and not "\udc80" <= char <= "\udcff" for char in path)
