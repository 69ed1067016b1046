"""The parts of the prose report that are about what was not looked at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from orchestrator.report.document import Block, Code, Line, Paragraph, Section, Table
from orchestrator.report.safe import brief
from orchestrator.report.words import plural
from orchestrator.values.outcome import Failed, Skipped
from orchestrator.values.report import Report
from orchestrator.values.turn import OmissionKind

GAPS_SHOWN = 40
ALL_SHOWN = 1000
LENSES_NAMED = 4
FILES_NAMED = 3

Row = tuple[Line, ...]

_SEVERAL = ("Lens", "These lenses were asked and gave no valid result. What they look for was not reviewed.")
_ALONE = ("Reviewer", "The reviewer gave no valid result. What it looks for was not reviewed.")


@dataclass(frozen=True, slots=True)
class _Gap:
    """A file that somebody did not see, or not all of it; no lenses means that the run as a whole left it out."""

    file: str
    kind: str
    reason: str
    lenses: str

    @property
    def incomplete(self) -> bool:
        return self.kind in {OmissionKind.UNREAD, OmissionKind.BUDGET}


def unreviewed_section(report: Report) -> Section | None:
    """Gaps in this review: who was asked and never gave a valid answer, which files had to be read and were not."""
    failed = [outcome for outcome in report.outcomes if isinstance(outcome, Failed)]
    blocks: list[Block] = []
    if failed:
        rows: tuple[Row, ...] = tuple(
            ((one.agent,), (failure_words(one),), (str(one.attempts),), (brief(one.error),), (str(len(one.files)),))
            for one in failed
        )
        who, intro = _SEVERAL if report.mode is None else _ALONE
        blocks.extend((Paragraph((intro,)), Table((who, "Failure", "Attempts", "Error", "Files"), rows)))
    unread = [gap for gap in _gaps(report) if gap.incomplete]
    if unread:
        table = _gap_table(unread, named=GAPS_SHOWN) if report.mode is None else _all_gaps(unread)
        blocks.extend((Paragraph(("These files had to be read and were not.",)), table))
    return Section("Not reviewed", tuple(blocks)) if blocks else None


def left_out(report: Report) -> Table | None:
    """What was left out and may be: it does not cost the verdict. For a mode all files, a line each."""
    rest = [gap for gap in _gaps(report) if not gap.incomplete]
    if not rest:
        return None
    return _gap_table(rest, named=FILES_NAMED) if report.mode is None else _all_gaps(rest)


def missed_files(report: Report) -> tuple[tuple[str, str], ...]:
    """(file, reason) of what was not shown whole or not at all, each file once, by file."""
    reasons: dict[str, str] = {}
    for gap in _gaps(report):
        reasons.setdefault(gap.file, gap.reason)
    return tuple(reasons.items())


def _all_gaps(gaps: Sequence[_Gap]) -> Table:
    rows: list[Row] = [((Code(gap.file),), (gap.kind,), (brief(gap.reason),)) for gap in gaps]
    return Table(("File", "Kind", "Because"), tuple(rows[:ALL_SHOWN]), more=len(rows[ALL_SHOWN:]))


def _gap_table(gaps: Sequence[_Gap], named: int) -> Table:
    """One row for each reason, so that a rule that concerns sixty files is read once."""
    files: dict[tuple[str, str, str], list[str]] = {}
    for gap in gaps:
        files.setdefault((gap.kind, gap.reason, gap.lenses), []).append(gap.file)
    rows: list[Row] = [
        (_names(paths, named), (kind,), (brief(reason),), (lenses,)) for (kind, reason, lenses), paths in files.items()
    ]
    return Table(("Files", "Kind", "Because", "Left out for"), tuple(rows[:GAPS_SHOWN]), more=len(rows[GAPS_SHOWN:]))


def _names(files: Sequence[str], limit: int) -> Line:
    shown = files[:limit]
    line: Line = tuple(span for file in shown for span in (", ", Code(file)))[1:]
    return (*line, f" and {len(files) - len(shown)} more") if len(files) > len(shown) else line


def _gaps(report: Report) -> list[_Gap]:
    """One for each file and reason, by file, however many lenses it concerns."""
    lenses: dict[tuple[str, str, str], list[str]] = {}
    for outcome in report.outcomes:
        for gap in () if isinstance(outcome, Skipped) else outcome.omissions:
            lenses.setdefault((gap.file, gap.kind.value, gap.reason), []).append(outcome.agent)
    for left in report.change.left_out:
        lenses.setdefault((left.path, left.kind, left.reason), [])
    asked = sum(not isinstance(outcome, Skipped) for outcome in report.outcomes)
    return [_Gap(*key, _for_whom(agents, asked)) for key, agents in sorted(lenses.items())]


def _for_whom(agents: Iterable[str], asked: int) -> str:
    names = list(dict.fromkeys(agents))
    if not names:
        return "the whole run"
    if len(names) == asked and asked > 1:
        return "every lens"
    return ", ".join(names) if len(names) <= LENSES_NAMED else plural(len(names), "lens")


def failure_words(outcome: Failed) -> str:
    """Why there is no result, in a few words."""
    return f"{outcome.kind.value}, {outcome.shape.value} reply" if outcome.shape else outcome.kind.value
