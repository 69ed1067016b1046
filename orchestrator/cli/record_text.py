"""The review record in words: what a person reads in a terminal, and what an agent resumes from."""

import re
from collections.abc import Iterator, Sequence

from orchestrator.record.candidate import one_line
from orchestrator.record.judge import ChangeReview
from orchestrator.record.model import Problem, ProblemLevel, RecordedFinding, Status
from orchestrator.record.run_outcome import RunOutcome
from orchestrator.record.standing import FindingRow, Reason, RoleRow, Standing, StepRow
from orchestrator.record.transitions import Actor, next_actor
from orchestrator.wiring.record_answer import Answered, Closed
from orchestrator.wiring.record_start import Started

_LONGEST = 100
"""Characters of a title in a list."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"'(])")
_NEXT = {
    Actor.AUTHOR: "the author answers",
    Actor.REVIEWER: "the reviewing role checks the answer",
    Actor.HUMAN: "a person decides",
    Actor.NOBODY: "",
}


def started_text(outcome: RunOutcome, started: Started, again: str) -> str:
    """What a run has left in the record. `again` is the command that repeats it, empty where a repetition helps nobody."""
    return "".join(f"{line}\n" for line in _started(outcome, started, again))


def answered_text(done: Answered, rule: str) -> str:
    """What was written, who is next, and the rule for an accepted risk."""
    then = _NEXT[next_actor(done.finding)]
    text = (
        f"{done.path}: {done.finding.id} is {done.finding.status}; {f'next: {then}' if then else 'nothing follows'}.\n"
    )
    if rule:
        text += f"Reviews raise it until ACCEPTED-RISKS.md at the base has this rule in its list `rules:`.\n\n{rule}"
    return text


def problems_text(reviews: Sequence[ChangeReview], folder: str) -> str:
    """Every problem on a line of its own, and how many there are."""
    lines = [
        f"{one.path}:{f'{problem.line}:' if problem.line else ''} {_problem(problem)}\n"
        for one in reviews
        for problem in one.standing.problems
    ]
    lines += [f"{one.path}: there is no record\n" for one in reviews if one.data is None and not one.standing.problems]
    found = [problem.level for one in reviews for problem in one.standing.problems]
    errors, present = found.count(ProblemLevel.ERROR), [one for one in reviews if one.data is not None]
    if not reviews:
        return f"There is no change in {folder}.\n"
    checked = f"{_count(len(present), 'record')} checked"
    return "".join(lines) + f"{checked}: {_count(errors, 'error')}, {_count(len(found) - errors, 'warning')}\n"


def standing_text(review: ChangeReview, *, everything: bool) -> str:
    """The whole record, who must act, what a person must decide, and whether the change may be closed."""
    return "".join(f"{line}\n" for line in _standing(review, everything))


def closed_text(change: str, folder: str, closed: Closed) -> str:
    """Every reason against closing the change, or what became of its folder."""
    if closed.reasons:
        return f"{change} may not be closed (review_blocked):\n" + "".join(_reasons(closed.reasons))
    moved = f"{folder} was moved to {closed.moved}." if closed.moved else "Nothing was changed on disk."
    return f"{change} may be closed. {moved}\n"


def _started(outcome: RunOutcome, started: Started, again: str) -> Iterator[str]:
    known = f", {len(started.again)} found again" if started.again else ""
    yield f"{started.path}: {_count(len(started.written), 'finding')} recorded{known}."
    for finding in started.written:
        yield f"  {finding_line(finding)}"
    for id in started.reopened:  # noqa: A001 - the word of the record
        yield f"  {id} was said to be fixed, was found again, and is open again"
    for id in started.shared:  # noqa: A001 - the word of the record
        yield f"  {id} was found by another role too"
    for role, reason in outcome.failed.items():
        yield f"! {role} did not complete and has no section of this run: {one_line(reason)}"
    if outcome.failed:
        yield f"  {'Run this again' if again else 'Review again and record that report'}, or turn the role off for this change."
        yield from (f"    {again}",) if again else ()
    for gap in () if outcome.failed else outcome.gaps:
        yield f"! The run has no verdict: {one_line(gap)}"
    for lost, reason in started.left_out:
        place = one_line(f"{lost.file}:{lost.line}")
        yield f"! Not recorded: {lost.agent}, {place}, {one_line(lost.message)}: {one_line(reason)}"


def _standing(review: ChangeReview, everything: bool) -> Iterator[str]:
    stands = review.standing
    yield review.path if review.data is not None else f"{review.path}: there is no record"
    for step in stands.steps:
        yield ""
        yield from _step(step, everything)
    hidden = sum(not row.shown for _, row in stands.rows())
    if hidden and not everything:
        yield ""
        yield f"{_count(hidden, 'finding')} of low confidence not shown (--all shows them)"
    yield from _acting(stands)
    if stands.problems:
        yield ""
        yield "Problems"
        yield from (f"  line {one.line}: {_problem(one)}" for one in stands.problems)
    yield ""
    yield "May be closed: yes" if stands.may_close else "May be closed: no"
    yield from (line.rstrip("\n") for line in _reasons(stands.reasons))


def _step(step: StepRow, everything: bool) -> Iterator[str]:
    yield f"{step.name}{f' ({step.run_style})' if step.run_style else ''}"
    for text in step.summarized:
        yield f"  Summarized: {one_line(text)}"
    for role in step.roles:
        if not _found_nothing(role):
            yield f"  {role.role}"
            yield from (f"    {line}" for line in _role(role, everything))
    without = [role.role for role in step.roles if _found_nothing(role)]
    if without:
        yield f"  No finding: {', '.join(without)}"


def _found_nothing(role: RoleRow) -> bool:
    """True for a role of which there is nothing else to say."""
    more = role.findings or role.broken or role.credited or role.fallback or role.disabled
    return role.no_finding and not more


def _role(role: RoleRow, everything: bool) -> Iterator[str]:
    if role.fallback:
        yield f"Fallback: {one_line(role.fallback)}"
    if role.disabled:
        yield "Disabled by configuration."
    if role.no_finding:
        credited = f" Credited on the shared finding {', '.join(role.credited)}." if role.credited else ""
        yield f"No finding.{credited}"
    for row in role.findings:
        if row.shown or everything:
            yield from _finding(row)
    for id, title in role.broken:  # noqa: A001 - the word of the record
        yield f"{id or 'a finding'} cannot be read: {one_line(title)}"


def _finding(row: FindingRow) -> Iterator[str]:
    yield finding_line(row.finding)
    others = row.finding.roles[1:]
    if others:
        yield f"  also raised by {', '.join(others)}"
    last = row.finding.history[-1]
    if last.status is Status.OPEN and last.note:
        yield f"  opened again by {last.by}: {one_line(last.note)}"
    if row.awaiting is not Actor.NOBODY:
        yield f"  next: {_NEXT[row.awaiting]}"


def _acting(stands: Standing) -> Iterator[str]:
    waiting = {actor: [row.finding.id for _, row in stands.rows() if row.awaiting is actor] for actor in Actor}
    named = [(actor, ids) for actor, ids in waiting.items() if ids and actor is not Actor.NOBODY]
    if named:
        yield ""
        yield "Next"
        yield from (f"  {actor}: {', '.join(ids)}" for actor, ids in named)
    if stands.to_decide:
        yield ""
        yield "To decide"
        for finding in stands.to_decide:
            yield f"  {finding.id}"
            yield f"    {finding.role}: {one_line(finding.recommendation)}"
            yield from (
                f"    {entry.by} ({entry.status}): {one_line(entry.note)}" for entry in finding.history if entry.note
            )


def finding_line(finding: RecordedFinding) -> str:
    """One line that says what it is, how bad, where, and how it stands."""
    sure = "" if finding.confidence == "high" else f", confidence {finding.confidence}"
    what = f"{finding.id} {finding.severity}, {finding.status}{sure}, {one_line(finding.location)}"
    return f"{what}: {short(one_line(finding.title))}"


def short(title: str) -> str:
    """The first sentence of `title`, which is on one line; of a long one so many whole words as fit."""
    first = _SENTENCE.split(title, maxsplit=1)[0]
    if len(first) <= _LONGEST:
        return first
    cut = first[:_LONGEST]
    return f"{cut.rpartition(' ')[0] or cut}\N{HORIZONTAL ELLIPSIS}"


def _reasons(reasons: Sequence[Reason]) -> Iterator[str]:
    yield from (f"  {one.code}: {one_line(one.message)}\n" for one in reasons)


def _problem(problem: Problem) -> str:
    return f"{problem.level} {problem.code}: {one_line(problem.message)}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
