"""The way around a refusal: with a reason, by the environment of the hook, and recorded first."""

from collections.abc import Mapping
from datetime import datetime

from orchestrator.errors import CodeReviewError
from orchestrator.gate.answer import Answer
from orchestrator.seams import Git

REASON_VARIABLE = "PR_GATE_BYPASS_REASON"


def bypassed(answer: Answer, git: Git, triggered_by: str, now: datetime, environ: Mapping[str, str]) -> Answer:
    """`answer`, opened when a reason to go around it is given and could be recorded."""
    if answer.open or REASON_VARIABLE not in environ:
        return answer
    # Needed for the rare bypass alone, and slower to load than the rest of a hook.
    from orchestrator.gate.bypass import bypass_reason, record_bypass  # noqa: PLC0415

    reason = bypass_reason(environ)
    if not reason:
        return answer
    try:
        for subject in dict.fromkeys(refusal.subject for refusal in answer.refusals):
            record_bypass(git, reason=reason, subject=subject, triggered_by=triggered_by, now=now, environ=environ)
    except CodeReviewError as error:
        said = f"code-review: the bypass is not given, because it cannot be recorded: {error.reason}"
        return Answer(answer.refusals, (*answer.remarks, said))
    told = (refusal.text.replace(" refused (", " would be refused (", 1) for refusal in answer.refusals)
    return Answer((), (*answer.remarks, *told, f"code-review: bypassed and recorded: {reason}"))
