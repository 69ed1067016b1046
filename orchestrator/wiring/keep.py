"""Stage 7 as a run needs it: the files a review leaves behind, and the audit row of a forced one."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from orchestrator.errors import RepositoryError, StateError
from orchestrator.report.corrections import corrections, write_corrections
from orchestrator.report.files import durable_name, write_durable
from orchestrator.report.markdown import MarkdownReporter
from orchestrator.report.metrics import (
    ReviewRound,
    append_override,
    append_review_value,
    override_row,
    review_value_row,
    round_row,
)
from orchestrator.seams import Clock, Git
from orchestrator.system.files import exclude_own_state
from orchestrator.values.change import Change
from orchestrator.values.report import Report

METRICS = Path(".claude/metrics")
CORRECTIONS = Path("corrections")


@dataclass(frozen=True, slots=True)
class Keeper:
    """Writes below the top level of the repository."""

    git: Git
    clock: Clock

    def audit_override(self, change: Change, reason: str, gates: tuple[str, ...]) -> None:
        """The row of one `--force`. Raises StateError when it cannot be written: a bypass nobody can see is not given."""
        exclude_own_state(self.git)
        row = override_row(branch=self._branch(), reason=reason, files=change.paths, gates=gates, now=self.clock.now())
        append_override(self.git.top / METRICS / "override-audit.jsonl", row, root=self.git.top)

    def keep(self, report: Report, *, durable: bool, prompts: bool) -> tuple[str, ...]:
        """Writes the metrics row (a fix loop has written those of its rounds itself), the durable report and the correction prompts; returns lines for a person.

        None of these files decides anything, so one that cannot be written is such a line and not an error.
        """
        lines = [] if report.fixes else [self._metrics(report)]
        if durable:
            lines.append(self._durable(report))
        if prompts:
            lines.append(self._corrections(report))
        return tuple(line for line in lines if line)

    def _durable(self, report: Report) -> str:
        name = durable_name(report.mode.mode.id if report.mode else "")
        try:
            return write_durable(self.git.top, MarkdownReporter().render(report), name)
        except StateError as error:
            return f"Cannot write {name}: {error.reason}"

    def round(self, one: ReviewRound) -> None:
        """The metrics row of a later round. It decides nothing, so one that cannot be written is done without."""
        with suppress(StateError):
            exclude_own_state(self.git)
            append_review_value(
                self.git.top / METRICS / "review-value.jsonl", round_row(one, self.clock.now()), root=self.git.top
            )

    def _metrics(self, report: Report) -> str:
        path = METRICS / "review-value.jsonl"
        try:
            exclude_own_state(self.git)
            row = review_value_row(report, self.clock.now())
            append_review_value(self.git.top / path, row, root=self.git.top)
        except StateError as error:
            return f"Cannot write {path}: {error.reason}"
        return ""

    def _corrections(self, report: Report) -> str:
        try:
            count = write_corrections(self.git.top / CORRECTIONS, corrections(report))
        except StateError as error:
            return f"Cannot write {CORRECTIONS}/: {error.reason}"
        return f"Correction prompts written: {CORRECTIONS}/ ({count})" if count else ""

    def _branch(self) -> str:
        try:
            return self.git.run("symbolic-ref", "--quiet", "--short", "HEAD").decode("utf-8", "replace").strip()
        except RepositoryError:
            return "(detached)"
