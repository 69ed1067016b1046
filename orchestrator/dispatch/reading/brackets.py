"""Bracket expressions of a search pattern: sets of ASCII characters, in the notations of two search programs."""

import string
from collections.abc import Iterable, Iterator, Set
from typing import NamedTuple

from orchestrator.dispatch.reading.arguments import BadCallError

_EVERY = frozenset(map(chr, range(1, 128))) - {"\n"}
CLASSES = {
    "d": frozenset(string.digits),
    "w": frozenset(string.ascii_letters + string.digits + "_"),
    "s": frozenset(" \t\r\f\v"),
}
"""By the letter behind the backslash."""
_NAMED = {
    "alpha": frozenset(string.ascii_letters),
    "digit": CLASSES["d"],
    "alnum": frozenset(string.ascii_letters + string.digits),
    "upper": frozenset(string.ascii_uppercase),
    "lower": frozenset(string.ascii_lowercase),
    "punct": frozenset(string.punctuation),
    "space": CLASSES["s"],
    "blank": frozenset(" \t"),
    "xdigit": frozenset(string.hexdigits),
    "print": frozenset(map(chr, range(32, 127))),
    "graph": frozenset(map(chr, range(33, 127))),
    "cntrl": frozenset(map(chr, (*range(1, 32), 127))) - {"\n"},
}
_LAST = "[^-"
"""Characters that mean something at the head of brackets or between others, in an order in which they stand for themselves."""


class Expression(NamedTuple):
    """One meaning in the notation of POSIX extended expressions and in that of Rust's."""

    posix: str
    rust: str


def class_of(chars: Set[str], *, negated: bool) -> Expression:
    """Exactly one byte that is one of `chars`, all of ASCII, or none of them."""
    if not chars:
        raise BadCallError("brackets select no character")
    if chars == {"^"} and not negated:
        return Expression("\\^", "\\^")
    sign = "^" if negated else ""
    spans = "".join(_span(first, last, r"\x{:02x}") for first, last in _runs(chars))
    return Expression(f"[{sign}{_posix(chars, negated=negated)}]", f"[{sign}{spans}]")


def read_bracket(pattern: str, at: int) -> tuple[Expression, int]:
    """The expression whose opening bracket stands before `at`, and where it ends. Raises BadCallError."""
    negated = pattern.startswith("^", at)
    at += negated
    chars: set[str] = set()
    first = True
    while first or not pattern.startswith("]", at):
        if at >= len(pattern):
            raise BadCallError("a [ is never closed; write \\[ for the character")
        part, at = _member(pattern, at)
        if pattern.startswith("-", at) and pattern[at + 1 : at + 2] not in {"", "]"}:
            end, at = _member(pattern, at + 1)
            part = _range(part, end)
        chars |= part
        first = False
    return class_of(chars & _EVERY, negated=negated), at + 1


def _member(pattern: str, at: int) -> tuple[Set[str], int]:
    """One character or class, and where it ends."""
    if pattern.startswith("[:", at):
        name, _, rest = pattern[at + 2 :].partition(":]")
        if name not in _NAMED or not rest:
            raise BadCallError(f"brackets know no class [:{name[:20]}:]")
        return _NAMED[name], at + len(name) + 4
    if pattern.startswith(("[.", "[="), at):
        raise BadCallError(f"{pattern[at : at + 2]} inside brackets is not supported; write \\[ for the character")
    char = pattern[at]
    if char == "\\":
        return _escaped(pattern[at + 1 : at + 2]), at + 2
    if not char.isascii():
        raise BadCallError(f"{char} inside brackets is not supported; write alternatives, such as (a|{char})")
    return frozenset({char}), at + 1


def _escaped(char: str) -> Set[str]:
    if char in CLASSES:
        return CLASSES[char]
    if char == "t":
        return frozenset("\t")
    if not char or char not in string.punctuation + " ":
        raise BadCallError(f"\\{char} inside brackets is not supported")
    return frozenset({char})


def _range(first: Set[str], last: Set[str]) -> Set[str]:
    if len(first) > 1 or len(last) > 1:
        raise BadCallError("a range inside brackets goes from one character to another")
    low, high = *first, *last
    if low > high:
        raise BadCallError(f"the range {low}-{high} inside brackets counts downwards")
    return frozenset(map(chr, range(ord(low), ord(high) + 1)))


def _posix(chars: Set[str], *, negated: bool) -> str:
    """Inside of POSIX brackets, where a backslash stands for itself and the place of a character decides what it means."""
    plain = "".join(_span(first, last, "{:c}") for first, last in _runs(chars - set(f"]{_LAST}")))
    text = "".join(("]" if "]" in chars else "", plain, *(char for char in _LAST if char in chars)))
    return "-^" if text == "^-" and not negated else text


def _runs(chars: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Neighbours in the order of their codes, joined."""
    codes = sorted(map(ord, chars))
    start = 0
    for index, code in enumerate(codes):
        if index + 1 == len(codes) or codes[index + 1] != code + 1:
            yield codes[start], code
            start = index + 1


def _span(first: int, last: int, form: str) -> str:
    if last - first < 2:
        return "".join(map(form.format, range(first, last + 1)))
    return f"{form.format(first)}-{form.format(last)}"
