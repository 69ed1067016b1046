"""Server-sent events, cut into pieces at every place."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.engines.wire.sse import Event, SseParser

STREAM = (
    "\ufeff: a comment\r\n"
    'event: first\r\ndata: {"text": "größer"}\r\n\r\n'
    ": another\n\n"
    "data: two\ndata:lines\nid: 7\nretry: 10\n\n"
    "data\n\n"
    "event: nothing\n\n"
    "data: by carriage return\r\r"
    "junk without a colon\ndata: last\n\n"
    "data: never ended\n"
).encode()
EVENTS = [
    Event("first", '{"text": "größer"}'),
    Event("", "two\nlines"),
    Event("", ""),
    Event("", "by carriage return"),
    Event("", "last"),
]


def parsed(*pieces: bytes) -> list[Event]:
    parser = SseParser()
    return [event for piece in pieces for event in parser.feed(piece)]


def test_a_whole_stream() -> None:
    assert parsed(STREAM) == EVENTS


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50])
def test_pieces_of_any_size(size: int) -> None:
    assert parsed(*(STREAM[start : start + size] for start in range(0, len(STREAM), size))) == EVENTS


@given(st.lists(st.integers(0, len(STREAM)), max_size=6))
def test_pieces_cut_anywhere(cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), len(STREAM)]
    assert parsed(*(STREAM[start:end] for start, end in pairwise(edges))) == EVENTS


def test_text_that_is_not_utf_8_is_an_error_only_when_it_is_reached() -> None:
    events = SseParser().feed(b"data: good\n\ndata: \xff\n\n")
    assert next(events) == Event("", "good")
    with pytest.raises(UnicodeDecodeError):
        next(events)
