"""An answer into the record, and the end of a change."""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.errors import ConfigurationError, StateError, UsageError
from orchestrator.record.edit import write_finding
from orchestrator.record.model import Code, Entry, ProblemLevel, RecordedFinding
from orchestrator.record.parse import Parsed, parse
from orchestrator.record.standing import Reason, Standing
from orchestrator.record.transitions import Refusal, answer
from orchestrator.system.record_file import refuse_links, update
from orchestrator.values.record_place import ARCHIVE, RECORD
from orchestrator.wiring.record import RecordProject


@dataclass(frozen=True, slots=True)
class Answered:
    """The finding with its answer, in the record at `path` of the change `change`."""

    change: str
    path: str
    finding: RecordedFinding


def change_holding(project: RecordProject, id: str) -> str:  # noqa: A002 - the word of the record
    """The one change whose record holds the finding `id`. Raises UsageError for none, and for several."""
    found, known = [], set()
    unread: list[UsageError] = []
    for name in project.names():
        try:
            data = project.read(f"{project.folder_of(name)}/{RECORD}")
        except UsageError as error:
            # A link of one change is no matter of the others.
            unread.append(error)
            continue
        if data is None:
            continue
        ids = {one.id for _, one in parse(data.decode("utf-8", "replace")).record.findings()}
        known |= ids
        found += [name] if id in ids else []
    if len(found) > 1:
        raise UsageError(f"{id} stands in the records of {', '.join(found)}", hint="say which one with --change NAME")
    if not found and unread:
        raise unread[0]
    if not found:
        raise _unknown(id, "any record", known)
    return found[0]


def record_answer(project: RecordProject, name: str, id: str, entry: Entry) -> Answered:  # noqa: A002 - as above
    """Appends `entry` to the history of the finding `id`; every other byte stays.

    Raises UsageError for an answer that may not be given, ConfigurationError for a record that cannot be written to,
    StateError for one that the file system refuses.
    """
    folder = project.folder_of(name)
    path = f"{folder}/{RECORD}"
    done: list[RecordedFinding] = []

    def change(before: bytes | None) -> bytes | None:
        if before is None:
            return None
        parsed = _parsed(before, path)
        answered = _answered(_finding(parsed, id, path), entry)
        done[:] = [answered]
        try:
            return write_finding(parsed, answered).encode("utf-8")
        except ValueError as error:
            raise ConfigurationError(f"{path}: {error}", hint="write the answer into the file by hand") from error

    if not update(project.top, path, change):
        raise _missing(path, name)
    return Answered(name, path, done[0])


def finding_to_answer(project: RecordProject, name: str, id: str, entry: Entry) -> RecordedFinding:  # noqa: A002 - as above
    """The finding `id` as it is, if `entry` may be given to it; nothing is written. Raises as `record_answer`."""
    path = f"{project.folder_of(name)}/{RECORD}"
    data = project.read(path)
    if data is None:
        raise _missing(path, name)
    finding = _finding(_parsed(data, path), id, path)
    _answered(finding, entry)
    return finding


@dataclass(frozen=True, slots=True)
class Closed:
    """Whether the change may be closed: not with `reasons`. `moved` is where its folder lies now, empty where it was."""

    reasons: tuple[Reason, ...]
    moved: str = ""


def close(project: RecordProject, name: str, *, archive: bool) -> Closed:
    """Checks the whole review and, when nothing is against it and `archive` asks for it, moves the folder.

    Raises UsageError for an unknown or unsafe name and for an archived change of that name, StateError when the folder
    cannot be moved.
    """
    review = project.review(name)
    if review.standing.reasons or not archive:
        return Closed(tuple(_every(review.standing)))
    target = f"{project.rules.folder}/{ARCHIVE}/{name}"
    refuse_links(project.top, target)
    if (project.top / target).exists():
        raise UsageError(f"{target} exists already", hint="move it elsewhere, or leave --archive out")
    try:
        (project.top / target).parent.mkdir(exist_ok=True)
        (project.top / review.folder).rename(project.top / target)
    except OSError as error:
        raise StateError(f"{review.folder} cannot be moved to {target}: {error.strerror}") from error
    return Closed((), target)


def _every(standing: Standing) -> Iterator[Reason]:
    """The reasons against closing, with each problem by itself where `standing` names the first of a kind."""
    errors = [one for one in standing.problems if one.level is ProblemLevel.ERROR]
    kinds = {one.code for one in errors}
    yield from (Reason(one.code, f"line {one.line}: {one.message}" if one.line else one.message) for one in errors)
    yield from (reason for reason in standing.reasons if reason.code not in kinds)


def _finding(parsed: Parsed, id: str, path: str) -> RecordedFinding:  # noqa: A002 - the word of the record
    finding = parsed.record.find(id)
    if finding is None:
        raise _unknown(id, path, {one.id for _, one in parsed.record.findings()})
    return finding


def _answered(finding: RecordedFinding, entry: Entry) -> RecordedFinding:
    answered = answer(finding, entry)
    if isinstance(answered, Refusal):
        raise UsageError(f"{answered.code}: {answered.reason}", hint="see docs/record.md for who may say what")
    return answered


def _missing(path: str, name: str) -> UsageError:
    return UsageError(f"there is no record at {path}", hint=f"code-review record start --change {name}")


def _parsed(data: bytes, path: str) -> Parsed:
    try:
        parsed = parse(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{path} is not UTF-8 text", hint="mend it first") from error
    newer = next((one for one in parsed.problems if one.code is Code.FORMAT_UNSUPPORTED), None)
    if newer is not None:
        raise ConfigurationError(f"{path}: {newer.message}")
    return parsed


def _unknown(id: str, place: str, known: set[str]) -> UsageError:  # noqa: A002 - the word of the record
    near = difflib.get_close_matches(id, sorted(known), n=1)
    return UsageError(
        f"there is no finding {id[:80]} in {place}",
        hint=f"did you mean {near[0]}?" if near else "see `code-review record show --change NAME`",
    )
