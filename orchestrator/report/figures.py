"""What the rows of many reviews say together: counts and shares, and nothing that the rows cannot support."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from orchestrator.report.metrics import Purpose, RoundOutcome

Row = Mapping[str, Any]


class Event(NamedTuple):
    """One row of the evidence ledger, as far as counting needs it. `kind` and `status` are the row's own words."""

    kind: str
    subject: str = ""
    agent: str = ""
    status: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """What was read, each stream in the order in which it was written."""

    rounds: Sequence[Row] = ()
    events: Sequence[Event] = ()
    bypasses: Sequence[Row] = ()
    overrides: Sequence[Row] = ()


@dataclass(frozen=True, slots=True)
class Broken:
    """A line that is no row; `line` counts from 1. Nothing of what it holds is repeated."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """What became of one file. `state` is `read`, `empty`, `missing` or `unreadable`, the last with a `reason`.

    `rows` counts those that are counted, `older` those before the time that was asked for. `broken` names the first
    lines that are no rows, of `broken_count` in all.
    """

    file: str
    state: str
    reason: str = ""
    rows: int = 0
    older: int = 0
    broken: tuple[Broken, ...] = ()
    broken_count: int = 0


@dataclass(frozen=True, slots=True)
class Recorded:
    """All streams. `chain` says why the evidence ledger is not believed by the gate, and is empty when it is."""

    rows: Rows
    streams: tuple[Stream, ...]
    chain: str


class Share(NamedTuple):
    """A share between 0 and 1 that the rows only bound: the two are equal where they say it exactly."""

    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Churn:
    """Errors and warnings found new in rounds after a fix, and how many of them stand where the fix was made.

    A row says how many of all new findings stand there, suggestions included, hence `least` and `most`. `rounds` are
    those after the first, `pure` those of them in which every new error and warning certainly stands there.
    """

    rounds: int = 0
    pure: int = 0
    new: int = 0
    least: int = 0
    most: int = 0

    @property
    def share(self) -> Share | None:
        """The churn ratio; None when no error or warning was found new after a fix."""
        return Share(self.least / self.new, self.most / self.new) if self.new else None


@dataclass(frozen=True, slots=True)
class Activity:
    """All rounds of one purpose. `dispatches` counts each lens of each round; the findings are the new ones."""

    rounds: int = 0
    dispatches: int = 0
    errors: int = 0
    warnings: int = 0
    suggestions: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LensYield:
    """One lens: how often it was dispatched for what purpose (from the rounds), and how it ended (from the evidence).

    The two differ: reviews that can never open the gate leave no evidence.
    """

    lens: str
    dispatched: Mapping[Purpose, int]
    finished: int
    with_findings: int
    failed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GateFigures:
    """Verdicts by the subject they are about, and what went around the gate.

    `repeated` are subjects with more than one verdict: the same bytes were reviewed again. `improved` and `worsened`
    count verdicts that differ from the one before on the same subject. `bypassed_again` and `forced_again` are branches
    on which that happened more than once.
    """

    verdicts: Mapping[str, int]
    subjects: int = 0
    repeated: int = 0
    improved: int = 0
    worsened: int = 0
    exemptions: int = 0
    bypasses: int = 0
    bypassed_branches: int = 0
    bypassed_again: int = 0
    overrides: int = 0
    forced_branches: int = 0
    forced_again: int = 0

    @property
    def recidivism(self) -> float | None:
        """The share of subjects that were reviewed more than once; None without any."""
        return self.repeated / self.subjects if self.subjects else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Everything that is counted. `by_round` counts rounds by their number, 1 being the first panel of a review."""

    reviews: int = 0
    by_round: Mapping[int, int] = field(default_factory=dict)
    outcomes: Mapping[RoundOutcome, int] = field(default_factory=dict)
    churn: Churn = field(default_factory=Churn)
    purposes: Mapping[Purpose, Activity]
    lenses: tuple[LensYield, ...] = ()
    gate: GateFigures


def figures(rows: Rows) -> Figures:
    """The figures of `rows`, which have been checked against their schemas."""
    rounds = rows.rounds
    return Figures(
        reviews=sum(row["round"] == 1 and row["dispatch_purpose"] == Purpose.DISCOVERY for row in rounds),
        by_round=dict(sorted(Counter(int(row["round"]) for row in rounds).items())),
        outcomes={one: sum(row["outcome"] == one for row in rounds) for one in RoundOutcome},
        churn=_churn([row for row in rounds if row["round"] > 1]),
        purposes={one: _activity([row for row in rounds if row["dispatch_purpose"] == one]) for one in Purpose},
        lenses=_lenses(rounds, rows.events),
        gate=_gate(rows),
    )


def _churn(rounds: Sequence[Row]) -> Churn:
    pure = new = least = most = 0
    for row in rounds:
        counts = row["severity_breakdown"]
        grave, there = counts["errors"] + counts["warnings"], row["fix_provenance_new"]
        certain = min(max(there - counts["suggestions"], 0), grave)
        pure += 0 < grave == certain
        new, least, most = new + grave, least + certain, most + min(there, grave)
    return Churn(len(rounds), pure, new, least, most)


def _activity(rounds: Sequence[Row]) -> Activity:
    found: Counter[str] = Counter()
    for row in rounds:
        found.update(row["severity_breakdown"])
    dispatches = sum(len(row["agents_run"]) for row in rounds)
    return Activity(len(rounds), dispatches, found["errors"], found["warnings"], found["suggestions"])


def _lenses(rounds: Sequence[Row], events: Sequence[Event]) -> tuple[LensYield, ...]:
    dispatched = Counter((agent, Purpose(row["dispatch_purpose"])) for row in rounds for agent in row["agents_run"])
    finished = Counter(one.agent for one in events if one.kind == "completed")
    found = Counter(one.agent for one in events if one.kind == "completed" and one.status in {"warn", "fail"})
    failed = Counter(one.agent for one in events if one.kind == "dispatch-failure")
    names = {agent for agent, _ in dispatched} | {*finished, *failed}
    return tuple(
        LensYield(
            lens=name,
            dispatched={one: dispatched[name, one] for one in Purpose},
            finished=finished[name],
            with_findings=found[name],
            failed=failed[name],
        )
        for name in sorted(names)
    )


def _gate(rows: Rows) -> GateFigures:
    by_subject: dict[str, list[str]] = {}
    for event in rows.events:
        if event.kind == "verdict":
            by_subject.setdefault(event.subject, []).append(event.status)
    turns = [pair for statuses in by_subject.values() for pair in pairwise(statuses)]
    bypassed, forced = (Counter(str(row["branch"]) for row in one) for one in (rows.bypasses, rows.overrides))
    return GateFigures(
        verdicts=dict(sorted(Counter(one for statuses in by_subject.values() for one in statuses).items())),
        subjects=len(by_subject),
        repeated=sum(len(statuses) > 1 for statuses in by_subject.values()),
        improved=sum(not _opens(before) and _opens(after) for before, after in turns),
        worsened=sum(_opens(before) and not _opens(after) for before, after in turns),
        exemptions=sum(event.kind == "exempt" for event in rows.events),
        bypasses=len(rows.bypasses),
        bypassed_branches=len(bypassed),
        bypassed_again=sum(count > 1 for count in bypassed.values()),
        overrides=len(rows.overrides),
        forced_branches=len(forced),
        forced_again=sum(count > 1 for count in forced.values()),
    )


def _opens(status: str) -> bool:
    return status in {"pass", "warn"}
