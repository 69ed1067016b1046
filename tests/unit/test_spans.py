"""Differences of two texts as edits: each is found again, and together they make the second text of the first."""

from hypothesis import given, settings
from hypothesis import strategies as st

from orchestrator.values.fix import Edit
from orchestrator.values.spans import Span, edits_of, spans_between

TEXT = st.text(alphabet="ab\n", max_size=16)


def put_in(text: str, edits: tuple[Edit, ...]) -> str:
    for edit in edits:
        assert text.find(edit.find) == text.rfind(edit.find)
    # All are found in the text as it was; from the last to the first, so that places stay.
    for place, edit in sorted(((text.index(one.find), one) for one in edits), key=lambda pair: -pair[0]):
        text = text[:place] + edit.replace + text[place + len(edit.find) :]
    return text


@settings(max_examples=200, deadline=None)
@given(TEXT.filter(bool), TEXT)
def test_a_difference_is_made_of_edits_that_are_found_once(before: str, after: str) -> None:
    edits = edits_of("a", before, spans_between(before, after))
    assert edits is not None
    assert put_in(before, edits) == after


def test_an_edit_quotes_as_little_as_is_found_once() -> None:
    before = "a\nb\na\nc\n"
    assert edits_of("f", before, [Span(6, 7, "d")]) == (Edit("f", "c", "d"),)
    assert edits_of("f", before, [Span(4, 5, "x")]) == (Edit("f", "b\na\n", "b\nx\n"),)


def test_spans_that_cannot_be_are_none() -> None:
    assert edits_of("f", "abc", [Span(0, 2, ""), Span(1, 3, "")]) is None
    assert edits_of("f", "abc", [Span(1, 1, "x"), Span(1, 1, "y")]) is None
    assert edits_of("f", "abc", [Span(2, 4, "")]) is None
    assert edits_of("f", "abc", []) == ()
