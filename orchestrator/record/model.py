"""The nouns of a review record: steps, the sections of their roles, findings, and every answer a finding received."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from orchestrator.values.finding import Confidence, Severity

FORMAT = 1
"""The format that is written, and the newest one that is understood."""
ROLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
HUMAN = "human:"
ENTRY_TEXTS = ("ref", "note", "to", "justification")
"""What an answer may carry."""
_ID = re.compile(r"R-(?P<role>[A-Za-z0-9][A-Za-z0-9_-]{0,63})-(?P<number>[1-9]\d{0,8})")


class StepName(StrEnum):
    """What is reviewed: the plan, or the code that follows from it."""

    PLAN = "plan.challenge"
    CODE = "code.review"


class RunStyle(StrEnum):
    """How a step ran: each role on its own, or one after the other in a conversation."""

    ISOLATED = "isolated"
    INLINE = "inline"


class Level(StrEnum):
    """The three steps of severity and of confidence."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"

    @property
    def rank(self) -> int:
        """0 is the highest."""
        return list(Level).index(self)


class Status(StrEnum):
    """What an entry of the history says about its finding."""

    OPEN = "open"
    FIXED = "fixed"
    DISPUTED = "disputed"
    REJECTED = "rejected"
    ACCEPTED_RISK = "accepted-risk"
    DEFERRED = "deferred"


SEVERITIES = {Severity.ERROR: Level.HIGH, Severity.WARNING: Level.MEDIUM, Severity.SUGGESTION: Level.LOW}
CONFIDENCES = {Confidence.HIGH: Level.HIGH, Confidence.MEDIUM: Level.MEDIUM, Confidence.NONE: Level.LOW}

Extra = tuple[tuple[str, str], ...]
"""Fields that are not known here, in their order: the key, and its whole YAML from the key on."""


class ProblemLevel(StrEnum):
    """Whether a defect of the record keeps the change from being closed."""

    ERROR = "error"
    WARNING = "warning"


class Code(StrEnum):
    """What can be wrong with a record, or keep a change from being closed."""

    INVALID = "review_invalid"
    UNKNOWN_FIELD = "review_unknown_field"
    UNKNOWN_ROLE = "review_unknown_role"
    DECISION_INCOMPLETE = "review_decision_incomplete"
    LOCATION_MISSING = "review_location_missing"
    EVIDENCE_NOT_FOUND = "review_evidence_not_found"
    EVIDENCE_MOVED = "review_evidence_moved"
    EVIDENCE_UNCHECKED = "review_evidence_unchecked"
    ROLE_MISSING = "review_role_missing"
    FORMAT_UNSUPPORTED = "review_format_unsupported"
    RECORD_MISSING = "review_record_missing"
    STEP_MISSING = "review_step_missing"
    UNRESOLVED = "review_unresolved"

    @property
    def level(self) -> ProblemLevel:
        """Four codes warn; every other one is an error."""
        return ProblemLevel.WARNING if self in _WARNINGS else ProblemLevel.ERROR


_WARNINGS = (Code.UNKNOWN_FIELD, Code.UNKNOWN_ROLE, Code.EVIDENCE_MOVED, Code.EVIDENCE_UNCHECKED)


@dataclass(frozen=True, slots=True)
class Problem:
    """One defect. `line` is the 1-based line of the record, 0 when it has none; `finding` an id, or empty."""

    code: Code
    line: int
    message: str
    finding: str = ""

    @property
    def level(self) -> ProblemLevel:
        """How much it weighs."""
        return self.code.level


@dataclass(frozen=True, slots=True)
class Span:
    """Lines of the record, 0-based, `end` excluded."""

    start: int
    end: int


NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One answer. `ref`, `note`, `to` and `justification` are empty where it has none; `line` is 1-based."""

    status: Status
    by: str
    ref: str = ""
    note: str = ""
    to: str = ""
    justification: str = ""
    extra: Extra = ()
    line: int = field(default=0, compare=False)

    @property
    def human(self) -> bool:
        """True when a person decided."""
        return self.by.startswith(HUMAN) and bool(self.by.removeprefix(HUMAN).strip())


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedFinding:
    """One finding. `raised_by` is empty where the record does not say it, else it starts with the finding's own role.

    `history` has at least one entry. `span` covers heading and block, `block` the YAML between its fences.
    """

    id: str
    title: str
    severity: Level
    confidence: Level
    location: str
    evidence: str
    recommendation: str
    history: tuple[Entry, ...]
    category: str = ""
    raised_by: tuple[str, ...] = ()
    signature: str = ""
    extra: Extra = ()
    span: Span = field(default=NOWHERE, compare=False)
    block: Span = field(default=NOWHERE, compare=False)

    @property
    def role(self) -> str:
        """The role that owns it and checks the answers."""
        return split_id(self.id)[0]

    @property
    def roles(self) -> tuple[str, ...]:
        """Every role that raised it, its own first."""
        return self.raised_by or (self.role,)

    @property
    def status(self) -> Status:
        """What the last entry says."""
        return self.history[-1].status

    @property
    def line(self) -> int:
        """The 1-based line of its heading."""
        return self.span.start + 1


@dataclass(frozen=True, slots=True)
class Broken:
    """A finding that cannot be read; the problems of the record say why. `id` is empty when even that is unknown."""

    id: str
    title: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleSection:
    """What one role says in one step. `fallback` is the reason for which it reviewed inline, or empty."""

    role: str
    findings: tuple[RecordedFinding, ...] = ()
    broken: tuple[Broken, ...] = ()
    fallback: str = ""
    no_finding: bool = False
    disabled: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step. `summarized` are the texts of its lines of that name, one for each file that was not shown whole."""

    name: StepName
    roles: tuple[RoleSection, ...] = ()
    run_style: RunStyle | None = None
    summarized: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)

    def role(self, name: str) -> RoleSection | None:
        """The section of the role `name`, or None."""
        return next((section for section in self.roles if section.role == name), None)


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record, steps in the order of the file. One of a newer `format` has no steps: nothing in it is understood."""

    format: int = FORMAT
    steps: tuple[Step, ...] = ()

    def step(self, name: StepName) -> Step | None:
        """The step `name`, or None."""
        return next((step for step in self.steps if step.name is name), None)

    def findings(self) -> Iterator[tuple[Step, RecordedFinding]]:
        """Every finding that can be read, with its step, in the order of the file."""
        for step in self.steps:
            for section in step.roles:
                for finding in section.findings:
                    yield step, finding

    def find(self, id: str) -> RecordedFinding | None:  # noqa: A002 - the word of the record
        """The finding named exactly `id`, or None."""
        return next((finding for _, finding in self.findings() if finding.id == id), None)


def split_id(id: str) -> tuple[str, int]:  # noqa: A002 - the word of the record
    """Role and number of `R-<role>-<number>`; ("", 0) for a text that is no id."""
    match = _ID.fullmatch(id)
    return (match["role"], int(match["number"])) if match else ("", 0)
