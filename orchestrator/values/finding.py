"""A finding: one defect, the quote that proves it, and what became of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType


class Severity(StrEnum):
    """How bad it is if the reviewer is right."""

    ERROR = "error"
    WARNING = "warning"
    SUGGESTION = "suggestion"

    @property
    def rank(self) -> int:
        """0 is the strongest."""
        return list(Severity).index(self)


class Confidence(StrEnum):
    """How sure the reviewer is; `none` is a question for a person."""

    HIGH = "high"
    MEDIUM = "medium"
    NONE = "none"


class Anchor(StrEnum):
    """Where the quote was found relative to the cited line."""

    EXACT = "exact"
    MOVED = "moved"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """What a finding of a mode states in the mode's own words: `fields` by key, `evidence` among them."""

    id: str
    severity_id: str
    title: str
    summary: str = ""
    fields: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One defect. Annotated on its way through the run, never dropped.

    `line` and `end_line` are 1-based on the new side. `rule` is the id of the tool rule behind it, empty for a model.
    `withheld_because` and `suppressed_by` take it out of the verdict and keep it in the report. `detail` is there when
    a mode recorded it; modes state no confidence, so it is never acted on without a person.
    """

    agent: str
    severity: Severity
    confidence: Confidence
    file: str
    line: int
    message: str
    evidence: str
    suggested_fix: str = ""
    category: str = ""
    end_line: int | None = None
    pre_existing: bool = False
    rule: str = ""
    in_diff: bool | None = None
    anchor: Anchor | None = None
    suppressed_by: str = ""
    withheld_because: str = ""
    detail: Detail | None = None

    @property
    def rule_id(self) -> str:
        """The id that accepted risks match: the tool's own, else `<lens>.<category>`."""
        return self.rule or f"{self.agent}.{self.category or 'uncategorised'}"

    @property
    def counts(self) -> bool:
        """True when the finding takes part in totals, health and the verdict."""
        return not self.withheld_because and not self.suppressed_by

    @property
    def actionable(self) -> bool:
        """True when a fix loop may act on it without asking a person for judgement."""
        judged = self.detail is None and self.confidence is not Confidence.NONE
        return judged and self.severity is not Severity.SUGGESTION
