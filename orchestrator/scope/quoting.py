"""Paths as git writes them: raw bytes, or quoted like a C string where they hold special characters."""

import re

_ESCAPES = {b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_QUOTED = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_PAIR = re.compile(rb'("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*")', re.DOTALL)


def path_text(raw: bytes) -> str:
    """Raw path bytes as text, undecodable bytes as surrogate escapes."""
    return raw.decode("utf-8", "surrogateescape")


def path_bytes(path: str) -> bytes:
    """The inverse of `path_text`."""
    return path.encode("utf-8", "surrogateescape")


def unquoted(raw: bytes) -> bytes:
    """`raw` without git's quotes and escapes; unchanged when it is not quoted."""
    return _ESCAPE.sub(_unescape, raw[1:-1]) if _QUOTED.fullmatch(raw) else raw


def halves(raw: bytes) -> tuple[bytes, bytes] | None:
    """The two paths of a `diff --git` line that differ by their prefix at most, prefixes removed; None otherwise.

    Such a line is ambiguous where unquoted paths hold spaces, so it is only read as the same path said twice.
    """
    pair = _PAIR.fullmatch(raw)
    middle = len(raw) // 2
    old, new = (unquoted(pair[1]), unquoted(pair[2])) if pair else (raw[:middle], raw[middle + 1 :])
    if pair is None and raw[middle : middle + 1] != b" ":
        return None
    if old == new:
        return old, new
    return (old[2:], new[2:]) if old[2:] == new[2:] and old[1:2] == new[1:2] == b"/" else None


def _unescape(match: "re.Match[bytes]") -> bytes:
    code = match[1]
    return bytes((int(code, 8) & 0xFF,)) if len(code) == 3 else _ESCAPES.get(code, code)
