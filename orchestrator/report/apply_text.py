"""What applying corrections came to, for a person and for a program."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from orchestrator.report.boundary import check
from orchestrator.report.choices import Look, diff_text
from orchestrator.report.columns import wrap
from orchestrator.report.safe import one_line, shorten
from orchestrator.report.scrub import scrub_value
from orchestrator.values.correcting import Corrected, CorrectionState
from orchestrator.values.finding import Finding
from orchestrator.values.text import printable_path

SCHEMA = "code-review-apply-fixes/1"
_BOLD, _FAINT = "1", "2"
_LOOKS = {CorrectionState.APPLIED: "32", CorrectionState.REFUSED: "31", CorrectionState.SKIPPED: "33"}
_LIMIT = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """One call of apply-fixes. `diff` shows what was changed, or would be in a dry run; `tests` what judged the fixes."""

    done: tuple[Corrected, ...]
    dry_run: bool
    engine: str
    tests: str
    diff: str = ""
    notes: tuple[str, ...] = ()

    def of(self, state: CorrectionState) -> tuple[Corrected, ...]:
        """Those that ended so, by file and line; files that are no corrections last."""
        found = [one for one in self.done if one.state is state]
        return tuple(sorted(found, key=_order))


def ended_object(ended: Ended) -> dict[str, Any]:
    """The shape of `schemas/apply-fixes.json`. Raises StateError when it breaks its own schema."""
    value: dict[str, Any] = {
        "schema": SCHEMA,
        "dryRun": ended.dry_run,
        "engine": ended.engine,
        "tests": ended.tests,
        **{state.value: [_object(one) for one in ended.of(state)] for state in CorrectionState},
        "diff": ended.diff,
        "notes": list(ended.notes),
    }
    clean: dict[str, Any] = scrub_value(value)
    check(clean, "apply-fixes")
    return clean


def ended_text(ended: Ended, look: Look) -> str:
    """By what became of them, each correction with its place and the reason; the numbers last."""
    ended = scrub_value(ended)
    words = _words(ended)
    lines: list[str] = []
    for state in CorrectionState:
        found = ended.of(state)
        if found:
            lines += [look.paint(f"{words[state].capitalize()} ({len(found)})", _BOLD)]
            lines += [line for one in found for line in _lines(one, look)] + [""]
    if ended.dry_run and ended.diff:
        lines += [*diff_text(ended.diff, look).splitlines(), ""]
    for note in (*([f"Tests: {ended.tests}."] if ended.tests else []), *ended.notes):
        lines += wrap(one_line(note), look.columns)
    if not ended.done:
        return "There are no corrections to apply.\n"
    numbers = ", ".join(f"{len(ended.of(state))} {words[state]}" for state in CorrectionState)
    lines += [look.paint(text, _BOLD) for text in wrap(f"{numbers}.", look.columns)]
    return "".join(f"{line}\n" for line in lines)


def correction_text(finding: Finding, fixer: str, note: str, look: Look) -> str:
    """One correction as somebody is asked about it."""
    clean = scrub_value(finding)
    told = Corrected(state=CorrectionState.SKIPPED, finding=clean, reason=clean.suggested_fix)
    said = one_line(f"{fixer} proposes a fix{f': {note}' if note else ''}")
    rest = (f"  {line}" for line in wrap(scrub_value(said), look.columns - 2))
    return "".join(f"{line}\n" for line in ("", *_lines(told, look), *rest))


def _words(ended: Ended) -> dict[CorrectionState, str]:
    applied = "would be applied" if ended.dry_run else "applied"
    return {CorrectionState.APPLIED: applied, CorrectionState.REFUSED: "refused", CorrectionState.SKIPPED: "left"}


def _lines(one: Corrected, look: Look) -> Iterator[str]:
    finding = one.finding
    if finding is None:
        yield from _indented(f"{printable_path(one.name)}: {one.reason}", look)
        return
    place = f"{printable_path(finding.file)}:{finding.line}"
    name = finding.rule or finding.category
    said = f"{place} {finding.severity.value}, {finding.agent}{f' ({name})' if name else ''}, confidence {finding.confidence.value}"
    first, *rest = wrap(one_line(said), look.columns - 4)
    yield f"  {look.paint(first, _LOOKS[one.state])}"
    yield from (f"    {line}" for line in rest)
    yield from _indented(shorten(one_line(finding.message), _LIMIT), look, "    ")
    why = f"{one.rule}: {one.reason}" if one.rule else one.reason
    made = f"by {one.fixer}{f': {one.note}' if one.note else ''}" if one.fixer and not one.reason else ""
    files = f"{len(one.also) + 1} files of one correction" if one.also else ""
    for text in filter(None, (why, made, files)):
        yield from (look.paint(line, _FAINT) for line in _indented(shorten(one_line(text), _LIMIT), look, "    "))


def _indented(text: str, look: Look, lead: str = "  ") -> Sequence[str]:
    return [f"{lead}{line}" for line in wrap(one_line(text), look.columns - len(lead))]


def _order(one: Corrected) -> tuple[bool, str, int, str]:
    finding = one.finding
    return finding is None, finding.file if finding else "", finding.line if finding else 0, one.name


def _object(one: Corrected) -> dict[str, Any]:
    finding = one.finding
    return {
        "correction": one.name,
        "also": list(one.also),
        "rule": one.rule,
        "reason": one.reason,
        "fixer": one.fixer,
        "note": one.note,
        "finding": finding
        and {
            "agent": finding.agent,
            "severity": finding.severity.value,
            "confidence": finding.confidence.value,
            "file": finding.file,
            "line": finding.line,
            "message": finding.message,
        },
    }
