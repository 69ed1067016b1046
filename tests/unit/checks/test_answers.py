import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.checks.answers import FORMAT, Answer, Mark, decode, encode, within
from orchestrator.checks.quotations import put_back, take_out

KEY = "k" * 64
ANSWER = Answer("1.2", (Mark("rule", 3, 4, ("says ", (5, 2))), Mark("other", 1, 1)))


def entry(value: object) -> bytes:
    body = json.dumps(value).encode()
    return sha256(body).hexdigest().encode() + b"\n" + body


def test_an_entry_is_read_back_under_its_own_key_only() -> None:
    assert decode(KEY, encode(KEY, ANSWER)) == ANSWER
    assert decode("x" * 64, encode(KEY, ANSWER)) is None
    assert decode(KEY, encode(KEY, Answer("", ()))) == Answer("", ())


@pytest.mark.parametrize(
    "value",
    [
        [],
        {},
        None,
        ["another-format/1", KEY, "1", []],
        [FORMAT, KEY, 1, []],
        [FORMAT, KEY, "1", {}],
        [FORMAT, KEY, "1", [["rule", 1, 1]]],
        [FORMAT, KEY, "1", [["rule", "1", 1, []]]],
        [FORMAT, KEY, "1", [["rule", True, 1, []]]],
        [FORMAT, KEY, "1", [["rule", -1, 1, []]]],
        [FORMAT, KEY, "1", [[None, 1, 1, []]]],
        [FORMAT, KEY, "1", [["rule", 1, 1, [[1, 2, 3]]]]],
        [FORMAT, KEY, "1", [["rule", 1, 1, None]]],
    ],
)
def test_a_foreign_entry_is_none_even_with_a_fitting_checksum(value: object) -> None:
    assert decode(KEY, entry(value)) is None


@given(st.binary(max_size=200))
def test_noise_is_never_an_answer(data: bytes) -> None:
    assert decode(KEY, data) is None


@given(st.integers(0, len(encode(KEY, ANSWER)) - 1), st.integers(1, 255))
def test_no_single_wrong_byte_passes(place: int, change: int) -> None:
    data = bytearray(encode(KEY, ANSWER))
    data[place] ^= change
    assert decode(KEY, bytes(data)) is None


def test_a_place_lies_inside_the_file() -> None:
    lines = ("a", "b")
    assert [within(Mark("r", *place), lines) for place in ((1, 2), (0, 1), (2, 3), (2, 1))] == [
        True,
        False,
        False,
        False,
    ]


def test_what_a_message_quotes_is_kept_as_a_place() -> None:
    text = 'token = "s3cr3t"\n'
    pieces = take_out('Literal `"s3cr3t"` is compared with itself', text)
    assert pieces is not None
    assert "s3cr3t" not in "".join(piece for piece in pieces if isinstance(piece, str))
    assert put_back(pieces, text) == 'Literal `"s3cr3t"` is compared with itself'


@pytest.mark.parametrize(
    "message",
    [
        "Literal `s3cr3t9` in another spelling",
        'password = "correct horse"',
        f"Name `{'a' * 40}` too long",
        "Not plain: `é`",
    ],
)
def test_a_message_that_may_hold_more_of_the_file_is_not_kept(message: str) -> None:
    assert take_out(message, "x = 1\n") is None


def test_a_place_beyond_the_text_gives_no_message() -> None:
    assert put_back(("says ", (3, 5)), "abcd") is None


@given(st.text(max_size=60), st.text(max_size=60))
def test_what_is_taken_out_can_be_put_back(message: str, text: str) -> None:
    pieces = take_out(message, text)
    assert pieces is None or put_back(pieces, text) == message
