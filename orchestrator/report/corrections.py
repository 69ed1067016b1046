"""Correction prompts: one JSON file for each remaining issue, for a person or an agent that puts things right."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from orchestrator.errors import StateError
from orchestrator.report.boundary import check
from orchestrator.report.safe import visible
from orchestrator.report.scrub import scrub
from orchestrator.system.files import write_atomic
from orchestrator.values.finding import Confidence, Finding, Severity
from orchestrator.values.report import Report

SCHEMA = "code-review-correction/1"
MARKER = "code-review-correction/1"
PRIORITIES = {Severity.ERROR: "high", Severity.WARNING: "medium", Severity.SUGGESTION: "low"}

LARGEST = 1_000_000
"""Bytes of a correction file; a larger one was not written here."""
_SLUG_LIMIT = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """One prompt. `category` is the lens, `files` are relative to the top level, `slug` goes into the file name.

    `finding` is what the prompt was made of, for a program that is to act on it.
    """

    priority: str
    confidence: str
    category: str
    instruction: str
    context: str
    files: tuple[str, ...]
    slug: str
    finding: Finding

    def as_object(self) -> dict[str, object]:
        """The shape of `schemas/correction.json`."""
        return {
            "schema": SCHEMA,
            "marker": MARKER,
            "priority": self.priority,
            "confidence": self.confidence,
            "category": self.category,
            "instruction": self.instruction,
            "context": self.context,
            "affectedFiles": list(self.files),
            "finding": {
                "severity": self.finding.severity.value,
                "file": self.finding.file,
                "line": self.finding.line,
                "endLine": self.finding.end_line,
                "message": self.finding.message,
                "suggestedFix": self.finding.suggested_fix,
                "evidence": self.finding.evidence,
                "category": self.finding.category,
                "rule": self.finding.rule,
            },
        }


def corrections(report: Report) -> tuple[Correction, ...]:
    """One for each finding that counts and that its reviewer is sure enough of, the most urgent first.

    None for what a mode recorded: it is no work order, and what to do about it is for a person to say.
    """
    chosen = [one for one in scrub(report).findings if one.counts and _sure(one)]
    return tuple(_correction(one) for one in sorted(chosen, key=lambda one: (one.severity.rank, one.file, one.line)))


def write_corrections(directory: Path, given: Sequence[Correction]) -> int:
    """Replaces the correction files of an earlier run by `given`; returns how many were written.

    Only files that carry our marker are removed, and nothing is followed through a symbolic link. The folder is made
    when it is needed. Raises StateError when the folder cannot be used.
    """
    if directory.is_symlink():
        raise StateError(f"{directory.name}/ is a symbolic link; corrections are not written through it")
    try:
        for stale in _ours(directory):
            stale.unlink(missing_ok=True)
        for number, correction in enumerate(given, start=1):
            directory.mkdir(parents=True, exist_ok=True)
            write_atomic(_free(directory, f"{number:03d}-{correction.slug}"), _bytes(correction.as_object()))
    except OSError as error:
        raise StateError(f"cannot write corrections to {visible(str(directory))}: {error.strerror}") from error
    return len(given)


def _sure(finding: Finding) -> bool:
    return finding.confidence is not Confidence.NONE and finding.detail is None


def _correction(finding: Finding) -> Correction:
    last = finding.end_line if finding.end_line and finding.end_line > finding.line else None
    lines = f"lines {finding.line} to {last}" if last else f"line {finding.line}"
    fix = finding.suggested_fix.strip() or "Put this right with the smallest change that removes the defect."
    return Correction(
        priority=PRIORITIES[finding.severity],
        confidence=finding.confidence.value,
        category=finding.agent,
        instruction=f"{finding.message.strip()}\n{fix}",
        context=f"{finding.file}, {lines}, {finding.rule_id}\nQuoted from the file:\n{finding.evidence}",
        files=(finding.file,),
        slug=f"{_slug(finding.agent)}-{_slug(f'{Path(finding.file).name}-{finding.line}')}",
        finding=finding,
    )


def _slug(text: str) -> str:
    """Lower-case ASCII letters, digits and dashes: harmless as a part of any file name."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[-_SLUG_LIMIT:].strip("-") or "x"


def _bytes(value: Mapping[str, object]) -> bytes:
    check(value, "correction")
    return (json.dumps(value, indent=2) + "\n").encode("ascii")


def _free(directory: Path, stem: str) -> Path:
    """A name nobody uses: what is still there after the clearing belongs to somebody else."""
    names: Iterable[str] = (f"{stem}{f'-{number}' if number else ''}.json" for number in range(1_000))
    free = next((directory / name for name in names if not _exists(directory / name)), None)
    if free is None:
        raise StateError(f"every file name for a correction is taken in {visible(str(directory))}")
    return free


def _exists(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def _ours(directory: Path) -> Iterator[Path]:
    if not directory.is_dir():
        return
    for path in sorted(directory.glob("*.json")):
        if path.is_file() and not path.is_symlink() and _carries_marker(path):
            yield path


def _carries_marker(path: Path) -> bool:
    if path.stat().st_size > LARGEST:
        return False
    try:
        data = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.get("marker") == MARKER
