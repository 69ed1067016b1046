"""The fields of one finding: its YAML block in, a typed finding or all that is wrong with it out."""

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from orchestrator.record.model import ENTRY_TEXTS, Broken, Code, Entry, Level, Problem, RecordedFinding, Span, Status
from orchestrator.record.yaml_block import Field, Fields, Items, Text, UnfitError, Value, read_block

REQUIRED = ("severity", "confidence", "location", "evidence", "recommendation", "history")
OPTIONAL = ("category", "raised_by", "signature")

_Word = TypeVar("_Word", bound=StrEnum)


class Reader:
    """Reads one finding and keeps what is wrong with it. `first` is the line of the record where its block begins."""

    def __init__(self, id: str, first: int) -> None:  # noqa: A002 - the word of the record
        self.problems: list[Problem] = []
        self.broken = False
        self._id = id
        self._first = first

    def finding(self, title: str, lines: tuple[str, ...], span: Span) -> RecordedFinding | Broken:
        """The finding that the YAML `lines` state, or what is left of it when they cannot be read."""
        fields = self._block(lines)
        if fields is None:
            return Broken(self._id, title, span)
        for name in REQUIRED:
            if name not in fields:
                self._invalid(0, f"it has no {name}")
        found = RecordedFinding(
            id=self._id,
            title=title,
            severity=self._word(fields, "severity", Level) or Level.LOW,
            confidence=self._word(fields, "confidence", Level) or Level.LOW,
            category=self._text(fields, "category", strip=True),
            location=self._text(fields, "location", strip=True),
            evidence=self._text(fields, "evidence"),
            recommendation=self._text(fields, "recommendation"),
            raised_by=self._names(fields),
            signature=self._text(fields, "signature", strip=True),
            history=self._history(fields),
            extra=self._extra(fields.values(), (*REQUIRED, *OPTIONAL)),
            span=span,
            block=Span(self._first, self._first + len(lines)),
        )
        return Broken(self._id, title, span) if self.broken else found

    def _block(self, lines: tuple[str, ...]) -> dict[str, Field] | None:
        try:
            value = read_block(list(lines))
        except UnfitError as error:
            self._invalid(error.line, error.reason)
            return None
        if not isinstance(value, Fields) or value.flow or lines[value.line].startswith(" "):
            self._invalid(value.line, "the block is not one `field: value` a line, each from the first column on")
            return None
        return {field.key: field for field in value.fields}

    def _text(self, fields: dict[str, Field], name: str, *, strip: bool = False, required: bool = True) -> str:
        field = fields.get(name)
        if field is None:
            return ""
        if not isinstance(field.value, Text):
            self._invalid(field.line, f"{name} is not a text")
            return ""
        if required and not field.value.value.strip():
            self._invalid(field.line, f"{name} is empty")
        return field.value.value.strip() if strip else field.value.value

    def _word(self, fields: dict[str, Field], name: str, words: type[_Word]) -> _Word | None:
        text = self._text(fields, name, strip=True)
        if text in list(words):
            return words(text)
        if text:
            self._invalid(fields[name].line, f"{name} is {text[:80]!r}, and must be one of {', '.join(words)}")
        return None

    def _names(self, fields: dict[str, Field]) -> tuple[str, ...]:
        """Whether the names are right ones is the business of the checks."""
        field = fields.get("raised_by")
        if field is None:
            return ()
        items = field.value.items if isinstance(field.value, Items) else ()
        names = tuple(item.value.strip() for item in items if isinstance(item, Text))
        if not names or len(names) != len(items):
            self._invalid(field.line, "raised_by is not a list of role ids")
        return names

    def _history(self, fields: dict[str, Field]) -> tuple[Entry, ...]:
        field = fields.get("history")
        if field is None:
            return ()
        if not isinstance(field.value, Items) or not field.value.items:
            self._invalid(field.line, "history is not a list of entries")
            return ()
        entries = [self._entry(item) for item in field.value.items]
        return tuple(entry for entry in entries if entry)

    def _entry(self, item: Value) -> Entry | None:
        if not isinstance(item, Fields):
            self._invalid(item.line, "an entry of the history is not a list of `field: value`")
            return None
        fields = {field.key: field for field in item.fields}
        for name in ("status", "by"):
            if name not in fields:
                self._invalid(item.line, f"an entry of the history has no {name}")
        status = self._word(fields, "status", Status)
        by = self._text(fields, "by", strip=True)
        texts = {name: self._text(fields, name, required=False) for name in ENTRY_TEXTS}
        extra = self._extra(item.fields, ("status", "by", *ENTRY_TEXTS))
        line = self._first + item.line + 1
        return Entry(status=status, by=by, extra=extra, line=line, **texts) if status and by else None

    def _extra(self, fields: Iterable[Field], known: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        unknown = [field for field in fields if field.key not in known]
        for field in unknown:
            self._add(
                Code.UNKNOWN_FIELD, field.line, f"the field {field.key[:80]!r} is not known here, and kept as it is"
            )
        return tuple((field.key, field.raw) for field in unknown)

    def _invalid(self, line: int, message: str) -> None:
        self.broken = True
        self._add(Code.INVALID, line, message)

    def _add(self, code: Code, line: int, message: str) -> None:
        self.problems.append(Problem(code, self._first + line + 1, f"{self._id}: {message}", self._id))
