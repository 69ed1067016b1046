"""What a text states that was meant to be calls, as far as it can still be made out when it is no whole JSON."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from orchestrator.findings.reply import MAX_REPLY_CHARS
from orchestrator.recording.tools import CHANGING, REVIEW_TOOLS
from orchestrator.values.turn import ToolCall

SIGNS = frozenset({"severity", "evidence"})
"""Keys by which the statement of a finding is known wherever it stands."""
_ARGUMENTS = "arguments"
_NAMES = ("tool", "name")
_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*+)("?)|([{}\[\]:,])|([^\s"{}\[\]:,]+)', re.DOTALL)
# A call in another notation than JSON, by the name of its tool: what it states cannot be read.
_NAMED = re.compile(rf"""["'](?:{"|".join(CHANGING)})["']|\b(?:{"|".join(CHANGING)})\s*\(?\s*[{{(]""")


@dataclass(frozen=True, slots=True)
class Given:
    """What one call gives: the `tool` (empty when it names none that there is) and its texts by key, numbers spelled out.

    `cut` is the key whose text ends where the whole text does.
    """

    tool: str
    texts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    cut: str = ""


@dataclass(slots=True)
class _Piece:
    """One object of a text, closed or not."""

    parent: "_Piece | None"
    texts: dict[str, str] = field(default_factory=dict)
    cut: str = ""
    filled: bool = False
    _key: str = ""
    _value: bool = False

    @property
    def tool(self) -> str:
        return next((self.texts[name] for name in _NAMES if self.texts.get(name) in REVIEW_TOOLS), "")

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
        return Given(call.name, MappingProxyType(pieces[0].texts), pieces[0].cut) if pieces else Given(call.name)
    if isinstance(data, dict) and isinstance(data.get(_ARGUMENTS), dict):
        data = data[_ARGUMENTS]
    elif isinstance(data, dict) and data.get("tool") == call.name:
        # What stands beside the name of the tool was meant for its arguments.
        data = {key: value for key, value in data.items() if key != "tool"}
    texts = {key: _spelled(value) for key, value in data.items() if value is not None} if isinstance(data, dict) else {}
    return Given(call.name, MappingProxyType(texts))


def stated_in(text: str) -> tuple[Given, ...]:
    """The calls that change findings, and the findings without a call, that `text` holds in whatever state.

    A call that names its tool and of which nothing else can be read gives no texts.
    """
    found = tuple(_stated(text))
    if not found and _NAMED.search(text):
        return (Given(next(one for one in CHANGING if one in text)),)
    return found


def _stated(text: str) -> Iterator[Given]:
    for piece in _pieces(text):
        above = piece.parent.tool if piece.parent else ""
        if piece.tool and piece.filled:
            continue
        tool = piece.tool or above
        if tool in CHANGING or (not tool and SIGNS & piece.texts.keys()):
            texts = {key: value for key, value in piece.texts.items() if key not in _NAMES}
            yield Given(tool if tool in CHANGING else "", MappingProxyType(texts), piece.cut)


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
            found.append(_Piece(above))
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


def _unescaped(text: str) -> str:
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return text


def _spelled(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
