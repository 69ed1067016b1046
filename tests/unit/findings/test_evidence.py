"""The evidence gate: where a quote is found, what it proves, and why it is withheld otherwise."""

import time

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from orchestrator.findings.evidence import Evidence, check
from orchestrator.values.change import ChangedFile, Status
from orchestrator.values.finding import Anchor, Finding
from orchestrator.values.text import printable_path
from orchestrator.values.turn import OmissionKind, Payload
from tests.unit.findings.build import changed, finding, hunk, omission, payload

TEXT = """\
import os

def total(items):
    amount = 0
    for item in items:
        amount += item.price
    return amount

def first(items):
    return items[0].price

def last(items):
    return items[-1].price

def names(items):
    return [item.name for item in items]

def close(handle):
    handle.close()
    return None"""
CHANGE = hunk(
    " def first(items):\n-    if not items: raise EmptyError\n-    check(items)\n+    return items[0].price\n ",
    old_start=11,
    new_start=9,
)
WHOLE = payload(changed("src/app.py", CHANGE), contents={"src/app.py": TEXT})


def judged(found: Finding, sent: Payload = WHOLE, *, strict: bool = True) -> Finding:
    return check(found, Evidence.of(sent), strict=strict)


@pytest.mark.parametrize(
    ("quote", "cited", "anchor", "line"),
    [
        ("amount += item.price", 6, Anchor.EXACT, 6),
        ("amount += item.price", 11, Anchor.EXACT, 6),
        ("amount += item.price", 1, Anchor.EXACT, 6),
        ("amount += item.price", 12, Anchor.MOVED, 6),
        ("amount += item.price", 400, Anchor.MOVED, 6),
        ("for item in items:\n    amount += item.price", 6, Anchor.EXACT, 6),
        ("for item in items:\n    amount += item.price", 9, Anchor.EXACT, 5),
        ("if not items: raise EmptyError", 12, Anchor.REMOVED, 10),
        ("check(items)", 10, Anchor.REMOVED, 10),
        ("def first(items):\n    if not items: raise EmptyError", 11, Anchor.REMOVED, 10),
    ],
)
def test_the_line_of_a_finding_points_at_its_quote(quote: str, cited: int, anchor: Anchor, line: int) -> None:
    found = judged(finding(evidence=quote, line=cited))

    assert (found.withheld_because, found.anchor, found.line) == ("", anchor, line)


@pytest.mark.parametrize(
    "quote",
    [
        "+    return items[0].price",
        "    10 | return items[0].price",
        "10: return items[0].price",
        "10\treturn items[0].price",
        "L10: return items[0].price",
        "+   10 | return items[0].price",
        "return   items[0].price\r\n",
        "\n\n  return items[0].price  \n\n",
        "def first(items):\n+    return items[0].price",
        "     9 | def first(items):\n+   10 |     return items[0].price",
        "-    check(items)\n+    return items[0].price",
        "-      |     check(items)\n+   10 |     return items[0].price",
    ],
)
def test_diff_markers_line_numbers_and_white_space_do_not_matter(quote: str) -> None:
    found = judged(finding(evidence=quote, line=10))

    assert found.withheld_because == ""
    assert found.anchor is Anchor.EXACT
    assert found.in_diff is True


def test_the_removed_form_of_a_payload_line_is_understood() -> None:
    assert judged(finding(evidence="-      |     check(items)", line=10)).anchor is Anchor.REMOVED


@pytest.mark.parametrize(
    ("line", "quote"),
    [("- item one", "- item one"), ("404: 'not found',", "404: 'not found',"), ("--- drop table", "--- drop table")],
)
def test_what_looks_like_a_marker_may_be_part_of_the_code(line: str, quote: str) -> None:
    sent = payload(changed(), contents={"src/app.py": f"first line here\n{line}\n"})

    assert judged(finding(evidence=quote, line=2), sent).anchor is Anchor.EXACT


@pytest.mark.parametrize("quote", ["a", "}", "if x:", "(){}[];;", "+ab = 1", "   12 | ab", "......abc"[:8]])
def test_a_short_quote_of_a_model_is_too_weak_even_at_the_right_line(quote: str) -> None:
    sent = payload(changed(), contents={"src/app.py": "a }\nif x: (){}[];; ab = 1\n......ab\n"})

    assert "too weak" in judged(finding(evidence=quote, line=2), sent).withheld_because


def test_a_rule_based_engine_may_quote_a_short_line() -> None:
    sent = payload(changed(), contents={"src/app.py": "first\nab\n}\n"})

    assert judged(finding(evidence="}", line=3), sent, strict=False).anchor is Anchor.EXACT


def test_a_distant_quote_of_a_model_must_be_unique() -> None:
    text = "\n".join(["return compute(value)" if number in {10, 40} else f"step_{number}()" for number in range(1, 61)])
    sent = payload(changed(), contents={"src/app.py": text})
    quote = "return compute(value)"

    assert judged(finding(evidence=quote, line=38), sent).line == 40
    assert "occurs 2 times" in judged(finding(evidence=quote, line=30), sent).withheld_because
    moved = judged(finding(evidence=quote, line=30), sent, strict=False)
    assert (moved.anchor, moved.line) == (Anchor.MOVED, 40)


def test_quoted_lines_must_be_consecutive() -> None:
    quote = "for item in items:\n    return amount"

    assert "not in what was sent" in judged(finding(evidence=quote, line=5)).withheld_because


def test_a_quote_does_not_reach_across_what_was_not_sent() -> None:
    sent = payload(changed("src/app.py", hunk("+first_step()"), hunk("+second_step()", 40, 41)))

    assert judged(finding(evidence="first_step()\nsecond_step()", line=1), sent).withheld_because
    assert judged(finding(evidence="second_step()", line=41), sent).anchor is Anchor.EXACT


def test_a_quote_from_another_file_is_withheld_and_never_moved() -> None:
    sent = payload(
        changed(), changed("src/other.py"), contents={"src/app.py": TEXT, "src/other.py": "secret_call(1, 2)"}
    )

    found = judged(finding(evidence="secret_call(1, 2)", line=3), sent)

    assert found.withheld_because == "the quote is not in src/app.py but only in src/other.py"
    assert (found.file, found.line, found.anchor) == ("src/app.py", 3, None)


@pytest.mark.parametrize(
    ("file", "quote", "said"),
    [
        ("src/gone.py", "never_written()", "src/gone.py is not part of what this reviewer was sent"),
        ("src/gone.py", "def total(items):", "the quote stands in src/app.py"),
        ("src/app.py", "never_written()", "the quote is not in what was sent of src/app.py"),
        ("src/app.py", "", "it quotes nothing"),
        ("src/app.py", " \n\t", "it quotes nothing"),
    ],
)
def test_a_finding_without_proof_is_withheld_with_the_reason(file: str, quote: str, said: str) -> None:
    found = judged(finding(file=file, evidence=quote))

    assert said in found.withheld_because
    assert not found.counts


def test_a_file_that_a_reader_tool_returned_is_evidence() -> None:
    evidence = Evidence.of(WHOLE, {"src/caller.py": "import app\napp.first([])\n"})

    found = check(finding(file="src/caller.py", evidence="app.first([])", line=2), evidence, strict=True)

    assert (found.anchor, found.in_diff) == (Anchor.EXACT, False)


@pytest.mark.parametrize(
    "name",
    [
        "./src/app.py",
        "a/src/app.py",
        "b/src/app.py",
        " src/app.py\n",
        "src/app.py:6",
        "src\\app.py",
        "/home/x/src/app.py:6-8",
    ],
)
def test_a_path_is_recognised_in_its_usual_spellings(name: str) -> None:
    found = judged(finding(file=name, evidence="amount += item.price", line=6))

    assert (found.file, found.withheld_because) == ("src/app.py", "")


def test_a_path_as_it_was_printed_leads_to_the_raw_path() -> None:
    raw = "src/caf\udce9\t.py"
    sent = payload(changed(raw), contents={raw: TEXT})

    found = judged(finding(file=printable_path(raw), evidence="amount += item.price", line=6), sent)

    assert (found.file, found.withheld_because) == (raw, "")


@pytest.mark.parametrize(("line", "inside"), [(10, True), (6, False)])
def test_in_diff_says_whether_the_quote_stands_on_added_lines(line: int, inside: bool) -> None:
    quote = TEXT.split("\n")[line - 1]

    assert judged(finding(evidence=quote, line=line)).in_diff is inside


def test_in_diff_is_unknown_without_a_diff() -> None:
    sent = payload(ChangedFile(path="src/app.py"), contents={"src/app.py": TEXT}, has_diff=False)

    assert judged(finding(evidence="amount += item.price", line=6), sent).in_diff is None


def test_field_case_9_a_left_out_file_cannot_be_missing() -> None:
    sent = payload(
        changed("src/app.py", CHANGE), contents={"src/app.py": TEXT}, omissions=[omission("src/util/helpers.py")]
    )
    claims = [
        "The module src/util/helpers.py is missing.",
        "`helpers.py` does not exist, so the import fails.",
        "It imports a missing file `helpers.py`.",
        "Cannot find src.util.helpers, the import will raise.",
        "helpers.py wasn't included in this change.",
        "Could not resolve './helpers'.",
        "There is no helpers.py in the project",
    ]

    for claim in claims:
        found = judged(finding(message=claim, evidence="import os", line=1), sent)
        assert "src/util/helpers.py was left out" in found.withheld_because, claim


@pytest.mark.parametrize(
    "message",
    [
        "The call into helpers.py lacks a null check.",
        "Missing validation before helpers.py is called.",
        "os is missing.",
    ],
)
def test_other_statements_about_a_left_out_file_stand(message: str) -> None:
    sent = payload(changed(), contents={"src/app.py": TEXT}, omissions=[omission("src/util/helpers.py")])

    assert judged(finding(message=message, evidence="amount += item.price", line=6), sent).withheld_because == ""


def test_a_finding_in_a_left_out_file_is_withheld_with_the_reason_it_was_left_out() -> None:
    sent = payload(
        changed(), contents={"src/app.py": TEXT}, omissions=[omission("big.py", OmissionKind.UNREAD, "denied")]
    )

    found = judged(finding(file="big.py", evidence="anything at all"), sent)

    assert found.withheld_because == "big.py was left out of what this reviewer was sent: denied"


def test_field_case_11_the_number_of_a_removed_line_is_not_used_on_the_new_side() -> None:
    sent = payload(changed("src/app.py", hunk(" keep_one()\n-old_call(1)\n keep_two()\n+new_call(1)", 50, 80)))

    removed = judged(finding(evidence="old_call(1)", line=51), sent)
    kept = judged(finding(evidence="keep_two()", line=52), sent)

    assert (removed.anchor, removed.line, removed.in_diff) == (Anchor.REMOVED, 81, True)
    assert (kept.anchor, kept.line, kept.in_diff) == (Anchor.MOVED, 81, False)


def test_field_case_13_a_finding_on_a_deleted_file_stands_on_what_was_removed() -> None:
    gone = changed("src/gone.py", hunk("-def used_by_others():\n-    return 1", 1, 1), status=Status.DELETED)

    found = judged(finding(file="src/gone.py", evidence="def used_by_others():", line=1), payload(gone))
    invented = judged(finding(file="src/gone.py", evidence="def never_there():", line=1), payload(gone))

    assert (found.file, found.line, found.anchor, found.in_diff) == ("src/gone.py", 1, Anchor.REMOVED, True)
    assert invented.withheld_because


def test_field_case_13_the_old_path_of_a_renamed_file_leads_to_the_new_one() -> None:
    moved = changed("src/new.py", hunk("+amount = price * 2"), status=Status.RENAMED, old_path="src/old.py")

    found = judged(finding(file="src/old.py", evidence="amount = price * 2", line=1), payload(moved))

    assert (found.file, found.anchor) == ("src/new.py", Anchor.EXACT)


def test_field_case_13_the_source_of_a_copy_is_still_a_file_of_its_own() -> None:
    copy = changed("src/new.py", hunk("+amount = price * 2"), status=Status.COPIED, old_path="src/old.py")

    found = judged(finding(file="src/old.py", evidence="amount = price * 2", line=1), payload(copy))

    assert "the quote stands in src/new.py" in found.withheld_because
    assert found.file == "src/old.py"


def test_field_case_13_a_finding_on_a_binary_file_is_withheld() -> None:
    found = judged(finding(file="logo.png", evidence="anything at all"), payload(changed("logo.png", binary=True)))

    assert found.withheld_because == "logo.png is a binary file: no line of it was shown"


@pytest.mark.parametrize("ending", ["\r\n", "\n", "\r\r\n"])
def test_field_case_26_line_endings_do_not_matter(ending: str) -> None:
    text = TEXT.replace("\n", ending)
    mixed = text.replace(ending, "\n", 3)

    for source in (text, mixed):
        sent = payload(changed(), contents={"src/app.py": source})
        quote = "for item in items:\r\n        amount += item.price\r\n"
        found = judged(finding(evidence=quote, line=5), sent)
        assert (found.anchor, found.line) == (Anchor.EXACT, 5)
        assert "\r" not in found.file


def test_secrets_are_taken_out_of_every_text_of_a_finding() -> None:
    secret = "hunter2" + "hunter2"
    line = f'password = "{secret}"'
    sent = payload(changed(), contents={"src/app.py": f"import os\n{line}\n"})

    found = judged(finding(evidence=line, line=2, message=f"Found {line}", suggested_fix=f"Drop {line}"), sent)

    assert found.anchor is Anchor.EXACT
    assert secret not in repr(found)
    assert found.evidence == 'password = "[redacted]"'


def test_a_quote_of_redacted_text_is_found_in_the_original() -> None:
    secret = "hunter2" + "hunter2"
    sent = payload(
        changed("src/app.py", hunk(f'+password = "{secret}"', 5, 5)), contents={"src/b.py": f'x\npassword = "{secret}"'}
    )

    in_diff = judged(finding(evidence='password = "[redacted]"', line=5), sent)
    in_text = judged(finding(file="src/b.py", evidence='password = "[redacted]"', line=2), sent)

    assert (in_diff.anchor, in_text.anchor) == (Anchor.EXACT, Anchor.EXACT)


def test_a_withheld_finding_stays_withheld_and_loses_its_secrets() -> None:
    found = judged(finding(withheld_because="no line", line=0, message='token = "abcdef123456789"'))

    assert (found.withheld_because, found.line, found.anchor) == ("no line", 0, None)
    assert found.message == 'token = "[redacted]"'


CODE = st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=40)


# On a busy machine making the lines takes longer than Hypothesis thinks it should.
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(CODE, min_size=1, max_size=30), st.data(), st.booleans())
def test_a_verbatim_quote_always_anchors_at_its_line(lines: list[str], data: st.DataObject, diff_only: bool) -> None:
    start = data.draw(st.integers(0, len(lines) - 1))
    end = data.draw(st.integers(start, min(start + 4, len(lines) - 1)))
    quote = "\n".join(lines[start : end + 1])
    assume(any(char.isalnum() for char in lines[start]))
    assume(lines[start].strip())
    source = "\n".join(lines)
    if diff_only:
        sent = payload(changed("src/app.py", hunk("\n".join(f"+{line}" for line in lines))))
    else:
        sent = payload(changed(), contents={"src/app.py": source})

    found = judged(finding(evidence=quote, line=start + 1), sent, strict=False)

    assert (found.withheld_because, found.anchor) == ("", Anchor.EXACT)
    assert found.line == start + 1


def test_thousands_of_findings_are_checked_in_seconds() -> None:
    files = [f"src/f{number}.py" for number in range(20)]
    text = "\n".join(f"value_{number} = compute({number})  # padding so that lines are long" for number in range(2_000))
    sent = payload(*(changed(path) for path in files), contents=dict.fromkeys(files, text))
    evidence = Evidence.of(sent)
    quotes = [f"value_{number} = compute({number})" for number in range(2_000)]
    started = time.process_time()

    found = [
        check(finding(file=files[number % 20], evidence=quotes[number % 2_000], line=1), evidence, strict=True)
        for number in range(4_000)
    ]
    lost = [
        check(finding(file=files[0], evidence=f"invented_{number}()", line=1), evidence, strict=True)
        for number in range(200)
    ]

    assert time.process_time() - started < 20
    assert all(one.anchor for one in found)
    assert all(one.withheld_because for one in lost)
