"""The gate in words: what a person reads in a terminal."""

from collections.abc import Iterable, Iterator, Sequence

from orchestrator.gate.decide import DOC_ONLY, IGNORED
from orchestrator.gate.status import GateStatus
from orchestrator.gate.verify import Decision
from orchestrator.values.floor import FLOOR
from orchestrator.values.text import printable_path

_NAMED = 5
_GREEN, _RED, _RESET = "\033[32m", "\033[31m", "\033[0m"


def decision_text(decision: Decision, *, bypassed: bool = False) -> str:
    """A few lines: open or closed, why, and what to do."""
    if decision.open:
        first = f"gate open: {decision.commit[:12]} is {decision.reason} (subject {decision.subject[:12]})"
        return "".join(f"{line}\n" for line in (first, *(f"  {note}" for note in decision.notes)))
    lines = [f"gate closed ({decision.rule}): {decision.reason}", *(f"  {note}" for note in decision.notes)]
    if decision.mend:
        lines.append(f"  run: {decision.mend}")
    if bypassed:
        lines.append("  BYPASSED for the reason given in PR_GATE_BYPASS_REASON; this has been recorded")
    return "".join(f"{line}\n" for line in lines)


def status_text(status: GateStatus, *, colour: bool) -> str:
    """The whole picture of one branch."""
    return "".join(f"{line}\n" for line in _lines(status, colour))


def _lines(status: GateStatus, colour: bool) -> Iterator[str]:
    decision = status.decision
    word = "OPEN" if decision.open else "CLOSED"
    if colour:
        word = f"{_GREEN if decision.open else _RED}{word}{_RESET}"
    yield f"Gate {word}: {decision.reason}{'' if decision.open else f' ({decision.rule})'}"
    yield from (f"  {note}" for note in decision.notes)
    if decision.mend:
        yield f"  run: {decision.mend}"
    yield ""
    yield f"branch      {status.branch} at {decision.commit[:12]}"
    yield f"base        {decision.base or 'none'}"
    yield f"subject     {decision.subject or 'none'}"
    yield f"verdict     {status.verdict or 'none'}{f' by {_list(status.engines)}' if status.engines else ''}"
    if status.exemptions:
        yield f"exemptions  {_list(status.exemptions)}"
    if status.ignored:
        yield f"ignored     {_some(status.ignored)}, by rules of the base"
    if status.policy_files:
        yield f"policy      this branch edits its own review rules: {_list(map(printable_path, status.policy_files))}"
    if status.uncommitted:
        yield f"work tree   {status.uncommitted} uncommitted change{_s(status.uncommitted)}, which no commit covers yet"
    yield from _evidence(status)
    yield from _bypasses(status)


def _evidence(status: GateStatus) -> Iterator[str]:
    yield ""
    if not status.lenses and DOC_ONLY in status.exemptions:
        yield "Nobody was asked: nothing but documentation differs."
        return
    if not status.lenses and IGNORED in status.exemptions:
        yield "Nobody was asked: the rules at the base ignore everything that differs."
        return
    if not status.lenses:
        yield f"No lens has finished for this subject; at least {FLOOR} are needed."
        return
    width = max(len(one.agent) for one in status.lenses)
    yield f"Lenses that finished for this subject ({len(status.lenses)}, at least {FLOOR} are needed):"
    for one in sorted(status.lenses, key=lambda lens: lens.agent):
        yield f"  {one.agent:<{width}}  {one.status:<5}  {one.ts[:19].replace('T', ' ')}  {one.engine}"


def _bypasses(status: GateStatus) -> Iterator[str]:
    if not status.bypasses:
        return
    yield ""
    yield f"The gate was bypassed {len(status.bypasses)} time{_s(len(status.bypasses))}; the last ones:"
    for one in status.bypasses[-3:]:
        yield f"  {one.timestamp[:19].replace('T', ' ')}  {one.triggered_by}: {printable_path(one.reason)}"


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)


def _some(paths: Sequence[str]) -> str:
    """The first of `paths`, and how many more there are."""
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return f"{_list(map(printable_path, paths[:_NAMED]))}{more}"


def _s(count: int) -> str:
    return "" if count == 1 else "s"
