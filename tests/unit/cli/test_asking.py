"""Being asked about corrections one by one."""

import io

from orchestrator.cli.asking import NOT_APPLIED, NOT_UNDERSTOOD, NOT_WANTED, PROMPT, Asking
from orchestrator.cli.question import Console
from orchestrator.fixloop.agreement import Treatment, treatment
from orchestrator.report.choices import Look
from orchestrator.values.finding import Confidence, Finding
from orchestrator.values.fix import Proposal
from tests.support.reports import make_finding

SURE = make_finding("Sure.")


def unsure(number: int) -> Proposal:
    found = make_finding(f"Unsure {number}.", line=number, confidence=Confidence.MEDIUM)
    return Proposal(findings=(found,), edits=(), fixer="model", note="Smaller.")


def asked(typed: str, *proposals: Proposal) -> tuple[list[str], str]:
    """What became of each, and what was shown."""
    shown = io.StringIO()
    place = Console(io.BytesIO(typed.encode()), shown, Look(80))

    def treat(finding: Finding) -> Treatment:
        return treatment(finding.confidence, everything=False, asks=True)

    asking = Asking(place, treat)
    return [asking.agree(one, "+new line\n") for one in proposals], shown.getvalue()


def test_what_is_sure_is_not_asked_about() -> None:
    assert asked("", Proposal(findings=(SURE,), edits=(), fixer="ruff")) == ([""], "")


def test_each_is_shown_with_its_fixer_and_answered() -> None:
    ends, shown = asked("y\nno\n", unsure(1), unsure(2))
    assert ends == ["", NOT_WANTED]
    assert "src/app.py:1 error, correctness-review (unchecked-result), confidence medium" in shown
    assert "model proposes a fix: Smaller." in shown
    assert shown.count(PROMPT) == 2
    assert "new line" not in shown


def test_the_diff_is_shown_on_request() -> None:
    ends, shown = asked("show\nyes\n", unsure(1))
    assert ends == [""]
    assert "+new line" in shown


def test_all_and_quit_are_meant_for_the_rest() -> None:
    ends, shown = asked("all\n", unsure(1), unsure(2))
    assert (ends, shown.count(PROMPT)) == (["", ""], 1)
    ends, shown = asked("yes\nquit\n", unsure(1), unsure(2), unsure(3))
    assert (ends, shown.count(PROMPT)) == (["", NOT_WANTED, NOT_WANTED], 2)
    assert "Unsure 3" not in shown


def test_the_end_of_input_and_unclear_answers_change_nothing() -> None:
    assert asked("", unsure(1), unsure(2))[0] == [NOT_WANTED, NOT_WANTED]
    ends, shown = asked("perhaps\n" * 4 + "y\n", unsure(1), unsure(2))
    assert (ends, shown.count(PROMPT)) == ([NOT_WANTED, ""], 5)
    assert (shown.count(NOT_UNDERSTOOD), shown.count(NOT_APPLIED)) == (3, 1)
    assert f"{PROMPT}{NOT_UNDERSTOOD}{PROMPT}" in shown
