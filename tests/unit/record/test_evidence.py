"""Quotes against files as they are now, and locations as people write them."""

import pytest

from orchestrator.record.evidence import MAX_BYTES, Files, compare
from orchestrator.record.location import Place, read_location
from orchestrator.record.model import Code, StepName
from orchestrator.record.validate import validate
from tests.unit.record.build import record_of, recorded

FILE = "\ufeffone();\r\n\ttwo( a,\r\n b );\r\n" + "\r\n" * 20 + "one();\r\nlast();"


def code(text: str | bytes | None, place: Place, quote: str) -> str | None:
    data = text.encode() if isinstance(text, str) else text
    fault = compare(Files(lambda _path: data), place, quote)
    return fault[0].value if fault else None


def at(first: int, last: int = 0) -> Place:
    return Place("a.py", first, last or first)


@pytest.mark.parametrize(
    ("place", "quote", "expected"),
    [
        (at(1), "one();\n", None),
        (at(2, 3), "two(a,\nb);\n", None),
        (at(2), "  two(\n  b\n", None),
        (at(7), "two(a,", None),
        (at(8), "two(a,", "review_evidence_moved"),
        (at(25), "last();", None),
        (at(26), "last();", "review_location_missing"),
        (at(20, 25), "one();", None),
        (at(10), "one();", "review_evidence_moved"),
        (at(1), "two(a,\nlast();", "review_evidence_not_found"),
        (at(1), "one();\nb );", "review_evidence_not_found"),
    ],
)
def test_a_quote_in_a_file(place: Place, quote: str, expected: str | None) -> None:
    assert code(FILE, place, quote) == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (None, "review_location_missing"),
        (b"", "review_location_missing"),
        (b"one();\0", "review_evidence_unchecked"),
        (b"one(); \xff", "review_evidence_unchecked"),
        (b"one();\n" + b" " * MAX_BYTES, "review_evidence_unchecked"),
        (b"one();\n" + b" " * (MAX_BYTES - 7), None),
    ],
)
def test_files_that_are_not_there_or_not_text(data: bytes | None, expected: str | None) -> None:
    assert code(data, at(1), "one();") == expected


def test_a_quote_that_would_take_too_long_is_refused_at_once() -> None:
    many = "a\n" * 100_000
    fault = compare(Files(lambda _path: many.encode()), at(1), "a\n" * 500)
    assert fault is not None
    assert fault[0] is Code.EVIDENCE_NOT_FOUND
    assert "too long" in fault[1]
    assert code(many, at(1), "a\n" * 100) is None


def test_a_long_run_of_blanks_is_white_space_like_any_other() -> None:
    assert code("one(\n", at(1), "one" + " " * 500_000 + "(") is None


def test_a_file_is_read_once() -> None:
    paths: list[str] = []

    def read(path: str) -> bytes:
        paths.append(path)
        return b"one();\n"

    parsed = record_of(*(recorded(id=f"R-security-{n}", location="a.py:1", evidence="one();") for n in range(1, 5)))
    assert validate(parsed, active={}, read=read) == ()
    assert paths == ["a.py"]


PLAN, CODE = StepName.PLAN, StepName.CODE


@pytest.mark.parametrize(
    ("text", "step", "expected"),
    [
        ("a.py:3", CODE, Place("a.py", 3, 3)),
        ("./src//a.py:3-9", CODE, Place("src/a.py", 3, 9)),
        ("src\\a.py:3", CODE, Place("src/a.py", 3, 3)),
        ("a b:c.py:3", CODE, Place("a b:c.py", 3, 3)),
        ("a#b.py:3", CODE, Place("a#b.py", 3, 3)),
        ("..a/b..py:3", CODE, Place("..a/b..py", 3, 3)),
        ("odd\udcff.py:3", CODE, Place("odd\udcff.py", 3, 3)),
        ("a.py:3", PLAN, Place("a.py", 3, 3)),
        ("design.md#A  decision: yes", PLAN, Place("plans/x/design.md", heading="A decision: yes")),
        ("sub\\design.md#C\\D", PLAN, Place("plans/x/sub/design.md", heading="C\\D")),
        ("design.md#Step 3:4", PLAN, Place("plans/x/design.md", heading="Step 3:4")),
        ("design.md#Open", CODE, Place("plans/x/design.md", heading="Open")),
    ],
)
def test_locations(text: str, step: StepName, expected: Place) -> None:
    assert read_location(text, step, "plans/x/") == expected


@pytest.mark.parametrize(
    "text",
    [
        *("", "a.py", "a.py:", ":3", "a.py:x", "a.py:0", "a.py:03", "a.py:9-3", "a.py:3-", "a.py:3,4", "a.py:٣"),
        *("/a.py:3", "\\a.py:3", "C:\\a.py:3", "c:/a.py:3", "../a.py:3", "a/../../b.py:3", "a\\..\\b.py:3", "a\0.py:3"),
        *("#Heading", "design.md#", "design.md#  ", "../design.md#Open", "/design.md#Open", ".:3", "./#x"),
    ],
)
def test_what_is_no_location(text: str) -> None:
    for step in StepName:
        assert isinstance(read_location(text, step, "plans/x"), str)


HEADINGS = """# Top

text

## Open ##

question

### Deeper

deep

```
## Open
inside
```

## Open

again

# Last
"""


@pytest.mark.parametrize(
    ("heading", "quote", "expected"),
    [
        ("Open", "question", None),
        ("Open", "again", None),
        ("Deeper", "deep", None),
        ("Top", "again", None),
        ("Last", "question", "review_evidence_moved"),
        ("inside", "deep", "review_location_missing"),
        ("open", "question", "review_location_missing"),
    ],
)
def test_a_quote_below_a_heading(heading: str, quote: str, expected: str | None) -> None:
    assert code(HEADINGS, Place("d.md", heading=heading), quote) == expected
