"""One YAML block of a record, read so that no two readers can understand it in two ways, every text as it is spelled."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import yaml

if TYPE_CHECKING:
    _Fast = yaml.SafeLoader
else:
    # The library may have been built without it.
    _Fast = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MAX_DEPTH = 20
_BREAK = re.compile("[\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar, spelled as in the file: `no` stays `no`. `line` is 0-based within the block, as everywhere here."""

    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Items:
    """A list. `column` is where its first `-` stands, None for one in brackets."""

    items: "tuple[Value, ...]"
    line: int
    column: int | None


@dataclass(frozen=True, slots=True)
class Field:
    """A key and its value; `raw` is the YAML of both, without the indentation of the key."""

    key: str
    value: "Value"
    line: int
    raw: str


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping, no key twice. `flow` when it is written in braces."""

    fields: tuple[Field, ...]
    line: int
    flow: bool


Value = Text | Items | Fields


class _At(NamedTuple):
    line: int
    column: int


class UnfitError(Exception):
    """Why a block is refused; `line` is 0-based within the block."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def read_block(lines: list[str]) -> Value:
    """The one value that `lines` (without line endings) hold.

    Raises UnfitError for what is not YAML, a key given twice, anchors, aliases, tags, directives, tabs as indentation,
    more than 20 levels and more than one document.
    """
    odd = next((number for number, line in enumerate(lines) if _BREAK.search(line)), None)
    if odd is not None:
        raise UnfitError("YAML ends a line at a character that Markdown does not: write it as an escape in quotes", odd)
    try:
        return _read(lines, _Fast)
    except (yaml.YAMLError, UnicodeEncodeError):
        pass
    # The parser in C refuses escapes of lone surrogates, by which a file name can be spelled that is not UTF-8.
    try:
        return _read(lines, yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise UnfitError(f"this is not YAML: {error.problem}", mark.line if mark else 0) from error
    except (yaml.YAMLError, ValueError) as error:
        raise UnfitError(f"this is not YAML: {str(error).splitlines()[0]}") from error


def _read(lines: list[str], loader: type[yaml.SafeLoader]) -> Value:
    events = _Events(yaml.parse("\n".join(lines) + "\n", Loader=loader), lines)
    event = events.next()
    if isinstance(event, yaml.StreamEndEvent):
        raise UnfitError("the block is empty")
    value = events.value(events.next(), 0)
    events.next()
    event = events.next()
    if not isinstance(event, yaml.StreamEndEvent):
        raise UnfitError("the block holds more than one document", _start(event).line)
    return value


class _Events:
    """The events of one block, from behind the start of the stream, refusing what a record does not use."""

    def __init__(self, events: Iterator[yaml.Event], lines: list[str]) -> None:
        self._events = events
        self._lines = lines
        self._last = next(events)

    def next(self) -> yaml.Event:
        event = self._last = next(self._events)
        line = _start(event).line
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise UnfitError("anchors and aliases are not used in a record", line)
        if isinstance(event, yaml.DocumentStartEvent):
            if event.tags or event.version:
                raise UnfitError("directives are not used in a record", line)
        elif getattr(event, "tag", None) is not None:
            raise UnfitError("tags are not used in a record", line)
        if isinstance(event, yaml.NodeEvent) and "\t" in self._before(_start(event)):
            raise UnfitError("a tab stands before a value: indent with spaces", line)
        return event

    def value(self, event: yaml.Event, depth: int) -> Value:
        line = _start(event).line
        if isinstance(event, yaml.ScalarEvent):
            return Text(event.value, line)
        if depth >= MAX_DEPTH:
            raise UnfitError(f"the block is nested more than {MAX_DEPTH} levels deep", line)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Value] = []
            while not isinstance(inner := self.next(), yaml.SequenceEndEvent):
                items.append(self.value(inner, depth + 1))
            return Items(tuple(items), line, None if event.flow_style else _start(event).column)
        return self._fields(event, depth)

    def _fields(self, event: yaml.Event, depth: int) -> Fields:
        marks: list[tuple[_At, str, Value, _At]] = []
        seen: set[str] = set()
        flow = bool(getattr(event, "flow_style", False))
        while not isinstance(inner := self.next(), yaml.MappingEndEvent):
            if not isinstance(inner, yaml.ScalarEvent):
                raise UnfitError("a key must be a plain word", _start(inner).line)
            if inner.value in seen:
                raise UnfitError(f"the key {inner.value[:80]} is given twice", _start(inner).line)
            seen.add(inner.value)
            value = self.value(self.next(), depth + 1)
            marks.append((_start(inner), inner.value, value, _end(self._last)))
        end = _start(inner)
        fields = []
        for number, (start, key, value, own_end) in enumerate(marks):
            following = marks[number + 1][0] if number + 1 < len(marks) else end
            fields.append(Field(key, value, start.line, self._raw(start, own_end if flow else following)))
        return Fields(tuple(fields), _start(event).line, flow)

    def _before(self, mark: _At) -> str:
        return self._lines[mark.line][: mark.column] if mark.line < len(self._lines) else ""

    def _raw(self, start: _At, end: _At) -> str:
        """The text between two marks; later lines lose the indentation of the first."""
        lines = self._lines[start.line : end.line + 1]
        if end.line < len(self._lines):
            lines[-1] = lines[-1][: end.column]
        margin = " " * start.column
        later = (line.removeprefix(margin) if line.startswith(margin) else line.lstrip(" ") for line in lines[1:])
        return "\n".join((lines[0][start.column :], *later)).rstrip(" \n")


def _start(event: yaml.Event) -> _At:
    mark = event.start_mark
    return _At(mark.line, mark.column) if mark else _At(0, 0)


def _end(event: yaml.Event) -> _At:
    mark = event.end_mark
    return _At(mark.line, mark.column) if mark else _At(0, 0)
