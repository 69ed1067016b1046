"""Every check of a record that needs no judgement."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from orchestrator.record.evidence import Files, Read, compare, forms
from orchestrator.record.location import Place, read_location
from orchestrator.record.model import ROLE, Code, Problem, RecordedFinding, Status, Step, StepName
from orchestrator.record.parse import Parsed
from orchestrator.record.transitions import tell
from orchestrator.record.unanswered import unanswered

COMPARED = (Status.OPEN, Status.DISPUTED, Status.ACCEPTED_RISK, Status.DEFERRED)
"""The evidence of any other finding is not compared: its code was meant to change."""

_GONE = (Code.EVIDENCE_NOT_FOUND, Code.LOCATION_MISSING)

Active = Mapping[StepName, Sequence[str]]
"""The roles that are active at each step for the change; a step that is left out has none."""


def validate(
    parsed: Parsed, *, active: Active, read: Read, change_folder: str = "", known: Collection[str] | None = None
) -> tuple[Problem, ...]:
    """All problems of a record in the order of its lines, those of its form included.

    `known` are the names that can be roles of the project; None: any name.
    `read` gives the bytes of a file by its path from the project root, None for one that is not there or may not be
    read; `change_folder` is the folder of the change below the root. Neither git nor the network is used.
    """
    files = Files(read)
    problems = [*parsed.problems]
    for name in StepName:
        problems += _roles(parsed, [step for step in parsed.record.steps if step.name is name], active.get(name, ()))
    problems += _unknown(parsed, known) if known is not None else ()
    for step, finding in parsed.record.findings():
        problems += _raised_by(finding)
        problems += _history(finding)
        problems += _evidence(finding, step, files, change_folder)
    return tuple(sorted(problems, key=lambda one: one.line))


def _roles(parsed: Parsed, steps: Sequence[Step], active: Sequence[str]) -> Iterator[Problem]:
    """`steps` are those of one name: more than one is another problem."""
    present = {section.role: section for step in steps for section in step.roles}
    waiting = {role for step in steps for role in unanswered(parsed, step)}
    for role in dict.fromkeys(active) if steps else ():
        section = present.get(role)
        if section is None:
            message = f"{role} is active at {steps[0].name} and has no section"
            yield Problem(Code.ROLE_MISSING, steps[0].span.start + 1, message)
            continue
        if role in waiting:
            message = f"{role} was asked again and did not complete: its section is of an earlier run"
            yield Problem(Code.ROLE_MISSING, section.span.start + 1, message)
        if section.disabled:
            message = f"{role} is said to be disabled by configuration, and nothing turns it off"
            yield Problem(Code.INVALID, section.span.start + 1, message)


def _unknown(parsed: Parsed, known: Collection[str]) -> Iterator[Problem]:
    """Sections of the code by roles that nobody can be asked as: they are kept, and speak for nobody."""
    for step in parsed.record.steps:
        for section in step.roles if step.name is StepName.CODE else ():
            if section.role not in known:
                message = (
                    f"{section.role} is no lens, no mode and no role of the settings, so its section counts for nothing"
                )
                yield Problem(Code.UNKNOWN_ROLE, section.span.start + 1, message)


def _raised_by(finding: RecordedFinding) -> Iterator[Problem]:
    names = finding.raised_by
    unfit = next((name for name in names if not ROLE.fullmatch(name)), None)
    if unfit is not None:
        yield _problem(finding, Code.INVALID, f"raised_by names {unfit[:80]!r}, which is no role id")
    elif len(set(names)) < len(names):
        yield _problem(finding, Code.INVALID, "raised_by names a role twice")
    elif names and names[0] != finding.role:
        yield _problem(finding, Code.INVALID, f"raised_by does not begin with {finding.role}, the finding's own role")


def _history(finding: RecordedFinding) -> Iterator[Problem]:
    for entry, refusal in tell(finding).faults:
        yield Problem(refusal.code, entry.line, f"{finding.id}: {refusal.reason}", finding.id)


def _evidence(finding: RecordedFinding, step: Step, files: Files, change_folder: str) -> Iterator[Problem]:
    place = read_location(finding.location, step.name, change_folder)
    if not isinstance(place, Place):
        yield _problem(finding, Code.INVALID, place)
        return
    if not forms(finding.evidence):
        yield _problem(finding, Code.INVALID, "the evidence quotes nothing")
        return
    fault = compare(files, place, finding.evidence) if finding.status in COMPARED else None
    if fault:
        code, said = fault
        mended = finding.status is Status.OPEN and code in _GONE
        yield _problem(finding, code, f"{said}; if that is the fix, the answer `fixed` mends this" if mended else said)


def _problem(finding: RecordedFinding, code: Code, message: str) -> Problem:
    return Problem(code, finding.line, f"{finding.id}: {message}", finding.id)
