"""The wildcards of gitignore as regular expressions over bytes, read the way git reads them.

git compares bytes: `?` stands for one byte, and a pattern that git cannot read matches nothing.
"""

import re
from collections.abc import Iterator

_CLASSES = {
    b"alnum": rb"0-9A-Za-z",
    b"alpha": rb"A-Za-z",
    b"blank": rb" \t",
    b"cntrl": rb"\x00-\x1f\x7f",
    b"digit": rb"0-9",
    b"graph": rb"!-~",
    b"lower": rb"a-z",
    b"print": rb" -~",
    b"punct": rb"!-/:-@\[-`{-~",
    b"space": rb" \t-\r",
    b"upper": rb"A-Z",
    b"xdigit": rb"0-9A-Fa-f",
}
_SPECIAL = re.compile(rb"[*?\[\\]")
_DASH, _OPEN, _CLOSE, _ESCAPE = b"-", b"[", b"]", b"\\"


class UnreadableError(ValueError):
    """The pattern ends in the middle of something, or names a class of characters that does not exist."""


def is_literal(glob: bytes) -> bool:
    """True when `glob` holds no wildcard and no escape."""
    return _SPECIAL.search(glob) is None


def path_expression(glob: bytes) -> bytes:
    """Expression for a whole path: `*` and `?` stop at a slash, `**` between slashes does not. UnreadableError."""
    wild = _SPECIAL.search(glob)
    plain = wild.start() if wild else len(glob)
    # git compares what comes before the first wildcard by itself, so `**` right behind it stands at a beginning.
    return re.escape(glob[:plain]) + b"".join(_path_parts(glob[plain:]))


def name_expression(glob: bytes) -> bytes:
    """Expression for one name, which holds no slash. UnreadableError."""
    return b"".join(_parts(glob))


def _path_parts(glob: bytes) -> Iterator[bytes]:
    """`**` as a whole segment, and what lies between."""
    at = start = 0
    while at < len(glob):
        if glob[at : at + 1] in (_ESCAPE, _OPEN):
            at = _behind(glob, at)
            continue
        stars = len(glob[at:]) - len(glob[at:].lstrip(b"*"))
        end = at + stars
        if stars > 1 and (at == 0 or glob[at - 1 : at] == b"/") and _is_border(glob[end : end + 2]):
            yield from _parts(glob[start:at])
            slash = glob[end : end + 1] == b"/"
            yield rb"(?:.*/)?" if slash else rb".*"
            end += slash
            start = end
        at = max(end, at + 1)
    yield from _parts(glob[start:])


def _is_border(behind: bytes) -> bool:
    return behind[:1] in (b"", b"/") or behind == b"\\/"


def _behind(glob: bytes, at: int) -> int:
    """Position behind the escape or the set that begins at `at`."""
    return at + 2 if glob[at : at + 1] == _ESCAPE else _set(glob, at)[1]


def _parts(glob: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(glob):
        char = glob[at : at + 1]
        if char == b"*":
            yield rb"[^/]*"
            at += len(glob[at:]) - len(glob[at:].lstrip(b"*"))
        elif char == b"?":
            yield rb"[^/]"
            at += 1
        elif char == _OPEN:
            expression, at = _set(glob, at)
            yield expression
        else:
            at += char == _ESCAPE
            if at == len(glob):
                raise UnreadableError("it ends with a backslash")
            yield re.escape(glob[at : at + 1])
            at += 1


def _set(glob: bytes, at: int) -> tuple[bytes, int]:
    """The expression for the set of characters that begins at `at`, and the position behind it."""
    at += 1
    negated = glob[at : at + 1] in (b"!", b"^")
    at += negated
    first = at
    members: list[bytes] = []
    before = b""
    while glob[at : at + 1] != _CLOSE or at == first:
        member, before, at = _member(glob, at, before)
        members.append(member)
    inside = b"".join(members)
    if not inside:
        return (rb"[^/]" if negated else rb"(?!)"), at + 1
    return (rb"(?!/)[" + b"^" * negated + inside + b"]"), at + 1


def _member(glob: bytes, at: int, before: bytes) -> tuple[bytes, bytes, int]:
    """One member as it stands in a set, the character a range could begin with, and the position behind the member."""
    char = glob[at : at + 1]
    if char == _DASH and before and glob[at + 1 : at + 2] not in (b"", _CLOSE):
        last, at = _character(glob, at + 1)
        # A range from high to low is empty.
        return (_quoted(before) + _DASH + _quoted(last) if before <= last else b""), b"", at
    if glob[at : at + 2] == b"[:":
        end = glob.find(_CLOSE, at + 2)
        if end < 0:
            raise UnreadableError("a [ is never closed")
        if end > at + 2 and glob[end - 1 : end] == b":":
            name = glob[at + 2 : end - 1]
            if name not in _CLASSES:
                raise UnreadableError(f"there is no class of characters called {name.decode('utf-8', 'replace')!r}")
            return _CLASSES[name], b"", end + 1
    char, at = _character(glob, at)
    return _quoted(char), char, at


def _character(glob: bytes, at: int) -> tuple[bytes, int]:
    at += glob[at : at + 1] == _ESCAPE
    if at >= len(glob):
        raise UnreadableError("a [ is never closed")
    return glob[at : at + 1], at + 1


def _quoted(char: bytes) -> bytes:
    return b"\\x%02x" % char[0]
