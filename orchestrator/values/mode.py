"""A mode: what a single reviewer is told to judge, and the words in which it does so."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from orchestrator.values.finding import Severity

EVIDENCE, PROBLEM = "evidence", "problem"
PANEL = "panel"
"""The reserved id: no mode at all, the panel of lenses."""


class Force(StrEnum):
    """The verdict that a severity of a mode forces."""

    FAIL = "fail"
    WARN = "warn"
    PASS = "pass"  # noqa: S105

    @property
    def severity(self) -> Severity:
        """The severity of the panel that forces the same."""
        return _SEVERITIES[self]


_SEVERITIES = {Force.FAIL: Severity.ERROR, Force.WARN: Severity.WARNING, Force.PASS: Severity.SUGGESTION}


class SeverityTone(StrEnum):
    """How a severity is drawn."""

    ERROR = "error"
    WARN = "warn"
    SUCCESS = "success"
    MUTED = "muted"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeField:
    """One narrative field of a finding. An empty `label` renders the text bare, `block` as quoted code."""

    key: str
    label: str = ""
    required: bool = False
    block: bool = False
    guide: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeSeverity:
    """One severity that the reviewer may use."""

    id: str
    label: str
    tone: SeverityTone
    force: Force
    meaning: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """One mode, whole and checked. `fields` always hold a required `evidence`; `verdicts` name pass, warn and fail.

    `settings` are the run settings it presets, by dotted key; `source` says where its definition was read
    (`built-in`, or the settings file that changes it).
    """

    id: str
    label: str
    aliases: tuple[str, ...] = ()
    enabled: bool = True
    description: str = ""
    system_prompt: str = ""
    task: str = ""
    categories: tuple[str, ...] = ()
    fields: tuple[ModeField, ...] = ()
    severities: tuple[ModeSeverity, ...] = ()
    verdicts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    settings: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    source: str = "built-in"

    def severity(self, id: str) -> ModeSeverity | None:  # noqa: A002 - the word of the settings
        """The severity named exactly `id`, or None."""
        return next((one for one in self.severities if one.id == id), None)


@dataclass(frozen=True, slots=True)
class StoreActivity:
    """What the reviewer did to the store: calls of its tools, findings recorded, updated and deleted."""

    calls: int = 0
    recorded: int = 0
    updated: int = 0
    deleted: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeRun:
    """What a report says of the mode that ran.

    `incomplete` is the reason for which the review is not whole, empty when it is: the reviewer did not finish, or lost
    something; `degraded` says what a second first call had to do without, and what was lost. `focus` is what it was asked to look at, `language` that of the report.
    """

    mode: Mode
    store: StoreActivity = StoreActivity()
    incomplete: str = ""
    degraded: str = ""
    focus: str = ""
    language: str = ""
