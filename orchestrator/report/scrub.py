"""Secrets out: what every writer does first, so that no writer can forget it."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import TypeVar

from orchestrator.redaction import redact
from orchestrator.values.mode import ModeRun
from orchestrator.values.report import Report

T = TypeVar("T")


def scrub(report: Report) -> Report:
    """The report without secret values in any of its texts, and without what no writer shows: the diff, a mode's prompt.

    Replacements made here are added to `redactions`, a text that occurs twice counting once; scrubbing again changes
    nothing.
    """
    files = tuple(replace(file, hunks=()) for file in report.change.files)
    ignored = tuple(replace(one, file=replace(one.file, hunks=())) for one in report.change.ignored)
    slim = replace(
        report, change=replace(report.change, files=files, diff="", ignored=ignored), mode=_slim(report.mode)
    )
    walker = _Walker()
    clean = walker.walk(slim)
    return replace(clean, redactions=report.redactions + walker.count)


def _slim(run: ModeRun | None) -> ModeRun | None:
    if run is None:
        return None
    return replace(run, mode=replace(run.mode, system_prompt="", task="", settings=MappingProxyType({})))


def scrub_value(value: T) -> T:
    """`value` (texts in dataclasses, mappings, tuples and lists) without secret values."""
    return _Walker().walk(value)


class _Walker:
    """Rebuilds a value with every text redacted and counts the replacements."""

    def __init__(self) -> None:
        self.count = 0
        self._seen: dict[str, str] = {}

    def walk(self, value: T) -> T:
        return self._walk(value)  # type: ignore[return-value] # rebuilt with the same types, part by part

    def _walk(self, value: object) -> object:
        if isinstance(value, Enum):
            return value
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, Mapping):
            # A key is a field name of ours or a path; both are texts that may be shown.
            pairs = {self._walk(key): self._walk(item) for key, item in value.items()}
            return MappingProxyType(pairs) if isinstance(value, MappingProxyType) else pairs
        if isinstance(value, tuple | list):
            items = [self._walk(item) for item in value]
            return tuple(items) if isinstance(value, tuple) else items
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{field.name: self._walk(getattr(value, field.name)) for field in fields(value)})
        return value

    def _text(self, text: str) -> str:
        if text not in self._seen:
            self._seen[text], count = redact(text)
            self.count += count
        return self._seen[text]
