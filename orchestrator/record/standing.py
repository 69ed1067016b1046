"""Where a review stands: who must answer what, what a person must decide, and whether the change may be closed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from orchestrator.record.model import (
    Code,
    Level,
    Problem,
    ProblemLevel,
    RecordedFinding,
    RunStyle,
    Status,
    Step,
    StepName,
)
from orchestrator.record.parse import Parsed
from orchestrator.record.transitions import Actor, Phase, next_actor, tell
from orchestrator.record.validate import Active


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One finding and who must answer it. `shown` is False for one of low confidence that nobody must decide."""

    finding: RecordedFinding
    awaiting: Actor
    to_decide: bool

    @property
    def shown(self) -> bool:
        """Whether it is shown to a person who did not ask for everything."""
        return self.to_decide or self.finding.confidence is not Level.LOW

    @property
    def is_unsettled(self) -> bool:
        """Whether the word that it waits for matters to more than its author."""
        waits = self.awaiting is not Actor.NOBODY
        return waits and (self.finding.severity is Level.HIGH or tell(self.finding).phase is Phase.MAINTAINED)


@dataclass(frozen=True, slots=True)
class RoleRow:
    """One role of a step. `credited` are the ids of the shared findings that stand for its own, all of them merged.

    `broken` are id and title of each finding that cannot be read.
    """

    role: str
    findings: tuple[FindingRow, ...]
    broken: tuple[tuple[str, str], ...]
    credited: tuple[str, ...]
    fallback: str
    no_finding: bool
    disabled: bool


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step as it is recorded."""

    name: StepName
    run_style: RunStyle | None
    summarized: tuple[str, ...]
    roles: tuple[RoleRow, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the change may not be closed."""

    code: Code
    message: str


@dataclass(frozen=True, slots=True)
class Standing:
    """The whole answer. `format` is None when there is no record; without `reasons` the change may be closed."""

    format: int | None
    steps: tuple[StepRow, ...]
    reasons: tuple[Reason, ...]
    problems: tuple[Problem, ...]

    @property
    def may_close(self) -> bool:
        """True when nothing keeps the change from being closed."""
        return not self.reasons

    def rows(self) -> Iterator[tuple[StepName, FindingRow]]:
        """Every finding that can be read, with its step."""
        for step in self.steps:
            for role in step.roles:
                for row in role.findings:
                    yield step.name, row

    @property
    def unsettled(self) -> tuple[FindingRow, ...]:
        """High findings that somebody must still answer or check, and disputes that a person must decide.

        A fix that nobody has verified is one of them. It keeps no change from being closed.
        """
        return tuple(row for _, row in self.rows() if row.is_unsettled)

    @property
    def to_decide(self) -> tuple[RecordedFinding, ...]:
        """What a person must decide: disputes that the reviewer maintained, and every high finding that is open."""
        return tuple(row.finding for _, row in self.rows() if row.to_decide)


def standing(parsed: Parsed | None, *, active: Active, problems: Sequence[Problem] = ()) -> Standing:
    """Where the review stands. `parsed` is None when there is no record; `problems` are those of `validate`."""
    steps = tuple(_step(step) for step in parsed.record.steps) if parsed else ()
    reasons = tuple(_reasons(parsed, active, problems))
    return Standing(parsed.record.format if parsed else None, steps, reasons, tuple(problems))


def _step(step: Step) -> StepRow:
    shared = _shared(step)
    roles = tuple(
        RoleRow(
            role=section.role,
            findings=tuple(_row(finding) for finding in section.findings),
            broken=tuple((one.id, one.title) for one in section.broken),
            credited=() if section.findings or section.broken else tuple(shared.get(section.role, ())),
            fallback=section.fallback,
            no_finding=section.no_finding,
            disabled=section.disabled,
        )
        for section in step.roles
    )
    return StepRow(step.name, step.run_style, step.summarized, roles)


def _shared(step: Step) -> dict[str, list[str]]:
    """By role, the ids of the findings that it raised with another role, under whose name they stand."""
    found: dict[str, list[str]] = {}
    for section in step.roles:
        for finding in section.findings:
            for role in finding.roles[1:]:
                found.setdefault(role, []).append(finding.id)
    return found


def _row(finding: RecordedFinding) -> FindingRow:
    high_and_open = finding.severity is Level.HIGH and finding.status is Status.OPEN
    maintained = tell(finding).phase is Phase.MAINTAINED
    return FindingRow(finding, next_actor(finding), high_and_open or maintained)


def _reasons(parsed: Parsed | None, active: Active, problems: Sequence[Problem]) -> Iterator[Reason]:
    if parsed is None:
        if any(active.values()):
            yield Reason(Code.RECORD_MISSING, "roles are active for this change and there is no review record")
        return
    errors = [one for one in problems if one.level is ProblemLevel.ERROR]
    for code in dict.fromkeys(one.code for one in errors):
        group = [one for one in errors if one.code is code]
        more = f", and {len(group) - 1} more of this kind" if len(group) > 1 else ""
        yield Reason(code, f"{f'line {group[0].line}: ' if group[0].line else ''}{group[0].message}{more}")
    if any(one.code is Code.FORMAT_UNSUPPORTED for one in errors):
        return  # Nothing in it is understood, so nothing can be missing from it.
    for name in StepName:
        if active.get(name) and parsed.record.step(name) is None:
            yield Reason(Code.STEP_MISSING, f"roles are active at {name} and the record has no section for it")
    for _, finding in parsed.record.findings():
        if finding.severity is Level.HIGH and finding.status in {Status.OPEN, Status.DISPUTED}:
            yield Reason(Code.UNRESOLVED, f"{finding.id} is of high severity and {finding.status}")
