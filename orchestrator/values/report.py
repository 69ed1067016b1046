"""The report: everything a reporter needs. Reporters compute nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from orchestrator.values.analysis import GateResult, Probe, ToolRun
from orchestrator.values.change import Change
from orchestrator.values.finding import Confidence, Finding, Severity
from orchestrator.values.fixrun import FixRun
from orchestrator.values.mode import ModeRun
from orchestrator.values.outcome import Outcome
from orchestrator.values.roster import Roster
from orchestrator.values.turn import EngineInfo, Usage


class Verdict(StrEnum):
    """`none` means nobody can say; it is never a pass."""

    PASS = "pass"  # noqa: S105
    WARN = "warn"
    FAIL = "fail"
    NONE = "none"


class Health(StrEnum):
    """Overall health of the change."""

    HEALTHY = "healthy"
    NEEDS_ATTENTION = "needs-attention"
    CRITICAL = "critical"


@dataclass(frozen=True, slots=True, kw_only=True)
class TopFinding:
    """All that was said about one exact (file, line): strongest severity, every message."""

    severity: Severity
    confidence: Confidence
    agents: tuple[str, ...]
    file: str
    line: int
    message: str
    messages: tuple[str, ...]
    suggested_fix: str


@dataclass(frozen=True, slots=True)
class Totals:
    """Counted findings by severity; withheld and suppressed ones are not among them."""

    errors: int = 0
    warnings: int = 0
    suggestions: int = 0


@dataclass(frozen=True, slots=True)
class ExpiringRisk:
    """An accepted risk that has expired (`expired`) or will within 30 days; `expires` is an ISO date."""

    id: str
    owner: str
    expires: str
    expired: bool


@dataclass(frozen=True, slots=True)
class GateState:
    """Whether the gate file was written, and why or why not; `rule` is a stable name for the reason."""

    written: bool
    reason: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One finished run. `timestamp` is ISO 8601 UTC; `notices` are lines a reader must not miss.

    `static_count` is the number of merged tool results, `static_left_out` how many of them the lenses were not shown.
    `mode` is there when a single reviewer ran under a mode, and None for the panel;
    `fixes` when findings were fixed. `probes` are optional tools that were looked for. `routes` holds the lenses that another engine than `engine` was asked about, with that engine.
    """

    timestamp: str
    change: Change
    trust: str
    engine: EngineInfo
    roster: Roster
    gates: tuple[GateResult, ...]
    tools: tuple[ToolRun, ...]
    static_count: int
    outcomes: tuple[Outcome, ...]
    findings: tuple[Finding, ...]
    top: tuple[TopFinding, ...]
    totals: Totals
    health: Health
    overall: Verdict
    verdict: Verdict
    verdict_reasons: tuple[str, ...]
    audit: tuple[str, ...]
    risks: tuple[ExpiringRisk, ...]
    notices: tuple[str, ...]
    context_strategy: str
    gate: GateState
    usage: Usage = Usage()
    static_left_out: int = 0
    redactions: int = 0
    escalated: bool = False
    summary: str = ""
    probes: tuple[Probe, ...] = ()
    routes: Mapping[str, EngineInfo] = field(default_factory=lambda: MappingProxyType({}))
    mode: ModeRun | None = None
    fixes: FixRun | None = None

    @property
    def preflight_passed(self) -> bool:
        """False when a gate stopped the run."""
        return all(gate.status != "fail" for gate in self.gates)
