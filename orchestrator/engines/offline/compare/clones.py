"""New functions that do what a function of the repository does already, word for word or with other names for its variables."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from orchestrator.engines.offline.compare.places import place
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.function_model import Function
from orchestrator.engines.offline.detectors.functions import functions_in
from orchestrator.engines.offline.detectors.kinds import is_hand_written_code
from orchestrator.engines.offline.detectors.structure import find_duplicates
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_LEAST_LINES = 6
_LEAST_TOKENS = 30
_LEAST_CALLS = 2
_ALIKE = 0.92
_MOST_NEW = 300
_MOST_CANDIDATES = 25
_MOST_PARSED = 400
_TOKEN = re.compile(r"[A-Za-z_$][\w$]*|\d[\w.]*|[\"'`]+|[^\s\w]")
_KEYWORDS = frozenset(
    {
        *(
            "and",
            "as",
            "assert",
            "async",
            "await",
            "break",
            "case",
            "catch",
            "class",
            "const",
            "continue",
            "def",
            "default",
        ),
        *(
            "del",
            "do",
            "elif",
            "else",
            "except",
            "export",
            "extends",
            "finally",
            "for",
            "from",
            "func",
            "function",
            "go",
            "if",
        ),
        *(
            "import",
            "in",
            "instanceof",
            "interface",
            "is",
            "lambda",
            "let",
            "match",
            "new",
            "nil",
            "None",
            "not",
            "null",
            "or",
        ),
        *(
            "pass",
            "raise",
            "range",
            "return",
            "self",
            "super",
            "switch",
            "this",
            "throw",
            "throws",
            "try",
            "typeof",
            "undefined",
        ),
        *("var", "void", "while", "with", "yield", "True", "False", "true", "false"),
    }
)
_MAY_DEFINE = re.compile(r"\b(?:def|function|func)\b|=>|\)[^;]*\{\s*$|^\s*\{\s*$")
_STRUCTURAL = frozenset("{}()[],:;.=")
_OWN_NAMES = re.compile(r"__\w+__$|^(?:constructor|main|setUp|tearDown|render|init)$")


@dataclass(frozen=True, slots=True)
class _Shape:
    """A function's body without the names it chose itself: what it calls, reads and decides, in order."""

    path: str
    function: Function
    tokens: tuple[str, ...]
    calls: frozenset[str]


def find_clones(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per new function, of at least six lines that do something, that repeats an existing one."""
    fresh = [found for file in view.hand_written(files) if view.has_diff for found in _fresh(view, file.path)]
    if not fresh:
        return
    shapes = _Shapes(view)
    found = [(one, twin) for one in fresh[:_MOST_NEW] if (twin := shapes.twin(one)) is not None]
    verbatim = (
        [(spot.file, spot.line, spot.end_line or spot.line) for spot in find_duplicates(view, files)] if found else []
    )
    for one, twin in found:
        start, end = one.function.start, one.function.end
        # What is repeated line by line is reported already.
        if not any(path == one.path and start <= first and last <= end + 1 for path, first, last in verbatim):
            yield _spot(view, one, twin)


def _fresh(view: View, path: str) -> Iterator[_Shape]:
    """Functions of `path` that the change adds as a whole."""
    if not any(_MAY_DEFINE.search(line) for _, line in view.reviewed(path)):
        return
    new = [function for function in functions_in(path, view.text(path)) if _is_added(view, path, function)]
    old = {function.name for function in functions_in(path, view.old_text(path))} if new else set()
    for function in new:
        shape = _shape(path, function, view.code(path)) if function.name not in old else None
        if shape is not None:
            yield shape


def _is_added(view: View, path: str, function: Function) -> bool:
    lines = range(function.line, function.end + 1)
    return sum(view.changed.touches(path, number) for number in lines) >= 0.9 * len(lines)


def _shape(path: str, function: Function, code: tuple[str, ...]) -> _Shape | None:
    """None for a function too small, or too much like everything else, to be called a repetition."""
    short = function.name.rpartition(".")[2]
    if function.length < _LEAST_LINES or _OWN_NAMES.search(short):
        return None
    text = "\n".join(code[function.line : function.end])
    found = list(_TOKEN.finditer(text))
    tokens: list[str] = []
    calls: set[str] = set()
    for match in found:
        word = match[0]
        if word[0].isalpha() or word[0] in "_$":
            called = (
                text[match.end() : match.end() + 1] == "(" or text[max(0, match.start() - 1) : match.start()] == "."
            )
            if called and word not in _KEYWORDS and word != short:
                calls.add(word)
            tokens.append(word if called or word in _KEYWORDS else "v")
        elif word not in _STRUCTURAL:
            tokens.append("n" if word[0].isdigit() else "s" if word[0] in "\"'`" else word)
    if len(tokens) < _LEAST_TOKENS or len(calls) < _LEAST_CALLS or len(set(tokens)) * 6 < len(tokens):
        return None
    return _Shape(path, function, tuple(tokens), frozenset(calls))


class _Shapes:
    """Functions of the repository, looked at only where a file uses what the new function uses."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._known: dict[str, tuple[_Shape, ...]] = {}

    def twin(self, one: _Shape) -> _Shape | None:
        """The existing function that `one` repeats."""
        for path in self._candidates(one):
            for other in self._of(path):
                if not self._is_itself(one, other) and _alike(one, other):
                    return other
        return None

    def _candidates(self, one: _Shape) -> list[str]:
        """Files that hold nearly all of what `one` calls, the best first."""
        suffix = one.path.rpartition(".")[2]
        votes = Counter(
            path for name in one.calls for path in self._view.sources.using(name) if path.rpartition(".")[2] == suffix
        )
        enough = 0.8 * len(one.calls)
        good = [path for path, count in votes.most_common() if count >= enough and is_hand_written_code(path)]
        return good[:_MOST_CANDIDATES]

    def _of(self, path: str) -> tuple[_Shape, ...]:
        if path not in self._known:
            if len(self._known) >= _MOST_PARSED:
                return ()
            code = tuple(self._view.sources.masked(path).split("\n"))
            found = (_shape(path, function, code) for function in functions_in(path, self._view.sources.text(path)))
            self._known[path] = tuple(shape for shape in found if shape is not None)
        return self._known[path]

    def _is_itself(self, one: _Shape, other: _Shape) -> bool:
        """True for the same function, for one around or inside it, and for the first of two new ones."""
        if (
            one.path == other.path
            and one.function.start <= other.function.end
            and other.function.start <= one.function.end
        ):
            return True
        new = self._view.changed.touches(other.path, other.function.line)
        return new and (other.path, other.function.line) > (one.path, one.function.line)


def _alike(one: _Shape, other: _Shape) -> bool:
    longest = max(len(one.tokens), len(other.tokens))
    if abs(len(one.tokens) - len(other.tokens)) > (1 - _ALIKE) * 2 * longest:
        return False
    if len(one.calls & other.calls) < 0.85 * len(one.calls | other.calls):
        return False
    matcher = SequenceMatcher(None, one.tokens, other.tokens, autojunk=False)
    return matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE


def _spot(view: View, one: _Shape, twin: _Shape) -> Spot:
    name = one.function.name.rpartition(".")[2]
    other = twin.function.name.rpartition(".")[2]
    where = place(twin.path, twin.function.line)
    return Spot(
        file=one.path,
        line=view.first_touched(one.path, one.function.line, one.function.end) or one.function.line,
        end_line=one.function.end,
        severity=Severity.WARNING,
        confidence=Confidence.MEDIUM,
        category="duplicated-logic",
        message=f"{name} does step by step what {other} at {where} does already: the next repair will reach one of them and miss the other.",
        fix=f"Call {other}, or give both one body that takes the difference as an argument.",
    )
