"""Cutting a change down to the bounds of a single reviewer: nothing goes without being named."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from orchestrator.dispatch.bounded import Bound, bounded
from orchestrator.dispatch.pack import change_size
from orchestrator.values.change import ChangedFile
from orchestrator.values.turn import OmissionKind
from tests.support.values import added_file


def hunks_of(path: str, *sizes: int) -> ChangedFile:
    """A file whose hunks have `sizes` lines."""
    parts = [added_file(path, "x = 1\n" * size).hunks[0] for size in sizes]
    return replace(added_file(path, ""), hunks=tuple(parts))


def test_everything_that_fits_stays_in_its_order() -> None:
    files = (added_file("tests/test_a.py", "a\n"), added_file("b.py", "b\n"))
    assert bounded(files, Bound(2, 1000)) == (files, ())


def test_tests_and_generated_files_give_way_to_sources() -> None:
    files = tuple(added_file(path, "x\n") for path in ("dist/a.js", "tests/test_a.py", "z.py", "a.py"))
    kept, left = bounded(files, Bound(2, 1000))
    assert [file.path for file in kept] == ["z.py", "a.py"]
    assert [(one.file, one.kind) for one in left] == [
        ("tests/test_a.py", OmissionKind.BUDGET),
        ("dist/a.js", OmissionKind.BUDGET),
    ]
    assert "2 files that max_files allows" in left[0].reason


def test_a_file_too_large_keeps_the_hunks_that_fit() -> None:
    big = hunks_of("a.py", 5, 5, 500)
    kept, left = bounded((big,), Bound(10, 500))
    assert [len(file.hunks) for file in kept] == [2]
    assert (
        left[0].reason
        == "only 2 of the 3 parts of its change fit into the 500 characters of diff that max_diff_chars allows"
    )


def test_a_hunk_is_never_cut() -> None:
    kept, left = bounded((hunks_of("a.py", 500), added_file("b.py", "x\n")), Bound(10, 300))
    assert [file.path for file in kept] == ["b.py"]
    assert "does not fit" in left[0].reason


@given(
    st.lists(st.lists(st.integers(1, 30), min_size=1, max_size=4), max_size=8),
    st.integers(1, 6),
    st.integers(1, 3000),
)
def test_no_file_is_lost_and_no_bound_exceeded(sizes: list[list[int]], files: int, chars: int) -> None:
    change = tuple(hunks_of(f"f{number}.py", *hunks) for number, hunks in enumerate(sizes))
    kept, left = bounded(change, Bound(files, chars))
    assert len(kept) <= files
    assert sum(map(change_size, kept)) <= chars
    whole = {file.path for file in kept if file in change}
    assert {file.path for file in change} == whole | {one.file for one in left}
    assert whole.isdisjoint({one.file for one in left})
