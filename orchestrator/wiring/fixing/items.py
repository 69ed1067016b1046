"""Findings on their way through a fix loop, and the fixes that were made for them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from orchestrator.fixloop.difference import fix_of, place_after
from orchestrator.fixloop.triage import FixedFile
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Finding
from orchestrator.values.fix import Proposal
from orchestrator.values.fixrun import FixedFinding, FixState
from orchestrator.values.text import decode_text

HUMAN = "auto-fix failed, human review required"


@dataclass(slots=True, eq=False)
class Item:
    """One finding. `finding` is as it stands now, `reported` as somebody reported it; `chosen` says that a fix may be tried
    for it, `late` that it was found only after fixes."""

    finding: Finding
    chosen: bool = True
    late: bool = False
    state: FixState = FixState.LEFT
    reason: str = "no fixer proposed anything"
    fixer: str = ""
    iteration: int = 0
    reported: Finding = field(init=False)

    def __post_init__(self) -> None:
        self.reported = self.finding

    @property
    def open(self) -> bool:
        """True as long as it stands."""
        return self.state is not FixState.FIXED

    @property
    def todo(self) -> bool:
        """True when a fix may be tried for it."""
        return self.chosen and self.open and self.finding.counts and self.finding.actionable

    @property
    def unforeseen(self) -> bool:
        """True when fixes brought it up and no fix is wanted for it: a person has to decide."""
        return self.late and not self.chosen and self.open and self.finding.counts and self.finding.actionable

    @property
    def set_aside(self) -> bool:
        """True when a fix could have been tried for it from the start and nobody wanted one."""
        return not (self.chosen or self.late) and self.finding.counts and self.finding.actionable

    def became(self, state: FixState, reason: str, *, fixer: str = "", iteration: int = 0) -> None:
        """Notes what happened last."""
        self.state, self.reason = state, reason
        self.fixer = fixer or self.fixer
        self.iteration = iteration or self.iteration

    def told(self, commit: str = "") -> FixedFinding:
        """For the report."""
        return FixedFinding(
            finding=self.finding,
            state=self.state,
            reason=self.reason,
            fixer=self.fixer,
            iteration=self.iteration,
            commit=commit if self.state is FixState.FIXED else "",
        )


@dataclass(frozen=True, slots=True)
class Fix:
    """One proposal that was applied: what each of its files held before and after."""

    proposal: Proposal
    items: tuple[Item, ...]
    files: tuple[FixedFile, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """What it touched."""
        return tuple(one.path for one in self.files)


@dataclass(slots=True)
class Texts:
    """What files held at some moment, by path; None for none."""

    held: dict[str, bytes | None] = field(default_factory=dict)

    def note(self, path: str, data: bytes | None) -> None:
        """Remembers `path` unless it is known."""
        self.held.setdefault(path, data)

    def against(self, now: Mapping[str, bytes | None]) -> tuple[FixedFile, ...]:
        """Every file that differs from what it holds `now`."""
        return tuple(
            FixedFile(path, text_of(before), text_of(now.get(path)))
            for path, before in sorted(self.held.items())
            if before != now.get(path)
        )


def text_of(data: bytes | None) -> str | None:
    """`data` as text, None for nothing and for what is none."""
    return None if data is None else decode_text(data)


def changed_files(files: Iterable[FixedFile]) -> tuple[ChangedFile, ...]:
    """The fix as a change, for whoever asks what it touched."""
    return tuple(fix_of(one.path, one.before, one.after) for one in files)


def shift(items: Iterable[Item], fixed: Iterable[FixedFile]) -> None:
    """Moves findings that a fix has pushed to other lines."""
    texts = {one.path: one for one in fixed}
    for item in items:
        file = texts.get(item.finding.file)
        if file is not None:
            item.finding = moved(item.finding, place_after(file.before, file.after, item.finding.line).start)


def moved(finding: Finding, line: int) -> Finding:
    """`finding` at another line, as long as it was."""
    end = None if finding.end_line is None else finding.end_line + line - finding.line
    return replace(finding, line=line, end_line=end)


def items_of(findings: Sequence[Finding], items: Iterable[Item]) -> tuple[Item, ...]:
    """The items that hold `findings`, which are the very same objects."""
    known = {id(one.finding): one for one in items}
    return tuple(known[id(one)] for one in findings if id(one) in known)
