"""Reads the changed lines of one source file for two questions: did its imports change, did its public face change."""

import re
from collections.abc import Iterator
from enum import Enum, auto

from orchestrator.lenses.languages import Language, is_interface_file, language_of
from orchestrator.values.change import ChangedFile, DiffLine, Hunk, LineKind

DEPENDENCY = "dependency"
INTERFACE = "interface"
# Longer lines are generated or minified: many statements, one line, nothing a line pattern can prove.
LONGEST_LINE = 500

_STRING = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|`[^`]*`")
_LEADING_COMMENT = re.compile(r"^\s*/\*.*?\*/")
# Lines that may continue a list begun above what the hunk shows: names, strings, parameters, members.
_ITEM = re.compile(
    r"""\s*(?:
        .*,\s*                                             # anything that goes on after a comma
      | (?:type\s+)?[\w.$*:\\]+(?:\s+as\s+\w+)?\s*          # one name
      | (?:[\w.]+\s+)?["'][^"']+["']\s*                     # one module path
      | (?:readonly\s+)?[\w$"']+\??\s*:\s*[^=(]+;?\s*       # one typed member
      | [)\]}].*                                           # the end of the list
    )""",
    re.VERBOSE,
)
_WORDS_ALONE = frozenset(
    {"pass", "break", "continue", "return", "else", "try", "finally", "end", "begin", "do", "then"}
)


class _Where(Enum):
    """What the line before left open."""

    UNKNOWN = auto()
    STATEMENTS = auto()
    AMBIGUOUS = auto()
    IMPORT = auto()
    DECLARATION = auto()


_SIGNAL_OF = {_Where.IMPORT: DEPENDENCY, _Where.DECLARATION: INTERFACE}


def scan(file: ChangedFile) -> frozenset[str]:
    """`dependency` and `interface` as far as the changed lines of `file` show them; doubt counts as `interface`.

    The caller has made sure that `file` is of a known language.
    """
    if is_interface_file(file.path):
        return frozenset({INTERFACE}) if any(_changed(file)) else frozenset()
    language = language_of(file.path)
    if language is None:
        return frozenset({INTERFACE})
    found: set[str] = set()
    for hunk in file.hunks:
        for side in {line.kind for line in hunk.lines} - {LineKind.CONTEXT}:
            found |= _Side(language).signals(hunk, side)
    return frozenset(found)


def _changed(file: ChangedFile) -> Iterator[DiffLine]:
    for hunk in file.hunks:
        yield from (line for line in hunk.lines if line.kind is not LineKind.CONTEXT and line.text.strip())


class _Side:
    """One side of one hunk, read from top to bottom; knows what an earlier line left open."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._where = _Where.UNKNOWN
        self._depth = 0

    def signals(self, hunk: Hunk, side: LineKind) -> set[str]:
        found: set[str] = set()
        for line in hunk.lines:
            if line.kind not in {side, LineKind.CONTEXT}:
                continue
            signal = self._read(_LEADING_COMMENT.sub("", line.text))
            if signal and line.kind is side:
                found.add(signal)
        return found

    def _read(self, text: str) -> str:
        """The signal this line would be if it were changed; moves on to the state it leaves."""
        stripped = text.strip()
        if not stripped or stripped.startswith(self._language.comment):
            return ""
        if len(text) > LONGEST_LINE:
            return INTERFACE
        if self._where in _SIGNAL_OF:
            signal = _SIGNAL_OF[self._where]
            self._advance(text, "(){}[]")
            return signal
        return self._opening(text) or self._item(text, stripped)

    def _opening(self, text: str) -> str:
        """The signal of a line that begins an import or a declaration."""
        kinds = (
            (self._language.imports, _Where.IMPORT, "(){}"),
            (self._language.types, _Where.DECLARATION, "(){}[]"),
            (self._language.callables, _Where.DECLARATION, "()[]"),
        )
        for pattern, where, brackets in kinds:
            if pattern.match(text):
                self._where, self._depth = where, 0
                self._advance(text, brackets)
                return _SIGNAL_OF[where]
        return ""

    def _item(self, text: str, stripped: str) -> str:
        """Doubt about a line that may belong to a list whose beginning is not shown or could be either thing."""
        if self._where is not _Where.STATEMENTS and stripped not in _WORDS_ALONE and _ITEM.fullmatch(text):
            if self._where is _Where.AMBIGUOUS:
                self._advance(text, "()")
            return INTERFACE
        self._where = _Where.STATEMENTS
        if self._language.bare_methods and _balance(text, "()") > 0:
            self._where, self._depth = _Where.AMBIGUOUS, _balance(text, "()")
        return ""

    def _advance(self, text: str, brackets: str) -> None:
        self._depth += _balance(text, brackets)
        if self._depth <= 0:
            self._where = _Where.STATEMENTS


def _balance(text: str, brackets: str) -> int:
    """Opening minus closing brackets outside string literals; `brackets` lists pairs."""
    bare = _STRING.sub("", text)
    return sum(bare.count(mark) for mark in brackets[::2]) - sum(bare.count(mark) for mark in brackets[1::2])
