"""A run into the record of a change."""

from dataclasses import dataclass
from typing import NamedTuple

from orchestrator.errors import ConfigurationError, NoVerdictError, UsageError
from orchestrator.record.merge import Added, Addition, add
from orchestrator.record.model import ProblemLevel, RecordedFinding, StepName
from orchestrator.record.parse import Parsed, parse
from orchestrator.record.run_outcome import RunOutcome
from orchestrator.record.transitions import Refusal
from orchestrator.record.unanswered import UNANSWERED, with_unanswered
from orchestrator.system.record_file import update
from orchestrator.values.finding import Finding
from orchestrator.values.record_place import ARCHIVE, RECORD
from orchestrator.wiring.record import RecordProject


class LeftOut(NamedTuple):
    """A finding that cannot be recorded, and why."""

    finding: Finding
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """What was written to the record at `path`: new findings, and ids of those that were found again, reopened or joined."""

    path: str
    changed: bool
    written: tuple[RecordedFinding, ...]
    again: tuple[str, ...]
    reopened: tuple[str, ...]
    shared: tuple[str, ...]
    left_out: tuple[LeftOut, ...]


def check_fit(project: RecordProject, name: str) -> None:
    """Raises before anybody is asked: for an unsafe name or one that is used up, and for a record that nothing can be
    added to."""
    folder = project.folder_of(name)
    data = project.read(f"{folder}/{RECORD}")
    if data is None:
        _check_unused(project, name)
    else:
        _parsed(project, name, data)


def record_run(project: RecordProject, name: str, outcome: RunOutcome) -> Started:
    """Adds `outcome` to the record of the change `name`, which is made when there is none.

    Raises NoVerdictError when nobody was asked, UsageError for the name of an archived change, ConfigurationError for a record that cannot be added to, StateError for
    one that cannot be written.
    """
    if not (outcome.completed or outcome.failed):
        raise NoVerdictError(
            f"nobody reviewed this, so there is nothing to record: {'; '.join(outcome.gaps) or 'no role was chosen'}"
        )
    folder = project.folder_of(name)
    done: list[Added] = []

    def change(before: bytes | None) -> bytes:
        if before is None:
            _check_unused(project, name)
        parsed = _parsed(project, name, before)
        added = add(
            parsed,
            Addition(step=StepName.CODE, roles=outcome.completed, summarized=outcome.summarized, review=outcome.review),
            read=project.read,
            change_folder=folder,
        )
        if isinstance(added, Refusal):
            raise _unwritten(f"{folder}/{RECORD}", added.reason, name, is_new=before is None)
        done[:] = [added]
        noted = outcome.failed or UNANSWERED in added.text
        text = added.text
        if noted:
            text = with_unanswered(parse(text), StepName.CODE, outcome.failed, outcome.completed)
        return text.encode("utf-8")

    changed = update(project.top, f"{folder}/{RECORD}", change)
    added = done[0]
    return Started(
        path=f"{folder}/{RECORD}",
        changed=changed,
        written=added.written,
        again=added.again,
        reopened=added.reopened,
        shared=added.shared,
        left_out=tuple(LeftOut(*one) for one in added.left_out),
    )


def _check_unused(project: RecordProject, name: str) -> None:
    """UsageError where a change called `name` was closed and archived: its ids would be given a second time."""
    archived = f"{project.rules.folder}/{ARCHIVE}/{name}"
    if (project.top / archived).exists():
        raise UsageError(
            f"{name} was closed before, and is archived in {archived}",
            hint="give the new change another name, or move the old folder back to go on with it",
        )


def _parsed(project: RecordProject, name: str, data: bytes | None) -> Parsed | None:
    """The record that is added to. ConfigurationError for one whose form is broken."""
    if data is None:
        return None
    path = f"{project.folder_of(name)}/{RECORD}"
    try:
        parsed = parse(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _unfit(path, "it is not UTF-8 text", name) from error
    problem = next((one for one in parsed.problems if one.level is ProblemLevel.ERROR), None)
    if problem is not None:
        raise _unfit(path, f"line {problem.line}: {problem.message}", name)
    return parsed


def _unwritten(path: str, reason: str, name: str, *, is_new: bool) -> ConfigurationError:
    if not is_new:
        return _unfit(path, reason, name)
    return ConfigurationError(f"{path} was not made: {reason}", hint="mend the report that --from names, if it is one")


def _unfit(path: str, reason: str, name: str) -> ConfigurationError:
    hint = f"mend it first, see `code-review record validate --change {name}`"
    return ConfigurationError(f"{path} cannot be added to: {reason}", hint=hint)
