"""The words for a fix loop: why it ended, what became of its findings, where the fixes are."""

from collections import Counter
from collections.abc import Iterator, Sequence

from orchestrator.report.document import Tone
from orchestrator.report.safe import brief
from orchestrator.report.words import plural
from orchestrator.values.fixrun import FixedFinding, FixEnd, FixRun, FixState, LoopRound

AUTO_FIX_FAILED = "Auto-fix failed, human review required"

STATE_TONES = {
    FixState.FIXED: Tone.GOOD,
    FixState.PERSISTS: Tone.BAD,
    FixState.REVERTED: Tone.BAD,
    FixState.REFUSED: Tone.CAUTION,
    FixState.DECLINED: Tone.CAUTION,
    FixState.FAILED: Tone.CAUTION,
    FixState.LEFT: Tone.MUTED,
}
_GROUPS = {
    FixState.FIXED: "fixed",
    FixState.PERSISTS: "still there after a fix",
    FixState.REVERTED: "reverted because tests failed",
    FixState.REFUSED: "with a fix that was refused",
    FixState.DECLINED: "declined by the fixer",
    FixState.FAILED: "not fixed because something failed",
    FixState.LEFT: "left as found",
}
_OPENINGS = {
    FixState.FIXED: "Settled",
    FixState.PERSISTS: "Still there after the fix",
    FixState.REVERTED: AUTO_FIX_FAILED,
    FixState.REFUSED: "The fix was refused",
    FixState.DECLINED: "The fixer declined",
    FixState.FAILED: "Not fixed",
    FixState.LEFT: "Left as found",
}
_ENDS = {
    FixEnd.NOTHING_ACTIONABLE: "no finding was left that a fix loop may act on",
    FixEnd.CONVERGED: "the last round brought up nothing new that has to be acted on",
    FixEnd.ROUND_CAP: "the round cap was reached before everything was settled",
    FixEnd.ITERATION_LIMIT: "the iteration limit was reached with findings still to be acted on",
    FixEnd.PERSISTS: "fixes brought up findings that nobody has chosen to be fixed",
    FixEnd.NOTHING_FIXED: "no fix could be made",
    FixEnd.INTERRUPTED: "it was interrupted before it had come to an end",
}
_PLACES = {
    "staged": "staged, not committed",
    "committed": "committed",
    "left": "in the work tree, uncommitted",
}


def end_words(run: FixRun) -> str:
    """Why the loop ended, as a clause that follows `because` or a colon."""
    if run.ended is FixEnd.NOTHING_ACTIONABLE and run.aside:
        them = "was set aside and is left as it is" if run.aside == 1 else "were set aside and are left as they are"
        return f"{plural(run.aside, 'finding')} {them}"
    left = [one for one in run.findings if for_person(one)]
    return _left_words(left) if run.ended is FixEnd.PERSISTS and left else _ENDS[run.ended]


def _left_words(left: Sequence[FixedFinding]) -> str:
    """`2 findings that could be acted on are left: 1 still there after a fix, 1 declined by the fixer`."""
    are = "is" if len(left) == 1 else "are"
    return f"{plural(len(left), 'finding')} that could be acted on {are} left: {', '.join(_counted(left))}"


def length_words(run: FixRun) -> str:
    """`2 iterations of fixing and 3 rounds of review`."""
    rounds = f"{plural(len(run.rounds), 'round')} of review"
    return f"{plural(run.iterations, 'iteration')} of fixing and {rounds}" if run.iterations else rounds


def group_words(run: FixRun) -> tuple[str, ...]:
    """One for each kind of outcome that occurs: `4 fixed`, `1 reverted because tests failed`."""
    return _counted(run.findings)


def _counted(findings: Sequence[FixedFinding]) -> tuple[str, ...]:
    counts = Counter(one.state for one in findings)
    return tuple(f"{counts[state]} {words}" for state, words in _GROUPS.items() if counts[state])


def outcome_words(run: FixRun) -> str:
    """The same in one clause: `4 fixed, 1 reverted because tests failed, 2 more need a person`."""
    counts = Counter(one.state for one in run.findings)
    told = (FixState.FIXED, FixState.REVERTED)
    parts = [f"{counts[state]} {_GROUPS[state]}" for state in told if counts[state]]
    others = sum(for_person(one) and one.state not in told for one in run.findings)
    if others:
        more = " more" if counts[FixState.REVERTED] else ""
        parts.append(f"{others}{more} need{'s' if others == 1 else ''} a person")
    left = len(run.findings) - sum(counts[state] for state in told) - others
    parts += [f"{left} {_GROUPS[FixState.LEFT]}"] if left else []
    return ", ".join(parts) or "no finding was given to the loop"


def for_person(one: FixedFinding) -> bool:
    """True when somebody has to look: what a loop may not act on is left as found, and that alone calls for nobody."""
    return one.state.needs_person and (one.state is not FixState.LEFT or one.finding.actionable)


def reason_words(one: FixedFinding) -> str:
    """What became of one finding and why, in a line. A reverted fix always says that a person has to review."""
    opening, reason = _OPENINGS[one.state], brief(one.reason)
    if reason.casefold().startswith(opening.casefold()):
        return reason[:1].upper() + reason[1:]
    return f"{opening}: {reason}" if reason else opening


def place_words(run: FixRun) -> str:
    """Where the fixes are."""
    return _PLACES.get(run.where, brief(run.where))


def round_words(one: LoopRound) -> str:
    """What one round found: `7 new`, `1 new (1 where the fix before it was made), 2 carried`."""
    return ", ".join(_found(one))


def _found(one: LoopRound) -> Iterator[str]:
    by_fix = f" ({one.provenance} where the fix before it was made)" if one.provenance else ""
    yield f"{one.new} new{by_fix}"
    if one.carried:
        yield f"{one.carried} carried"
