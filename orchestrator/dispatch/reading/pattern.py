"""Patterns of a search: texts as they are, and regular expressions that every search program reads alike.

The language of the expressions: characters, `.`, `[...]`, groups, `|`, `^`, `$`, `\\b`, `* + ? {m,n}` (a `?` behind them
changes nothing about which lines match), `\\d \\w \\s \\t` and the opposites `\\D \\W \\S`. An expression is read here and
written down again in the two notations that are needed, in which it means the same. Everything counts bytes: `.` and
`[^...]` stand for one byte, classes are of ASCII. The end of a line comes before a carriage return too. All of it can be
matched in linear time; what cannot, and what two programs read differently, is refused by name.
"""

import math
import re
import string
from collections.abc import Iterable
from typing import NamedTuple

from orchestrator.dispatch.reading.arguments import BadCallError
from orchestrator.dispatch.reading.brackets import CLASSES, Expression, class_of, read_bracket

LONGEST = 300
_REPEATS = 1000
_DEEPEST = 40
_COUNTED = re.compile(r"\{(?:(\d{1,9})(,(\d{0,9}))?|,(\d{1,9}))\}")
_SPECIAL = frozenset(r"\.[(){*+?^$|")
_ESCAPABLE = frozenset(string.punctuation + " ") - frozenset("<>")
_END = "\r?$"
_OPEN = "a ( is never closed; write \\( for the character"


def checked(pattern: str) -> str:
    """`pattern`, unless it is none: empty, too long, of several lines."""
    if not pattern.strip():
        raise BadCallError("pattern is empty")
    if len(pattern) > LONGEST:
        raise BadCallError(f"pattern is longer than {LONGEST} characters")
    if any(char in pattern for char in "\n\r\0"):
        raise BadCallError("pattern must be of one line")
    if any("\ud800" <= char <= "\udfff" for char in pattern):
        raise BadCallError("pattern holds half a character")
    return pattern


def expression(pattern: str) -> Expression:
    """`pattern` in both notations. Raises BadCallError for what is not of the language, naming it."""
    reader = _Reader(pattern)
    whole = reader.alternatives(0)
    if reader.at < len(pattern):
        raise BadCallError("a ) closes nothing; write \\) for the character")
    if math.prod(max(count, 1) for count in reader.counts) > _REPEATS:
        raise BadCallError(f"repetitions of the pattern multiply to more than {_REPEATS}")
    return whole


class _Atom(NamedTuple):
    """What a repetition may follow: `anchor` names an atom that takes none, `wide` is of several bytes."""

    text: Expression
    anchor: str = ""
    wide: bool = False


class _Reader:
    """Reads one pattern from `at` on; `counts` are the repetitions met so far."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.counts: list[int] = []

    def alternatives(self, depth: int) -> Expression:
        """Up to the end of the group or of the pattern."""
        if depth > _DEEPEST:
            raise BadCallError(f"groups are nested more than {_DEEPEST} deep")
        branches = [self._branch(depth)]
        while self._next() == "|":
            self.at += 1
            branches.append(self._branch(depth))
        return Expression("|".join(one.posix for one in branches), "|".join(one.rust for one in branches))

    def _next(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def _branch(self, depth: int) -> Expression:
        pieces: list[Expression] = []
        while self._next() not in {"", "|", ")"}:
            pieces.append(self._piece(depth))
        if not pieces and depth and not self._next():
            raise BadCallError(_OPEN)
        if not pieces:
            raise BadCallError("an alternative or a group of the pattern is empty")
        return _joined(pieces)

    def _piece(self, depth: int) -> Expression:
        if self._repetition():
            raise BadCallError("a repetition has nothing to repeat; write a backslash before the character itself")
        atom = self._atom(depth)
        times = self._repetition()
        if not times:
            return atom.text
        if atom.anchor:
            raise BadCallError(f"{atom.anchor} cannot be repeated")
        if self._next() == "?":
            # Which of its matches is taken says nothing about whether the line has one.
            self.at += 1
        if self._repetition():
            raise BadCallError("a repetition of a repetition is not supported; use a group")
        body = Expression(f"({atom.text.posix})", f"({atom.text.rust})") if atom.wide else atom.text
        return Expression(f"{body.posix}{times}", f"{body.rust}{times}")

    def _repetition(self) -> str:
        """The repetition that stands here, behind which reading goes on; empty for none. A { that is none stands for itself."""
        char = self._next()
        if char and char in "*+?":
            self.at += 1
            return char
        found = _COUNTED.match(self.pattern, self.at)
        if not found:
            return ""
        least, more, most, upto = found.groups()
        low, high = int(least or 0), int(upto or most or least or 0)
        if high < low and (most or upto):
            raise BadCallError(f"{found[0]} counts downwards")
        self.counts.append(max(low, high))
        self.at = found.end()
        return f"{{{low},{upto or most or ''}}}" if more or upto else f"{{{low}}}"

    def _atom(self, depth: int) -> _Atom:
        char = self._next()
        self.at += 1
        if char == "(":
            return _Atom(self._group(depth))
        if char == "[":
            text, self.at = read_bracket(self.pattern, self.at)
            return _Atom(text)
        if char == "\\":
            return self._escape()
        if char == ".":
            return _Atom(_same("."))
        if char in "^$":
            return _Atom(_same("^" if char == "^" else _END), anchor=char)
        return _literal(char)

    def _group(self, depth: int) -> Expression:
        if self._next() == "?":
            if not self.pattern.startswith("?:", self.at):
                raise BadCallError("look-around, named groups and flags (?...) are not supported")
            self.at += 2
        inner = self.alternatives(depth + 1)
        if self._next() != ")":
            raise BadCallError(_OPEN)
        self.at += 1
        return Expression(f"({inner.posix})", f"({inner.rust})")

    def _escape(self) -> _Atom:
        char = self._next()
        self.at += 1
        if char == "b":
            return _Atom(_same("\\b"), anchor="\\b")
        if char == "t":
            return _literal("\t")
        if char.lower() in CLASSES:
            return _Atom(class_of(CLASSES[char.lower()], negated=char.isupper()))
        if char.isdigit():
            raise BadCallError(f"references back (\\{char}) are not supported")
        if char not in _ESCAPABLE:
            raise BadCallError(f"\\{char} is not supported" if char else "the pattern ends in a backslash")
        return _literal(char)


def _literal(char: str) -> _Atom:
    return _Atom(_same(f"\\{char}" if char in _SPECIAL else char), wide=not char.isascii())


def _same(text: str) -> Expression:
    return Expression(text, text)


def _joined(parts: Iterable[Expression]) -> Expression:
    known = tuple(parts)
    return Expression("".join(one.posix for one in known), "".join(one.rust for one in known))
