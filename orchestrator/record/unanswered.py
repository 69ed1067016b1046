"""The note of a step that names the roles which runs asked in vain."""

import re
from collections.abc import Collection, Iterable

from orchestrator.record.edit import Edit, apply
from orchestrator.record.model import ROLE, Step, StepName
from orchestrator.record.parse import Parsed

UNANSWERED = "review-unanswered:"
"""Begins the comment of a step that names the roles which runs asked in vain."""
_NOTE = re.compile(rf"<!--\s*{UNANSWERED}(?P<roles>[^>]*)-->")


def unanswered(parsed: Parsed, step: Step) -> tuple[str, ...]:
    """The roles that runs of `step` asked, that did not complete, and that no later run has an answer of.

    Such a role may have a section: then that is of an earlier run.
    """
    found = _comment(parsed, step)
    names = found[1]["roles"].split(",") if found else []
    return tuple(dict.fromkeys(name for part in names if ROLE.fullmatch(name := part.strip())))


def with_unanswered(parsed: Parsed, name: StepName, failed: Iterable[str], completed: Collection[str] = ()) -> str:
    """The text of the record in which `failed` are noted as asked in vain, and `completed` no longer are."""
    step = parsed.record.step(name)
    if step is None:
        return parsed.text
    before = unanswered(parsed, step)
    roles = [role for role in dict.fromkeys((*before, *failed)) if role not in completed]
    if tuple(roles) == before:
        return parsed.text
    line = f"<!-- {UNANSWERED} {', '.join(roles)} -->\n" if roles else ""
    found = _comment(parsed, step)
    if found:
        # Without the line there is one blank line too many, of those that stood around it.
        alone = not line and not parsed.lines[found[0] - 1].strip()
        return apply(parsed.lines, [Edit(found[0] - alone, 1 + alone, line)])
    return apply(parsed.lines, [Edit(step.span.start + 1, 0, f"\n{line}")])


def _comment(parsed: Parsed, step: Step) -> tuple[int, re.Match[str]] | None:
    """The line with the note, which stands before the first role, and what it says."""
    end = step.roles[0].span.start if step.roles else step.span.end
    for at in range(step.span.start, end):
        match = _NOTE.fullmatch(parsed.lines[at].strip())
        if match:
            return at, match
    return None
