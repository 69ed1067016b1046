"""Each shape of a reply gets its name, and nothing is mended."""

import json
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from orchestrator.findings.reply import MAX_REPLY_CHARS, ReadReply, read_reply
from orchestrator.values.outcome import ReplyShape

GOOD = '{"status": "pass", "issues": [], "summary": "has } and \\" and ``` inside"}'
DATA = json.loads(GOOD)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        (GOOD, ReplyShape.CLEAN),
        (f"\ufeff\n {GOOD}\r\n", ReplyShape.CLEAN),
        (f"Here it is:\n```json\n{GOOD}\n```\nDone.", ReplyShape.FENCED),
        (f"```\n{GOOD}\n```", ReplyShape.FENCED),
        (f"~~~json\n{GOOD}\n~~~", ReplyShape.FENCED),
        (f'```python\nx = {{"a": 1}}\n```\n```json\n{GOOD}\n```', ReplyShape.FENCED),
        (f"```json\n{GOOD}\n```\nOnce more:\n```json\n{GOOD}\n```", ReplyShape.FENCED),
        (f"{GOOD}\nThat is: {GOOD}", ReplyShape.EMBEDDED),
        (f"The function {{name}} is fine, and so is {{}}. {GOOD} Bye {{}}", ReplyShape.EMBEDDED),
        (f'```python\nx = {{"a": 1}}\n```\n{GOOD}', ReplyShape.EMBEDDED),
        (f"```json\n{GOOD}", ReplyShape.EMBEDDED),
        (GOOD + "}", ReplyShape.EMBEDDED),
    ],
)
def test_a_readable_reply_is_read_and_its_shape_named(text: str, shape: ReplyShape) -> None:
    assert read_reply(text) == ReadReply(shape, DATA)


@pytest.mark.parametrize(
    ("text", "shape", "said"),
    [
        ("", ReplyShape.EMPTY, "blank"),
        (" \n\t\ufeff", ReplyShape.NOT_JSON, "no JSON object"),
        ("\ufeff \n", ReplyShape.EMPTY, "blank"),
        ("I found nothing.", ReplyShape.NOT_JSON, "no JSON object"),
        (GOOD[:-1], ReplyShape.TRUNCATED, "closed"),
        ('{"status": "fail", "issues": [{"message": "it says', ReplyShape.TRUNCATED, "closed"),
        (f"```json\n{GOOD[:-20]}\n```", ReplyShape.TRUNCATED, "closed"),
        ("{'status': 'pass'}", ReplyShape.NOT_JSON, "no JSON object"),
        ('{"a": NaN}', ReplyShape.NOT_JSON, "NaN"),
        ('{"a": -Infinity}', ReplyShape.NOT_JSON, "Infinity"),
        ('{"a": 1e999}', ReplyShape.NOT_JSON, "too large"),
        ('{"a": ' + "1" * 5000 + "}", ReplyShape.NOT_JSON, "limit"),
        ("[" * 100_000, ReplyShape.NOT_JSON, "no JSON object"),
        ('{"a":' * 100_000 + "1" + "}" * 100_000, ReplyShape.NOT_JSON, "too deeply"),
        ('{"status": "fail", "status": "pass"}', ReplyShape.SCHEMA_DRIFT, "'status' is given twice"),
        ('```json\n{"a": {"b": 1, "b": 2}}\n```', ReplyShape.SCHEMA_DRIFT, "'b' is given twice"),
        ("x" * (MAX_REPLY_CHARS + 1), ReplyShape.NOT_JSON, "characters"),
    ],
)
def test_an_unreadable_reply_says_what_is_wrong(text: str, shape: ReplyShape, said: str) -> None:
    read = read_reply(text)

    assert (read.shape, read.data) == (shape, None)
    assert said in read.error


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        (f'```json\n{GOOD}\n```\n```json\n{{"status": "fail"}}\n```', ReplyShape.SCHEMA_DRIFT),
        (f'{GOOD}\nWait, I found one:\n{{"status": "fail", "issues": []}}', ReplyShape.SCHEMA_DRIFT),
        (f'{GOOD} [{{"severity": "error"}}]', ReplyShape.SCHEMA_DRIFT),
        (f'{GOOD}\n{{"severity": "error"}}', ReplyShape.SCHEMA_DRIFT),
        (f'{GOOD}\n{{"status": "fail", "issues": [{{"message": "cut', ReplyShape.TRUNCATED),
        (f'{{"status": "fail"}}\n```json\n{GOOD}\n```', ReplyShape.SCHEMA_DRIFT),
    ],
)
def test_a_draft_that_passes_never_hides_what_stands_beside_it(text: str, shape: ReplyShape) -> None:
    read = read_reply(text)

    assert (read.shape, read.data) == (shape, None)
    assert "JSON value" in read.error


@pytest.mark.parametrize("fence", ["```json\n{}\n```", "{}"])
def test_field_case_7_a_trailing_comma_is_a_failure_with_its_shape(fence: str) -> None:
    broken = fence.replace("{}", '{"status": "pass", "issues": [], "summary": "",}')

    read = read_reply(broken)

    assert (read.shape, read.data) == (ReplyShape.NOT_JSON, None)
    assert "trailing comma" in read.error


def test_a_broken_answer_is_not_replaced_by_a_later_one() -> None:
    read = read_reply(f'{{"status": "fail", "issues": [1,],}}\nor perhaps {GOOD}')

    assert (read.shape, read.data) == (ReplyShape.NOT_JSON, None)


def test_field_case_8_json_decides_over_prose() -> None:
    read = read_reply('No issues found.\n\n[{"severity": "error", "message": "a ] b"}, {"severity": "warning"}]')

    assert read.shape is ReplyShape.EMBEDDED
    assert read.data == [{"severity": "error", "message": "a ] b"}, {"severity": "warning"}]


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.text(),
        st.lists(st.sampled_from(["{", "}", "[", "]", '"', "\\", "```", "\n", ":", ",", "json", " ", '{"a"', "1"])).map(
            "".join
        ),
        st.tuples(st.text(max_size=20), st.text(max_size=20)).map(lambda ends: ends[0] + GOOD + ends[1]),
    )
)
@example('"\ud800"')
@example("null")
def test_reading_never_raises_and_data_comes_only_without_error(text: str) -> None:
    read = read_reply(text)

    assert not (read.error and read.data is not None)
    assert read.error or read.shape in {ReplyShape.CLEAN, ReplyShape.FENCED, ReplyShape.EMBEDDED}


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(st.text(), st.text(), min_size=1),
    st.sampled_from(["", "Sure.\n", "See {this}: "]),
)
def test_any_object_survives_prose_around_it(data: dict[str, str], prose: str) -> None:
    assert read_reply(f"{prose}{json.dumps(data)}\nThat is all.").data == data


@pytest.mark.parametrize(
    "hostile",
    ['{"' + 'a{"' * 300_000, 'x {"a":"' + '\\"' * 500_000, "```\n" * 200_000, "{" + " " * 500_000, "~" * 500_000],
)
def test_hostile_replies_are_read_in_linear_time(hostile: str) -> None:
    started = time.process_time()
    read_reply(hostile)

    assert time.process_time() - started < 5
