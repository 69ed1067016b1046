"""Asking the gate: is what stands in this commit what was reviewed, and did the review end well."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from orchestrator.errors import CodeReviewError, RepositoryError
from orchestrator.gate.decide import DOC_ONLY, IGNORED, REVIEW, Case, Refusal, decide, decisive, exemptions
from orchestrator.gate.ledger import Chain, read_chain
from orchestrator.gate.place import Place, key_of, place_of
from orchestrator.gate.policy import policy_digest, policy_records, registered_lenses
from orchestrator.gate.record import RecordState, record_state
from orchestrator.gate.rows import RowKind
from orchestrator.scope.base import default_base, merge_base
from orchestrator.scope.documentation import is_plain_documentation
from orchestrator.scope.raw import RawEntry, parse_raw
from orchestrator.scope.subject import Subject, subject_of
from orchestrator.seams import Git
from orchestrator.values.text import printable_path

NOTHING = "nothing-to-review"
_OTHER = "this branch has no review: what was reviewed last in this work tree is another change"
_NO_BASE = "there is no base branch (looked for origin/HEAD, main and master, here and on origin)"


class GateQuestion(NamedTuple):
    """`commit` and `base` as git understands them; empty: HEAD against the default base."""

    commit: str = ""
    base: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Open, or closed for `rule` with `reason` and the command that mends it; `subject` is empty when there is none."""

    open: bool
    rule: str
    reason: str
    mend: str = ""
    subject: str = ""
    base: str = ""
    commit: str = ""
    notes: tuple[str, ...] = ()


class Asked(NamedTuple):
    """What is asked about: both ends, and the subject between them. `tip` is the commit that the base stands for."""

    base: str
    commit: str
    subject: Subject
    merge_base: str = ""
    tip: str = ""

    @property
    def review(self) -> str:
        """The command that reviews it."""
        return f"code-review --since {self.base}" if self.base else "code-review --since <base>"


def verify(git: Git, question: GateQuestion, now: datetime, environ: Mapping[str, str]) -> Decision:
    """The decision. Never raises: whatever cannot be found out keeps the gate closed."""
    try:
        asked = ask(git, question)
        if not asked.subject.hash:
            return _closed(asked, Refusal(NOTHING if asked.subject.empty else "no-subject", asked.subject.reason))
        place = place_of(git)
        case = case_of(git, place, asked, now, environ)
        refusal, record = decide(case), RecordState()
        if refusal is None:
            record = record_state(git, tip=asked.tip, merge_base=asked.merge_base, commit=asked.commit)
            refusal = record.refusal
    except CodeReviewError as error:
        asked = Asked(question.base, question.commit, Subject(reason=error.reason))
        return _closed(asked, Refusal("no-subject", error.reason, error.hint or REVIEW))
    if refusal is None:
        return Decision(
            open=True,
            rule="reviewed",
            reason=opening_reason(case),
            subject=case.subject,
            base=asked.base,
            commit=asked.commit,
            notes=record.notes,
        )
    if refusal.rule != "subject-changed":
        return _closed(asked, refusal, record.notes)
    if not question.commit and _is_staged(git, question, case.stored):
        return _closed(
            asked, Refusal("subject-changed", "what was reviewed is staged and not committed yet", "git commit")
        )
    return _changed(asked, refusal, _reviewed(place))


def opening_reason(case: Case) -> str:
    """Why a gate that is open is open: somebody reviewed the change, or nobody has to."""
    if decisive(case) is not None:
        return "reviewed as it stands"
    if DOC_ONLY in exemptions(case):
        return "not reviewed: only documentation differs, and that needs no review"
    return "not reviewed: the rules at the base ignore every file that differs"


def ask(git: Git, question: GateQuestion) -> Asked:
    """The subject in question. Raises RepositoryError for a commit or a base that does not exist."""
    return _ask(git, question, lambda commit: commit)


def ask_index(git: Git, question: GateQuestion) -> Asked:
    """The same for what is staged on top of the commit."""
    return _ask(git, question, lambda _: git.run("write-tree").decode("ascii").strip())


def _ask(git: Git, question: GateQuestion, tree: Callable[[str], str]) -> Asked:
    commit = commit_of(git, question.commit or "HEAD")
    base = question.base or default_base(git)
    if not base:
        return Asked("", commit, Subject(reason=_NO_BASE))
    tip = commit_of(git, base)
    found = merge_base(git, base, commit)
    return Asked(base, commit, subject_of(git, found, tree(commit)), found.commit, tip)


def case_of(git: Git, place: Place, asked: Asked, now: datetime, environ: Mapping[str, str]) -> Case:
    """Everything that decides about the subject of `asked`. Raises RepositoryError."""
    tip = asked.tip or commit_of(git, asked.base)
    records = policy_records(git, tip)
    subject = asked.subject
    chain = read_chain(place, subject.hash)
    return Case(
        subject=subject.hash,
        stored=stored_subject(place),
        chain=chain,
        key=key_of(environ),
        lenses=registered_lenses(records),
        policy=policy_digest(records),
        documents_only=documents_only(subject),
        now=now,
        all_ignored=_claims(chain, IGNORED) and _all_ignored(git, tip, subject),
    )


def documents_only(subject: Subject) -> bool:
    """True when nothing but documentation in plain files differs, on either side."""
    return is_plain_documentation(
        (path, mode) for one in subject.records for path in _paths(one) for mode in (one.old_mode, one.new_mode)
    )


def commit_of(git: Git, name: str) -> str:
    """Full id of the commit `name`; RepositoryError when there is none."""
    try:
        found = git.run("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    except RepositoryError as error:
        raise RepositoryError(f"there is no commit called {name!r}") from error
    # Some versions of git print the option back; the id is the last line.
    return found.decode("ascii").split()[-1]


def stored_subject(place: Place) -> str:
    """The first line of the gate file; empty when there is none or when it is a link."""
    with suppress(OSError):
        handle = os.open(place.gate_file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as file:
            return file.readline(256).decode("ascii", "replace").strip()
    return ""


def _claims(chain: Chain, exemption: str) -> bool:
    """True when a row names `exemption`; without one nobody has to find out whether it holds."""
    return any(row.kind is RowKind.EXEMPT and row.rule == exemption for row in chain.rows)


def _all_ignored(git: Git, tip: str, subject: Subject) -> bool:
    # Imported late: hooks ask for a decision all the time, and hardly ever about such a change.
    from orchestrator.gate.ignored import all_ignored  # noqa: PLC0415

    return all_ignored(git, tip, subject)


def _closed(asked: Asked, refusal: Refusal, notes: tuple[str, ...] = ()) -> Decision:
    return Decision(
        open=False,
        rule=refusal.rule,
        reason=refusal.reason,
        mend=asked.review if refusal.mend == REVIEW else refusal.mend,
        subject=asked.subject.hash,
        base=asked.base,
        commit=asked.commit,
        notes=notes,
    )


def _is_staged(git: Git, question: GateQuestion, reviewed: str) -> bool:
    """True when the index is what the gate file stands for."""
    with suppress(CodeReviewError):
        return ask_index(git, question).subject.hash == reviewed
    return False


def _changed(asked: Asked, refusal: Refusal, reviewed: tuple[RawEntry, ...]) -> Decision:
    """Names what changed, unless `reviewed` has no file of this change: then it was a review of another one."""
    if reviewed and {one.path for one in reviewed}.isdisjoint(one.path for one in asked.subject.records):
        return _closed(asked, Refusal(refusal.rule, _OTHER))
    return _closed(asked, refusal, _changed_since(reviewed, asked.subject))


def _reviewed(place: Place) -> tuple[RawEntry, ...]:
    """What the gate file stands for, when that is still known."""
    try:
        return tuple(parse_raw(place.records.read_bytes()))
    except (OSError, ValueError):
        return ()


def _changed_since(reviewed: tuple[RawEntry, ...], subject: Subject) -> tuple[str, ...]:
    """Names the files that differ from `reviewed`, when that is known."""
    before, now = ({one.record: one for one in records} for records in (reviewed, subject.records))
    paths = {one.path for one in (now | before).values() if one.record not in before or one.record not in now}
    paths = paths if reviewed else set()
    listed = sorted(printable_path(path) for path in paths)
    more = f" and {len(listed) - 5} more" if len(listed) > 5 else ""
    return (f"changed since the review: {', '.join(listed[:5])}{more}",) if listed else ()


def _paths(entry: RawEntry) -> tuple[str, ...]:
    return (entry.path, entry.old_path) if entry.old_path else (entry.path,)
