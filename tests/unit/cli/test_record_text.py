"""A record in words: what is shown, what is hidden, and who is told to act."""

import pytest

from orchestrator.cli.record_text import closed_text, problems_text, short, standing_text, started_text
from orchestrator.record.active import RecordRules
from orchestrator.record.judge import ChangeReview, judge, unreadable
from orchestrator.record.model import StepName
from orchestrator.record.run_outcome import RunOutcome
from orchestrator.wiring.record_answer import Closed
from orchestrator.wiring.record_start import Started
from tests.support.records import AFTER, FIXED, ID, RECORD, answered

FOLDER = "_codev/changes/add-totals"
RULES = RecordRules(folder="_codev/changes", roles={StepName.PLAN: (), StepName.CODE: ()})
SECOND = f"\n### security-review\n\nNo finding.\n\n### doc-review\n\n{RECORD.partition('### correctness-review')[2].lstrip()}".replace(
    ID, "R-doc-review-1"
).replace("by: correctness-review", "by: doc-review")
DISPUTED = "  - status: disputed\n    by: developer\n    note: One item only.\n"
MAINTAINED = "  - status: disputed\n    by: correctness-review\n    note: Two are sold.\n"


def review(text: str, **files: str) -> ChangeReview:
    known = {f"{FOLDER}/review.md": text, "shop.py": AFTER, **files}
    return judge(FOLDER, RULES, lambda path: known[path].encode() if path in known else None)


def shown(text: str, *, everything: bool = False) -> str:
    return standing_text(review(text), everything=everything)


def test_a_dispute_that_was_maintained_is_shown_with_both_arguments() -> None:
    text = shown(answered(DISPUTED, MAINTAINED))
    assert "next: a person decides" in text
    assert f"\nNext\n  human: {ID}\n" in text
    decide = text.partition("To decide\n")[2]
    assert "developer (disputed): One item only." in decide
    assert "correctness-review (disputed): Two are sold." in decide
    assert "May be closed: no\n  review_unresolved:" in text


def test_low_confidence_is_hidden_unless_it_is_asked_for_or_to_be_decided() -> None:
    low = RECORD.replace("confidence: high", "confidence: low")
    minor = low.replace("severity: high", "severity: medium")
    assert ID in shown(low)
    assert "1 finding of low confidence not shown" in shown(minor)
    listed = shown(minor).partition("Next\n")[0]
    assert f"{ID} medium" not in listed
    assert f"{ID} medium, open, confidence low" in shown(minor, everything=True)


def test_a_role_whose_findings_were_merged_is_credited() -> None:
    text = RECORD.replace("history:", "raised_by: [correctness-review, security-review]\nhistory:") + SECOND
    told = shown(text)
    assert f"No finding. Credited on the shared finding {ID}." in told
    assert "also raised by security-review" in told


def test_roles_that_found_nothing_share_one_line() -> None:
    told = shown(RECORD + "\n### security-review\n\nNo finding.\n\n### doc-review\n\nNo finding.\n")
    assert "\n  No finding: security-review, doc-review\n" in told
    assert told.count("No finding") == 1


def test_a_finding_to_decide_is_told_in_full_once() -> None:
    told = shown(RECORD)
    assert told.count("The total is the largest item") == 1
    assert f"To decide\n  {ID}\n    correctness-review: Use sum.\n" in told


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("It fails. Nobody sees it.", "It fails."),
        ("It fails for e.g. an empty list", "It fails for e.g. an empty list"),
        ("word " * 30, "word " * 19 + "word\N{HORIZONTAL ELLIPSIS}"),
        ("x" * 120, "x" * 100 + "\N{HORIZONTAL ELLIPSIS}"),
        ("", ""),
    ],
)
def test_a_title_in_a_list_is_short(title: str, told: str) -> None:
    assert short(title) == told


def test_evidence_that_a_fix_took_away_is_told_with_what_mends_it() -> None:
    mends = "the answer `fixed` mends this"
    gone = RECORD.replace("return max(items)", "return min(items)")
    assert mends in problems_text([review(gone)], FOLDER)
    assert mends not in problems_text([review(answered(DISPUTED, record=gone))], FOLDER)


@pytest.mark.parametrize(
    ("again", "said"),
    [
        ("code-review record start --since main", "  Run this again, or turn"),
        ("", "  Review again and record that report, or turn"),
    ],
)
def test_after_a_failure_the_very_same_review_is_advised(again: str, said: str) -> None:
    outcome = RunOutcome(completed={}, failed={"doc-review": "no answer"}, summarized=(), gaps=())
    started = Started(path="r", changed=True, written=(), again=(), reopened=(), shared=(), left_out=())
    lines = started_text(outcome, started, again).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith(said))
    assert lines[at + 1 :] == ([f"    {again}"] if again else [])


def test_problems_and_missing_records_are_told_with_their_place() -> None:
    broken = review(RECORD.replace("return max(items)", "return min(items)"))
    none = judge(FOLDER, RULES, lambda _: None)
    told = problems_text([broken, none], "_codev/changes").splitlines()
    assert told[0].startswith(f"{FOLDER}/review.md:11: error review_evidence_not_found: {ID}:")
    assert told[1:] == [f"{FOLDER}/review.md: there is no record", "1 record checked: 1 error, 0 warnings"]
    assert problems_text([], "x") == "There is no change in x.\n"
    assert "Problems\n  line 11: error" in standing_text(broken, everything=False)
    assert "there is no record" in standing_text(none, everything=False)


def test_a_record_that_cannot_be_looked_at_is_named_without_a_line() -> None:
    told = problems_text([unreadable(FOLDER, "it is a link")], "_codev/changes").splitlines()
    assert told == [f"{FOLDER}/review.md: error review_invalid: it is a link", "0 records checked: 1 error, 0 warnings"]


def test_what_became_of_the_folder_is_said() -> None:
    assert closed_text("a", "f/a", Closed(())) == "a may be closed. Nothing was changed on disk.\n"
    assert "f/a was moved to f/archive/a." in closed_text("a", "f/a", Closed((), "f/archive/a"))
    reasons = review(
        answered(FIXED, record=RECORD.replace("shop.py:2", "gone.py:2")) + "### doc-review\n"
    ).standing.reasons
    assert closed_text("a", "f/a", Closed(reasons)).startswith(
        "a may not be closed (review_blocked):\n  review_invalid:"
    )


def test_what_a_record_says_cannot_steer_a_terminal() -> None:
    text = shown(RECORD.replace("is the largest item", "is \x1b[2J the largest item"))
    assert "\x1b" not in text
