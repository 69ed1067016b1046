"""The record of one change as the files around it make it: read, checked, and what it says about closing the change."""

from dataclasses import dataclass

from orchestrator.record.active import CHANGE_FILE, RecordRules, active_roles, never_of
from orchestrator.record.evidence import Read
from orchestrator.record.model import Code, Problem
from orchestrator.record.parse import Parsed, parse
from orchestrator.record.standing import Reason, Standing, standing
from orchestrator.record.validate import Active, validate
from orchestrator.values.record_place import RECORD


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeReview:
    """The review of the change in `folder`. `data` are the bytes of its record, None when there is none.

    `parsed` is None also for a record that is not UTF-8; then `standing` says so. `never` are the roles that the change
    itself turns off.
    """

    folder: str
    data: bytes | None
    parsed: Parsed | None
    active: Active
    standing: Standing
    never: frozenset[str] = frozenset()

    @property
    def path(self) -> str:
        """The path of the record, whether it is there or not."""
        return f"{self.folder}/{RECORD}"


def judge(folder: str, rules: RecordRules, read: Read) -> ChangeReview:
    """The review of the change in `folder`, checked against the files that `read` gives. Raises ConfigurationError.

    Neither git nor the network is used.
    """
    data = read(f"{folder}/{RECORD}")
    never = never_of(read(f"{folder}/{CHANGE_FILE}"), f"{folder}/{CHANGE_FILE}")
    try:
        parsed = parse(data.decode("utf-8")) if data is not None else None
    except UnicodeDecodeError as error:
        line = (data or b"").count(b"\n", 0, error.start) + 1
        return unreadable(folder, "the record is not UTF-8 text", data=data, line=line)
    active = active_roles(rules, never, parsed)
    problems: tuple[Problem, ...] = ()
    if parsed:
        problems = validate(parsed, active=active, read=read, change_folder=folder, known=rules.known)
    stands = standing(parsed, active=active, problems=problems)
    return ChangeReview(folder=folder, data=data, parsed=parsed, active=active, standing=stands, never=never)


def unreadable(folder: str, said: str, *, data: bytes | None = None, line: int = 0) -> ChangeReview:
    """The review in `folder` of which nothing can be read, with the reason as its one problem; `line` is 0 for none."""
    problem = Problem(Code.INVALID, line, said)
    stands = Standing(None, (), (Reason(Code.INVALID, f"line {line}: {said}" if line else said),), (problem,))
    return ChangeReview(folder=folder, data=data, parsed=None, active={}, standing=stands)
