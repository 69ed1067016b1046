"""Asks the gate about pull requests that a command would open."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from orchestrator.errors import CodeReviewError
from orchestrator.gate.answer import Answer, Refusal
from orchestrator.gate.around import bypassed
from orchestrator.gate.request import PullRequest
from orchestrator.gate.shell.values import is_known
from orchestrator.gate.target import question_of
from orchestrator.gate.verify import verify
from orchestrator.system.git import GitDoor

_WHAT = "pull request"
_PLAIN = "write it plainly: cd <work tree> && gh pr create --base <branch> --head <branch> ..."


def ask(requests: Sequence[PullRequest], now: datetime, environ: Mapping[str, str], notes: Sequence[str]) -> Answer:
    """Open when the gate is open for every one of `requests`, at every place it may be run in."""
    found = tuple(refusal for request in requests for refusal in _refusals(request, now, environ))
    answer = Answer(tuple(dict.fromkeys(found)), tuple(f"code-review: {note}" for note in notes) if found else ())
    place = next((place for request in requests for place in request.places if is_known(place)), ".")
    return bypassed(answer, GitDoor(Path(place)), "agent-host", now, environ)


def _refusals(request: PullRequest, now: datetime, environ: Mapping[str, str]) -> Iterator[Refusal]:
    doubt = request.doubt or ("" if all(map(is_known, request.places)) else "nobody can tell which folder it runs in")
    if doubt:
        yield Refusal(_WHAT, "unresolved", doubt, _PLAIN)
        return
    for place in request.places:
        git = GitDoor(Path(place))
        if not Path(place).is_dir():
            yield Refusal(_WHAT, "unresolved", f"{place} is no folder", _PLAIN)
            continue
        try:
            question = question_of(git, request, environ.get("GH_REPO", ""))
        except CodeReviewError as error:
            yield Refusal(_WHAT, "unresolved", error.reason, error.hint)
            continue
        decision = verify(git, question, now, environ)
        if not decision.open:
            yield Refusal(_WHAT, decision.rule, decision.reason, decision.mend, decision.notes, decision.subject)
