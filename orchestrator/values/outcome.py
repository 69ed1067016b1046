"""What became of one dispatched lens: always exactly one of these."""

from dataclasses import dataclass
from enum import StrEnum

from orchestrator.values.finding import Finding
from orchestrator.values.turn import FailureKind, Omission, Usage


class LensStatus(StrEnum):
    """A lens's own verdict."""

    PASS = "pass"  # noqa: S105
    WARN = "warn"
    FAIL = "fail"
    SKIP = "skip"


class ReplyShape(StrEnum):
    """What a reply looked like when it was read."""

    EMPTY = "empty"
    CLEAN = "clean"
    FENCED = "fenced"
    EMBEDDED = "embedded"
    TRUNCATED = "truncated"
    NOT_JSON = "not-json"
    SCHEMA_DRIFT = "schema-drift"


@dataclass(frozen=True, slots=True, kw_only=True)
class LensResult:
    """A reply that satisfied the contract. `notes` records what had to be put right, e.g. a contradicted status."""

    status: LensStatus
    findings: tuple[Finding, ...]
    summary: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplyProblem:
    """A reply that cannot be used: its shape and one line that tells the engine what was wrong."""

    shape: ReplyShape
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Completed:
    """The lens finished with a valid result."""

    agent: str
    result: LensResult
    files: tuple[str, ...]
    tier: str
    model: str = ""
    attempts: int = 1
    usage: Usage = Usage()
    omissions: tuple[Omission, ...] = ()
    engine: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """The lens never gave a valid result: a gap in coverage, never a clean review."""

    agent: str
    kind: FailureKind
    error: str
    files: tuple[str, ...] = ()
    shape: ReplyShape | None = None
    attempts: int = 1
    usage: Usage = Usage()
    omissions: tuple[Omission, ...] = ()
    engine: str = ""


@dataclass(frozen=True, slots=True)
class Skipped:
    """The lens had no file to look at once its payload was built."""

    agent: str
    reason: str


Outcome = Completed | Failed | Skipped
