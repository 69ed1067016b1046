"""Asking about corrections one by one: what each would change, and whether it may."""

from collections.abc import Callable

from orchestrator.cli.question import Console
from orchestrator.fixloop.agreement import Answer, Treatment, answer_of
from orchestrator.fixloop.choice import AGAIN
from orchestrator.report.apply_text import correction_text
from orchestrator.report.choices import diff_text
from orchestrator.values.finding import Finding
from orchestrator.values.fix import Proposal

NOT_WANTED = "it was not wanted"
NOT_UNDERSTOOD = "That was not understood.\n"
NOT_APPLIED = "No answer that could be understood, so it is not applied.\n"
PROMPT = "Apply it? yes, no, show, all or quit [no] "


class Asking:
    """Remembers `all` and `quit`, which are meant for the corrections that follow as well."""

    def __init__(self, place: Console, treat: Callable[[Finding], Treatment]) -> None:
        self._place = place
        self._treat = treat
        self._rest: Answer | None = None

    def agree(self, proposal: Proposal, diff: str) -> str:
        """Why the fix is not made, empty when it is; asked is only about findings that somebody has to agree to."""
        open_ones = [one for one in proposal.findings if self._treat(one) is Treatment.ASK]
        if not open_ones:
            return ""
        if self._rest is None:
            for finding in open_ones:
                self._place.show(correction_text(finding, proposal.fixer, proposal.note, self._place.look))
        answer = self._rest or self._answer(diff)
        if answer in {Answer.ALL, Answer.QUIT}:
            self._rest = answer
        return "" if answer in {Answer.YES, Answer.ALL} else NOT_WANTED

    def _answer(self, diff: str) -> Answer:
        unclear = 0
        while unclear <= AGAIN:
            answer = answer_of(self._place.line(PROMPT))
            if answer is Answer.SHOW:
                self._place.show("\n" + diff_text(diff, self._place.look) + "\n")
            elif answer is not Answer.UNCLEAR:
                return answer
            else:
                unclear += 1
                self._place.show(NOT_UNDERSTOOD if unclear <= AGAIN else NOT_APPLIED)
        return Answer.NO
