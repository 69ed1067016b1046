"""The store: what it takes, what it refuses and why, what it withholds, and where it stops."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from orchestrator.recording.store import MAX_CALLS, MAX_FINDINGS, Store
from orchestrator.values.change import ChangedFile, Status
from orchestrator.values.finding import Anchor, Confidence, Severity
from orchestrator.values.mode import StoreActivity
from orchestrator.values.turn import Excerpt, Omission, OmissionKind
from tests.support.values import added_file
from tests.unit.findings.build import hunk
from tests.unit.recording.kit import BARE, FINDING, SECOND, call, run, store

SECRET = "AKIA" + "Q7RZ3NX5WLK2MB4T"


def but(**changes: Any) -> Mapping[str, Any]:
    return {**FINDING, **changes}


def without(*names: str) -> Mapping[str, Any]:
    return {name: value for name, value in FINDING.items() if name not in names}


def test_a_finding_is_recorded_in_the_words_of_its_mode_and_of_the_panel() -> None:
    kept = store()
    answer = run(kept, "append_finding", but(fix="return 0", summary="Crash."))
    assert answer.text == "F1 is recorded."
    (found,) = kept.settle()
    assert (found.severity, found.confidence, found.agent) == (Severity.ERROR, Confidence.MEDIUM, "cr")
    assert (found.file, found.line, found.anchor, found.in_diff) == ("src/app.py", 2, Anchor.EXACT, True)
    assert found.rule_id == "cr.correctness"
    assert found.message == "An empty cart crashes: items[0] fails for an empty cart."
    assert not found.actionable
    assert found.detail is not None
    assert (found.detail.id, found.detail.severity_id, found.detail.title) == ("F1", "blocker", "An empty cart crashes")
    assert found.detail.summary == "Crash."
    assert list(found.detail.fields) == ["problem", "impact", "fix", "evidence"]
    assert kept.activity == StoreActivity(calls=1, recorded=1)


@pytest.mark.parametrize(
    ("severity", "panel"), [("blocker", Severity.ERROR), ("minor", Severity.WARNING), ("nit", Severity.SUGGESTION)]
)
def test_a_severity_forces_what_its_mode_says(severity: str, panel: Severity) -> None:
    kept = store()
    run(kept, "append_finding", but(severity=severity))
    assert [one.severity for one in kept.settle()] == [panel]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("{", ["are not JSON"]),
        ("[" * 100_000, ["are not JSON"]),
        ("[]", ["must be one JSON object"]),
        ('"text"', ["must be one JSON object"]),
        ('{"title": "a", "title": "b"}', ["'title' is given twice"]),
        ("", ["severity is missing; it is one of blocker, minor, nit", "file is missing", "line is missing"]),
        (without("title", "impact"), ["title is missing", "impact is missing"]),
        (but(title="  ", problem="\n\t"), ["title is blank", "problem is blank"]),
        (but(severity="critical"), ["severity 'critical' is none of blocker, minor, nit"]),
        (but(severity="Blocker"), ["severity 'Blocker' is none of blocker, minor, nit"]),
        (but(severity=["blocker"]), ["severity 'list' is none of"]),
        (but(category="style"), ["category 'style' is none of correctness, security"]),
        (but(line="N/A"), ["line 'N/A' is not a line of a file"]),
        (but(line=None), ["line is missing"]),
        (but(line=-1), ["line -1 is not a line"]),
        (but(line=0), ["line 0 is not a line"]),
        (but(line=999_999), ["line 999999 is not a line"]),
        (but(line=True), ["line True is not a line"]),
        (but(line=1.5), ["line 1.5 is not a line"]),
        (but(file=""), ["file is blank"]),
        (but(file=3), ["file must be a text"]),
        (but(evidence=None), ["evidence is missing"]),
        (but(problem=["a"]), ["problem must be a text"]),
        (but(title="x" * 301), ["title has 301 characters, at most 300 are taken"]),
        (but(problem="x" * 10_001), ["problem has 10001 characters"]),
        (but(probem="x"), ["append_finding takes no 'probem'; did you mean problem?"]),
        (but(confidence="high", id="F1"), ["takes no 'confidence'", "takes no 'id'"]),
        (
            {"severity": "bad", "line": "N/A", "category": "c", "title": "", "evidence": 1, "more": 1},
            ["takes no 'more'", "severity 'bad'", "category 'c'", "line 'N/A'", "file is missing", "title is blank"],
        ),
    ],
)
def test_a_finding_that_cannot_be_used_is_refused_with_all_that_is_wrong(arguments: Any, told: list[str]) -> None:
    kept = store()
    answer = run(kept, "append_finding", arguments)
    assert answer.text.startswith("Nothing was changed: ")
    assert [one for one in told if one not in answer.text] == []
    assert answer.fault
    assert kept.settle() == ()
    assert kept.activity == StoreActivity(calls=1)


@pytest.mark.parametrize(
    ("line", "placed"), [("2", 2), ("2.0", 2), (2.0, 2), ("L2", 2), ("2-3", 2), ("line 2", 2), ("2 to 3", 2)]
)
def test_a_line_is_read_in_every_spelling_whose_meaning_is_certain(line: object, placed: int) -> None:
    kept = store()
    assert not run(kept, "append_finding", but(line=line)).fault
    assert [one.line for one in kept.settle()] == [placed]


def test_a_mode_without_categories_takes_none() -> None:
    kept = store(BARE)
    stated = {"severity": "odd", "file": "src/app.py", "line": 2, "title": "t", "problem": "p"}
    refused = run(kept, "append_finding", {**stated, "evidence": FINDING["evidence"], "category": "correctness"})
    assert "append_finding takes no 'category'" in refused.fault
    run(kept, "append_finding", {**stated, "evidence": FINDING["evidence"]})
    assert [one.rule_id for one in kept.settle()] == ["own.uncategorised"]


def test_null_stands_for_what_is_not_given() -> None:
    kept = store()
    assert run(kept, "append_finding", but(fix=None, category=None, summary=None)).text == "F1 is recorded."
    assert (
        run(kept, "update_finding", {"id": "F1", "severity": "nit", "title": None, "line": None}).text
        == "F1 is updated."
    )
    (found,) = kept.settle()
    assert found.severity is Severity.SUGGESTION
    assert found.detail is not None
    assert found.detail.title == FINDING["title"]


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("update_finding", {}, ["id is missing", "nothing is given that changes the finding"]),
        ("update_finding", {"id": "F1"}, ["nothing is given that changes the finding"]),
        (
            "update_finding",
            {"id": "F9", "severity": "bad"},
            ["there is no finding 'F9'; there are F1", "severity 'bad'"],
        ),
        ("update_finding", {"id": 1, "title": "a"}, ["id must be a text"]),
        ("update_finding", {"id": "F1", "problem": " "}, ["problem is blank"]),
        ("update_finding", {"id": "F1", "line": "N/A", "categori": "x"}, ["line 'N/A'", "did you mean category?"]),
        ("delete_finding", {}, ["id is missing"]),
        ("delete_finding", {"id": "F2", "why": "x"}, ["there is no finding 'F2'; there are F1", "takes no 'why'"]),
        ("list_findings", {"all": True}, ["list_findings takes no arguments, and 'all' was given"]),
        ("set_summary", {}, ["summary is missing"]),
        ("set_summary", {"summary": " ", "text": "x"}, ["summary is blank", "set_summary takes no 'text'"]),
        ("set_summary", {"summary": "x" * 10_001}, ["summary has 10001 characters"]),
        ("finish_review", {"summary": "Fine."}, ["finish_review takes no arguments, and 'summary' was given"]),
        ("add_finding", {}, ["there is no tool 'add_finding'; there are append_finding, "]),
    ],
)
def test_every_other_call_is_refused_with_all_that_is_wrong(tool: str, arguments: Any, told: list[str]) -> None:
    kept = store()
    run(kept, "append_finding", FINDING)
    before = kept.settle()
    answer = run(kept, tool, arguments)
    assert [one for one in told if one not in answer.text] == []
    assert answer.text.startswith("Nothing was changed: ")
    assert kept.settle() == before
    assert (kept.summary, kept.finished) == ("", False)


def test_an_update_is_checked_as_a_whole_and_clears_optional_texts() -> None:
    kept = store()
    run(kept, "append_finding", but(fix="return 0"))
    assert (
        run(kept, "update_finding", {"id": "F1", "fix": "", "category": "", "title": "Empty  carts\ncrash"}).fault == ""
    )
    (found,) = kept.settle()
    assert found.detail is not None
    assert "fix" not in found.detail.fields
    assert found.category == ""
    assert found.detail.title == "Empty carts crash"
    assert kept.activity == StoreActivity(calls=2, recorded=1, updated=1)


def test_ids_are_stable_and_never_given_twice() -> None:
    kept = store()
    run(kept, "append_finding", FINDING)
    run(kept, "append_finding", SECOND)
    assert run(kept, "delete_finding", {"id": "F2"}).text == "F2 is deleted."
    assert run(kept, "append_finding", SECOND).text == "F3 is recorded."
    assert "there is no finding 'F2'; there are F1, F3" in run(kept, "update_finding", {"id": "F2", "title": "x"}).fault
    assert kept.activity == StoreActivity(calls=5, recorded=3, deleted=1)


def test_the_same_said_twice_at_one_place_is_recorded_once_and_different_defects_of_one_line_twice() -> None:
    kept = store()
    run(kept, "append_finding", FINDING)
    again = run(kept, "append_finding", but(line=3, title="An  empty cart CRASHES"))
    assert "F1 says the same at the same place" in again.text
    assert again.fault == ""
    assert run(kept, "append_finding", but(problem="It is slow.")).text == "F2 is recorded."
    merged = run(kept, "update_finding", {"id": "F2", "problem": FINDING["problem"]})
    assert "F1 says the same" in merged.text
    assert len({one.message for one in kept.settle()}) == 2


def test_a_quote_elsewhere_moves_the_finding_and_the_answer_says_so() -> None:
    kept = store()
    answer = run(kept, "append_finding", but(line=300))
    assert answer.text == "F1 is recorded. The quote stands at line 2, so that is its line now."
    assert [(one.line, one.anchor) for one in kept.settle()] == [(2, Anchor.EXACT)]
    removed = run(kept, "append_finding", but(title="A guard is gone", evidence="    if not items:", line=40))
    assert removed.text == "F2 is recorded. The quoted text was removed; line 2 is where it stood."


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"evidence": "total = nothing_like_this()"}, "the quote is not in what was sent of src/app.py"),
        ({"evidence": "}"}, "too weak"),
        ({"file": "src/other.py"}, "src/other.py is not part of what this reviewer was sent"),
        ({"impact": "src/gone.py is missing."}, "src/gone.py was left out of what this reviewer was sent"),
    ],
)
def test_a_finding_without_proof_is_recorded_and_withheld_and_the_answer_says_why(
    changes: Mapping[str, Any], why: str
) -> None:
    kept = store(omissions=(Omission("src/gone.py", "too large", OmissionKind.BUDGET),))
    answer = run(kept, "append_finding", but(**changes))
    assert answer.text.startswith("F1 is recorded but withheld: ")
    assert why in answer.text
    assert "update_finding" in answer.text
    (found,) = kept.settle()
    assert why in found.withheld_because
    assert not found.counts
    assert "withheld: " in run(kept, "list_findings").text


def test_an_update_or_a_later_reading_proves_what_was_withheld() -> None:
    kept = store()
    run(kept, "append_finding", but(evidence="total = itemz"))
    run(kept, "append_finding", but(title="A caller breaks", file="src/caller.py", line=9, evidence="show(total([]))"))
    assert [one.counts for one in kept.settle()] == [False, False]
    assert run(kept, "update_finding", {"id": "F1", "evidence": FINDING["evidence"]}).text == "F1 is updated."
    kept.saw({"src/caller.py": (Excerpt(8, ("def main():", "    show(total([]))")),)})
    assert [(one.counts, one.line) for one in kept.settle()] == [(True, 2), (True, 9)]
    assert "2 recorded, 0 of them withheld" in run(kept, "list_findings").text


def test_what_is_recorded_is_listed_with_id_place_and_title() -> None:
    kept = store()
    assert run(kept, "list_findings").text == "0 recorded, 0 of them withheld; the summary is not set."
    run(kept, "append_finding", FINDING)
    run(kept, "set_summary", {"summary": "One crash."})
    assert run(kept, "list_findings").text == (
        "1 recorded, 0 of them withheld; the summary is set.\n"
        "- F1 blocker correctness src/app.py:2 An empty cart crashes"
    )
    assert kept.summary == "One crash."


GONE = ChangedFile(path="gone.py", status=Status.DELETED, hunks=(hunk("-value = compute()\n-done = True"),))
MOVED = ChangedFile(
    path="new.py", old_path="old.py", status=Status.RENAMED, hunks=(hunk("-a = first()\n+a = second()"),)
)
BINARY = ChangedFile(path="logo.bin", status=Status.MODIFIED, binary=True)


@pytest.mark.parametrize(
    ("file", "line", "evidence", "placed"),
    [
        ("gone.py", 2, "done = True", ("gone.py", Anchor.REMOVED)),
        ("old.py", 1, "a = second()", ("new.py", Anchor.EXACT)),
        ("a/new.py:1", 1, "+    1 | a = second()\r\n", ("new.py", Anchor.EXACT)),
        ("logo.bin", 1, "a = second()", ("logo.bin", None)),
    ],
)
def test_findings_on_deleted_renamed_and_binary_files_are_placed_or_withheld(
    file: str, line: int, evidence: str, placed: tuple[str, Anchor | None]
) -> None:
    kept = Store(BARE, replace(store(BARE).payload, files=(GONE, MOVED, BINARY)))
    stated = {"severity": "odd", "title": "t", "problem": "p", "file": file, "line": line, "evidence": evidence}
    assert run(kept, "append_finding", stated).fault == ""
    (found,) = kept.settle()
    assert (found.file, found.anchor) == placed
    assert found.counts is (found.anchor is not None)


def test_secrets_are_taken_out_of_every_text() -> None:
    line = f"token = '{SECRET}'"
    kept = Store(BARE, store(BARE).payload)
    kept.saw({"conf.py": line + "\n"})
    stated = {"severity": "odd", "file": "conf.py", "line": 1, "title": f"Key {SECRET}", "problem": f"It is {SECRET}"}
    assert SECRET not in run(kept, "append_finding", {**stated, "evidence": line, "summary": SECRET}).text
    run(kept, "set_summary", {"summary": f"The key {SECRET} leaks."})
    (found,) = kept.settle()
    assert found.counts
    assert SECRET not in repr((found, kept.summary, run(kept, "list_findings").text))
    assert SECRET not in run(kept, "append_finding", {**stated, "severity": SECRET}).text


def test_a_finding_on_a_file_that_was_not_sent_is_withheld_and_on_an_added_one_placed() -> None:
    kept = Store(BARE, store(BARE).payload)
    stated = {"severity": "odd", "line": 1, "title": "t", "problem": "p", "evidence": "value = compute()"}
    assert "is not part of what" in run(kept, "append_finding", {**stated, "file": "a.bin"}).withheld
    files = (added_file("new.py", "value = compute()"),)
    other = Store(BARE, replace(kept.payload, files=files))
    assert run(other, "append_finding", {**stated, "file": "./new.py:1"}).text == "F1 is recorded."
    assert [one.file for one in other.settle()] == ["new.py"]


def test_a_full_store_takes_no_more_findings_and_says_so() -> None:
    kept = store()
    for number in range(MAX_FINDINGS):
        run(kept, "append_finding", but(title=f"Defect {number}"))
    assert kept.capped == ""
    refused = run(kept, "append_finding", but(title="One more"))
    assert f"the cap of {MAX_FINDINGS} findings was reached" in refused.text
    assert kept.capped
    assert run(kept, "delete_finding", {"id": "F1"}).text == "F1 is deleted."
    assert len(kept.settle()) == MAX_FINDINGS - 1


def test_past_the_cap_of_calls_nothing_changes_and_the_review_can_still_be_closed() -> None:
    kept = store()
    run(kept, "append_finding", FINDING)
    for _ in range(MAX_CALLS - 1):
        run(kept, "append_finding", "{}")
    assert kept.capped == ""
    for tool, arguments in (
        ("append_finding", SECOND),
        ("update_finding", {"id": "F1", "severity": "nit"}),
        ("delete_finding", {"id": "F1"}),
    ):
        answer = run(kept, tool, arguments)
        assert f"the cap of {MAX_CALLS} calls" in answer.text
    assert [one.severity for one in kept.settle()] == [Severity.ERROR]
    assert "1 recorded" in run(kept, "list_findings").text
    assert run(kept, "set_summary", {"summary": "All."}).fault == ""
    assert run(kept, "finish_review").text == "The review is finished."
    assert (kept.finished, kept.activity.calls) == (True, MAX_CALLS + 6)


def test_listing_does_not_count_as_a_change() -> None:
    kept = store()
    for _ in range(MAX_CALLS + 1):
        kept.run(call("list_findings"))
    assert run(kept, "append_finding", FINDING).text == "F1 is recorded."


def test_a_repetition_with_a_quote_that_holds_takes_the_place_of_a_withheld_finding() -> None:
    kept = store()
    run(kept, "append_finding", but(evidence="total = itemz", line=40))
    again = run(kept, "append_finding", but(line=40))
    assert again.text.startswith(
        "F1, which said the same and was withheld, is updated to this. The quote stands at line 2"
    )
    assert [(one.counts, one.line) for one in kept.settle()] == [(True, 2)]
    assert kept.activity == StoreActivity(calls=2, recorded=1, updated=1)
    near = store()
    run(near, "append_finding", but(evidence="total = itemz"))
    assert (
        "F1 says the same at the same place and is withheld"
        in run(near, "append_finding", but(evidence="total = itemz")).text
    )
    differs = run(near, "append_finding", but(evidence="total = other"))
    assert "F1 says this at the same place with another evidence" in differs.fault
    assert run(near, "append_finding", FINDING).id == "F1"


def test_a_full_store_still_lets_a_repetition_prove_a_finding() -> None:
    kept = store()
    run(kept, "append_finding", but(evidence="total = itemz"))
    for number in range(1, MAX_FINDINGS):
        run(kept, "append_finding", but(title=f"Defect {number}"))
    assert "is updated to this" in run(kept, "append_finding", FINDING).text
    assert kept.capped == ""


def test_a_proven_finding_is_never_left_without_proof() -> None:
    kept = store()
    run(kept, "append_finding", FINDING)
    before = kept.settle()
    for changes in ({"evidence": "nonsense"}, {"evidence": "total = itemz"}, {"file": "src/other.py"}):
        refused = run(kept, "update_finding", {"id": "F1", **changes})
        assert "F1 is proven, and this would leave it without proof: " in refused.fault
    assert kept.settle() == before


def test_proof_that_was_found_outlives_another_view_of_its_file() -> None:
    kept = store()
    kept.saw({"src/caller.py": (Excerpt(8, ("def main():", "    show(total([]))")),)})
    run(kept, "append_finding", but(title="A caller breaks", file="src/caller.py", line=9, evidence="show(total([]))"))
    kept.saw({"src/caller.py": (Excerpt(1, ("import sys", "import os")),)})
    assert [one.counts for one in kept.settle()] == [True]
    assert "withheld: " not in run(kept, "list_findings").text


def test_an_update_may_say_what_a_withheld_finding_says() -> None:
    kept = store()
    run(kept, "append_finding", but(evidence="total = itemz"))
    run(kept, "append_finding", but(severity="nit", title="Odd", problem="It is odd."))
    assert run(kept, "update_finding", {"id": "F2", **FINDING}).text == "F2 is updated."
    assert [one.counts for one in kept.settle()] == [False, True]
