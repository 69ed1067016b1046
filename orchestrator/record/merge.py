"""Findings of a run into the record: nothing twice, no id reused, and no byte changed that is not about them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from orchestrator.record.candidate import Candidate, Recorder, one_line
from orchestrator.record.edit import apply, write_findings
from orchestrator.record.evidence import Files, Read
from orchestrator.record.model import (
    Code,
    Entry,
    ProblemLevel,
    Record,
    RecordedFinding,
    RunStyle,
    Status,
    StepName,
    split_id,
)
from orchestrator.record.parse import Parsed, parse
from orchestrator.record.print import HEAD
from orchestrator.record.sameness import Recorded, is_claimed, merged
from orchestrator.record.sections import section_edits
from orchestrator.record.transitions import Refusal, answer
from orchestrator.values.finding import Finding

# An id may be mentioned where its finding is gone. A mention beyond six digits is no id that was ever given.
_MENTION = re.compile(r"\bR-([A-Za-z0-9][A-Za-z0-9_-]{0,63})-([1-9]\d{0,5})(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """What is added to one step. `roles` are the roles that completed, each with what it found, nothing included.

    `summarized` has one text for each file that was not shown whole: its path and the reason. `review` says which
    review it was, such as its day and commit.
    """

    step: StepName
    roles: Mapping[str, Sequence[Finding]]
    run_style: RunStyle = RunStyle.ISOLATED
    summarized: Sequence[str] = ()
    review: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """The new text of the record. `written` are new findings, `again` ids of recorded ones that were found again.

    `reopened` are those of them whose fix was claimed and not verified: their role says that they are still there.
    `shared` are ids of recorded findings that another role raised as well. `left_out` could not be recorded, each with
    the reason: they must be told in another way.
    """

    text: str
    written: tuple[RecordedFinding, ...]
    again: tuple[str, ...]
    reopened: tuple[str, ...]
    shared: tuple[str, ...]
    left_out: tuple[tuple[Finding, str], ...]


def add(parsed: Parsed | None, addition: Addition, *, read: Read, change_folder: str = "") -> Added | Refusal:
    """The record with `addition`; `parsed` is None when there is none yet. `read` gives files as they are now.

    Findings that do not count are not recorded. A record that cannot be read whole is refused, and so is one into
    which the findings cannot be written such that they are read back as they are.
    """
    base = parsed or parse(HEAD)
    refusal = _unreadable(base)
    if refusal:
        return refusal
    files = Files(read)
    recorder = Recorder(addition.step, files, change_folder)
    candidates: list[Candidate] = []
    left_out: list[tuple[Finding, str]] = []
    for role, finding in _counting(addition.roles):
        candidate = recorder.candidate(role, finding)
        if isinstance(candidate, str):
            left_out.append((finding, candidate))
        else:
            candidates.append(candidate)
    known = _spoken_for(candidates, Recorded(base.record, addition.step, change_folder, files).match(candidates))
    again = _joined(candidates, known)
    reopened = {id: _reopened(one, addition.review) for id, one in again.items() if is_claimed(one)}  # noqa: A001 - the record's word
    again |= reopened
    fresh = [candidate for candidate, old in zip(candidates, known, strict=True) if old is None]
    written = _numbered(merged(fresh), base)
    changed = {id: one for id, one in again.items() if one != base.record.find(id)}  # noqa: A001 - the record's word
    text = _write(base, addition, changed, written)
    if isinstance(text, Refusal):
        return text
    roles = {one.id: one.roles for _, one in base.record.findings()}
    joined = (key for key, one in changed.items() if one.roles != roles[key])
    return Added(
        text=text,
        written=tuple(written),
        again=tuple(again),
        reopened=tuple(reopened),
        shared=tuple(joined),
        left_out=tuple(left_out),
    )


def _unreadable(parsed: Parsed) -> Refusal | None:
    error = next((one for one in parsed.problems if one.level is ProblemLevel.ERROR), None)
    return Refusal(error.code, f"line {error.line} of the record: {error.message}") if error else None


def _counting(roles: Mapping[str, Sequence[Finding]]) -> Iterator[tuple[str, Finding]]:
    for role, findings in roles.items():
        yield from ((role, finding) for finding in findings if finding.counts)


def _spoken_for(
    candidates: Sequence[Candidate], known: Sequence[RecordedFinding | None]
) -> list[RecordedFinding | None]:
    """`known` without findings whose fix was claimed, unless their own role found them again: nobody else sends one back."""
    pairs = [(candidate, old) for candidate, old in zip(candidates, known, strict=True) if old is not None]
    own = {old.id for candidate, old in pairs if candidate.role == old.role}
    return [None if old is not None and is_claimed(old) and old.id not in own else old for old in known]


def _reopened(finding: RecordedFinding, review: str) -> RecordedFinding:
    note = f"Found again by the review of {review}." if review else "Found again by a later review."
    after = answer(finding, Entry(status=Status.OPEN, by=finding.role, note=note))
    return finding if isinstance(after, Refusal) else after


def _joined(candidates: Sequence[Candidate], known: Sequence[RecordedFinding | None]) -> dict[str, RecordedFinding]:
    """The recorded findings that were found again, by id, naming every role that has raised them."""
    again: dict[str, RecordedFinding] = {}
    for candidate, old in zip(candidates, known, strict=True):
        if old is not None:
            now = again.get(old.id, old)
            more = () if candidate.role in now.roles else (candidate.role,)
            again[old.id] = replace(now, raised_by=(*now.roles, *more)) if more else now
    return again


def _numbered(candidates: Sequence[Candidate], parsed: Parsed) -> list[RecordedFinding]:
    """The candidates with their ids: for each role the next number that its findings never had."""
    highest: dict[str, int] = {}
    mentions = [(match[1], int(match[2])) for match in _MENTION.finditer(parsed.text)]
    for role, number in (*mentions, *(split_id(one.id) for _, one in parsed.record.findings())):
        highest[role] = max(highest.get(role, 0), number)
    found = []
    for candidate in sorted(candidates, key=lambda one: (*one.strength, one.place.path, one.lines.first)):
        number = highest[candidate.role] = highest.get(candidate.role, 0) + 1
        found.append(replace(candidate.finding, id=f"R-{candidate.role}-{number}"))
    return found


def _write(
    base: Parsed, addition: Addition, changed: Mapping[str, RecordedFinding], written: Sequence[RecordedFinding]
) -> str | Refusal:
    try:
        current = parse(write_findings(base, tuple(changed.values()))) if changed else base
    except ValueError as error:
        return Refusal(Code.INVALID, str(error))
    by_role: dict[str, list[RecordedFinding]] = {role: [] for role in addition.roles}
    for finding in written:
        by_role[finding.role].append(finding)
    said = tuple(dict.fromkeys(one_line(text) for text in addition.summarized))
    text = apply(current.lines, section_edits(current, addition.step, by_role, addition.run_style, said))
    if text == base.text:
        return text
    after = parse(text)
    if _unreadable(after) or not _holds(after.record, current.record, written):
        return Refusal(Code.INVALID, "the findings cannot be written into this record such that they are read back")
    return text


def _holds(after: Record, before: Record, written: Sequence[RecordedFinding]) -> bool:
    expected = {one.id: one for one in (*(finding for _, finding in before.findings()), *written)}
    return {finding.id: finding for _, finding in after.findings()} == expected
