"""What a text states that was meant to be calls, as far as it can still be made out when it is no whole JSON."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from orchestrator.findings.reply import MAX_REPLY_CHARS
from orchestrator.recording.tools import CHANGING, REVIEW_TOOLS
from orchestrator.values.turn import ToolCall

SIGNS = frozenset({"severity", "evidence"})
"""Keys by which the statement of a finding is known wherever it stands."""
MARKS = ("title", "file", "line", "evidence")
"""Keys by which one finding is told from others."""
_COMMON = ("critical", "error", "high", "low", "major", "medium", "minor", "warning")
_ARGUMENTS = "arguments"
_NAMES = ("tool", "name")
_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*+)("?)|([{}\[\]:,])|([^\s"{}\[\]:,]+)', re.DOTALL)
# A call in another notation than JSON, or one that is torn, by the name of its tool: what it states cannot be read.
_NAMED = re.compile(rf"""["'](?:{"|".join(CHANGING)})["']|\b(?:{"|".join(CHANGING)})\s*\(?\s*[{{(]""")


@dataclass(frozen=True, slots=True)
class Given:
    """What one call gives: the `tool` (empty when it names none that there is) and its texts by key, numbers spelled out.

    `cut` is the key whose text ends where the whole text does. `raw` is all there is to go by where nothing was made out
    that tells one finding from others.
    """

    tool: str
    texts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    cut: str = ""
    raw: str = ""


@dataclass(slots=True)
class _Piece:
    """One object of `source`, closed or not."""

    source: str
    start: int
    parent: "_Piece | None"
    texts: dict[str, str] = field(default_factory=dict)
    cut: str = ""
    filled: bool = False
    _key: str = ""
    _value: bool = False

    @property
    def tool(self) -> str:
        named = (self.texts.get(name, "") for name in _NAMES if name in self.texts)
        whole = (name if name in REVIEW_TOOLS or self.cut not in _NAMES else _begun(name) for name in named)
        return next((name for name in whole if name in REVIEW_TOOLS), "")

    @property
    def raw(self) -> str:
        told = any(self.texts.get(key, "").strip() for key in MARKS)
        return "" if told else self.source[self.start :]

    def mark(self, sign: str) -> None:
        if sign == ",":
            self._key, self._value = "", False
        elif sign == ":":
            self._value = True

    def word(self, text: str, *, whole: bool) -> None:
        if not self._value:
            self._key = text
            if text and not whole:
                self.texts[text] = ""
        elif self._key and self._key not in self.texts and text != "null":
            self.texts[self._key] = text
            self.cut = self.cut if whole else self._key


def given_by(call: ToolCall) -> Given:
    """What `call` gives; of arguments that are no JSON, what can be made out."""
    try:
        data = json.loads(call.arguments or "{}")
    except (ValueError, RecursionError):
        pieces = [one for one in _pieces(call.arguments) if one.texts]
        best = next((one for one in pieces if not one.raw), pieces[0] if pieces else None)
        if best is None:
            return Given(call.name, raw=call.arguments)
        return Given(call.name, MappingProxyType(best.texts), best.cut, best.raw and call.arguments)
    if not isinstance(data, dict):
        return Given(call.name, raw=call.arguments)
    texts = {key: _spelled(value) for key, value in _arguments(data, call.name).items() if value is not None}
    return Given(call.name, MappingProxyType(texts))


def _arguments(data: dict[str, Any], name: str) -> dict[str, Any]:
    """The arguments in an item of a list that could not be taken as a call: below whatever key, or beside the tool."""
    if not data.keys() & {*MARKS, *SIGNS, "id"}:
        data = next((value for value in data.values() if isinstance(value, dict)), data)
    return {key: value for key, value in data.items() if (key, value) != ("tool", name)}


def stated_in(text: str, severities: Iterable[str]) -> tuple[Given, ...]:
    """The calls that change findings, and the findings without a call, that `text` holds in whatever state; a text that
    names a severity, one of `severities` or a common one, states a finding too."""
    found = tuple(_stated(text))
    words = "|".join(map(re.escape, sorted({*severities, *_COMMON})))
    if not found and (_NAMED.search(text) or re.search(rf"severity\W{{1,6}}(?:{words})\b", text, re.IGNORECASE)):
        return (Given("", raw=text),)
    return found


def _stated(text: str) -> Iterator[Given]:
    for piece in _pieces(text):
        above = piece.parent.tool if piece.parent else ""
        if piece.tool and piece.filled:
            continue
        tool = piece.tool or above
        if tool in CHANGING or (not tool and SIGNS & piece.texts.keys()):
            texts = {key: value for key, value in piece.texts.items() if key not in _NAMES}
            yield Given(tool if tool in CHANGING else "", MappingProxyType(texts), piece.cut, piece.raw)


def _pieces(text: str, parent: _Piece | None = None) -> list[_Piece]:
    """Every object in `text`, in the order of their beginnings; arguments that are JSON within a text are opened too."""
    found: list[_Piece] = []
    within: list[_Piece] = []
    start = max(text.find("{"), 0)
    for token in _TOKEN.finditer(text[start : start + MAX_REPLY_CHARS]):
        string, closed, sign, bare = token.groups()
        if sign == "{":
            above = within[-1] if within else parent
            if above is not None:
                above.filled = True
            found.append(_Piece(text, start + token.start(), above))
            within.append(found[-1])
        elif sign == "}":
            del within[-1:]
        elif within and sign:
            within[-1].mark(sign)
        elif within:
            within[-1].word(_unescaped(string) if bare is None else bare, whole=bare is not None or bool(closed))
    if parent is None:
        found += [one for piece in tuple(found) for one in _pieces_of_text(piece)]
    return found


def _pieces_of_text(piece: _Piece) -> list[_Piece]:
    inner = piece.texts.get(_ARGUMENTS, "")
    return _pieces(inner, piece) if inner.lstrip().startswith("{") else []


def _begun(name: str) -> str:
    """The tool that changes findings whose name begins with `name`, where that was cut."""
    return next((one for one in CHANGING if name and one.startswith(name)), name)


def _unescaped(text: str) -> str:
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return text


def _spelled(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
