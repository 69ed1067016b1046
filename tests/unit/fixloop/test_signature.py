"""When two reports are one finding, and when they only look alike."""

import re
from hashlib import sha256
from typing import Any

import pytest

from orchestrator.fixloop.signature import is_near, normalise, signature
from tests.unit.findings.build import finding

SAME = [
    ("Unused import `os`.", "Unused import `sys`."),
    ('The key "a b" is read twice.', 'The key "c" is read twice.'),
    ("The key 'it's' is read.", "The key 'x' is read."),
    ("Call “one” again.", "Call “two” again."),
    ("Broken since 2024-05-01.", "Broken since 2025-11-30."),
    ("Seen at 2024-05-01T10:00:00Z.", "Seen at 2024-05-02T23:59:59.123+02:00."),
    ("Seen at 10:15:30.", "Seen at 23:00:01.5."),
    ("Introduced by deadbeef.", "Introduced by 0123456789abcdef."),
    ("Introduced by 1234567.", "Introduced by 12ab567."),
    ("Object 550e8400-e29b-41d4-a716-446655440000 leaks.", "Object 00000000-0000-4000-8000-000000000000 leaks."),
    ("At address 0x7f it fails.", "At address 0xdeadbeef it fails."),
    ("The loop on line 12 never ends.", "The loop on line 14 never ends."),
    ("See lines 12-14 for it.", "See lines 3, 4 and 9 for it."),
    ("See L12 for it.", "See line 7 for it."),
    ("See L12-L15 for it.", "See L3 for it."),
    ("app.py:12 is wrong.", "app.py:9:30 is wrong."),
    ("It takes 5 of 10.", "It takes 3 of 1,000."),
    ("It is 3.5 times slower.", "It is 12 times slower."),
    ("The  Total\n is WRONG.", "the total is wrong."),
    ("Straße is wrong.", "STRASSE is wrong."),
    ("Caf\u00e9 is wrong.", "Cafe\u0301 is wrong."),
]
DIFFERENT = [
    ("The total is wrong.", "The total is missing."),
    ("utf8 is assumed.", "utf16 is assumed."),
    ("user1 is read.", "user2 is read."),
    ("The name isn't used, it's dead.", "The name isn't read, it's dead."),
    ("The users' names and the dogs' bowls.", "The users' bowls and the dogs' bowls."),
    ("Introduced by abc123.", "Introduced by abc124."),
    ("The baseline drifts.", "The headline drifts."),
    ("An odd ` tick here.", "An odd ` tock here."),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_changes_between_reports_does_not_matter(one: str, other: str) -> None:
    assert normalise(one) == normalise(other)
    assert signature(finding(message=one)) == signature(finding(message=other))


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_says_something_else_differs(one: str, other: str) -> None:
    assert signature(finding(message=one)) != signature(finding(message=other))


@pytest.mark.parametrize(
    "change", [{"agent": "naming-review"}, {"file": "src/other.py"}, {"category": "totals"}, {"message": "Other."}]
)
def test_each_part_counts(change: dict[str, Any]) -> None:
    assert signature(finding(**change)) != signature(finding())


def test_line_severity_and_confidence_stay_outside() -> None:
    assert signature(finding(line=900, severity="warning", confidence="none", evidence="x")) == signature(finding())
    assert [is_near(10, line) for line in (6, 7, 10, 13, 14)] == [False, True, True, True, False]


def test_the_parts_are_joined_by_the_unit_separator() -> None:
    given = finding(agent="a", file="f.py", category="c", message="Wrong.")
    assert signature(given) == sha256(b"a\x1ff.py\x1fc\x1fwrong.").hexdigest()
    assert signature(finding(file="a\x1fb", category="c")) != signature(finding(file="a", category="b\x1fc"))


def test_text_that_utf8_cannot_say_has_a_signature() -> None:
    assert re.fullmatch("[0-9a-f]{64}", signature(finding(message="odd \ud800", file="a\udcff.py")))


def test_hostile_text_is_read_in_reasonable_time() -> None:
    for piece in ("`", "'", "a' ", '"x', "line 1, ", "0x", "1.", "``` "):
        assert normalise(piece * 20_000)
