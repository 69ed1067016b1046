"""The hunks of a fix, and where a line has gone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.fixloop.difference import AROUND, blocks_between, fix_of, lines_of, place_after
from orchestrator.values.change import LineKind, LineRange, Status
from tests.support.trees import changed

NUMBERS = "".join(f"line {number}\n" for number in range(1, 101))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (NUMBERS, NUMBERS.replace("line 50\n", "line fifty\n")),
        (NUMBERS, NUMBERS.replace("line 50\n", "")),
        (NUMBERS, NUMBERS.replace("line 50\n", "line 50\nand a half\n")),
        (NUMBERS, "first\n" + NUMBERS + "last\n"),
        (NUMBERS, NUMBERS.replace("line 10\n", "").replace("line 90\n", "x\ny\n")),
        (NUMBERS, NUMBERS.replace("line 30\n", "a\n").replace("line 70\n", "b\n")),
        (NUMBERS, NUMBERS.replace("line 30\n", "a\n").replace("line 72\n", "b\n")),
        (None, "one\ntwo\n"),
        ("one\ntwo\n", None),
        ("one\n", ""),
        ("", "one\n"),
        (NUMBERS, NUMBERS),
        ("same\r\nold\r\n", "same\r\nnew\r\n"),
    ],
)
def test_a_fix_is_cut_into_hunks_as_git_cuts_a_change(before: str | None, after: str | None) -> None:
    assert fix_of("a.py", before, after) == changed("a.py", before, after, context=AROUND)


def test_line_ends_alone_are_no_change_that_could_be_shown() -> None:
    assert fix_of("a.py", "one\r\n", "one\n").hunks == ()
    assert fix_of("a.py", "one", "one\n").status is Status.MODIFIED


@pytest.mark.parametrize(
    ("after", "line", "place"),
    [
        ("one\ntwo\nthree\n", 2, (2, 2)),
        ("zero\none\ntwo\nthree\n", 2, (3, 3)),
        ("one\n2\n2b\nthree\n", 2, (2, 3)),
        ("one\n2\n2b\nthree\n", 3, (4, 4)),
        ("one\nthree\n", 2, (1, 2)),
        ("two\nthree\n", 1, (1, 1)),
        ("one\ntwo\n", 3, (2, 3)),
        ("one\ntwo\nthree\n", 0, (1, 1)),
        ("", 2, (1, 1)),
    ],
)
def test_a_line_is_followed_through_the_fix(after: str, line: int, place: tuple[int, int]) -> None:
    assert place_after("one\ntwo\nthree\n", after, line) == LineRange(*place)


TEXTS = st.lists(st.sampled_from("abc"), max_size=12).map(lambda lines: "".join(f"{line}\n" for line in lines))


@given(before=TEXTS, after=TEXTS)
def test_both_sides_can_be_read_off_the_hunks(before: str, after: str) -> None:
    old, new = lines_of(before), lines_of(after)
    file = fix_of("a.py", before, after)
    for hunk in file.hunks:
        for line in hunk.lines:
            assert line.old is None or old[line.old - 1] == line.text
            assert line.new is None or new[line.new - 1] == line.text
        assert sum(line.kind is not LineKind.ADDED for line in hunk.lines) == hunk.old_count
        assert sum(line.kind is not LineKind.REMOVED for line in hunk.lines) == hunk.new_count
    assert (file.hunks == ()) == (old == new)
    changed_lines = {n for block in blocks_between(old, new) for n in range(block.old, block.old_end)}
    for number in range(1, len(old) + 1):
        if number - 1 not in changed_lines:
            assert new[place_after(before, after, number).start - 1] == old[number - 1]
