"""What a lens is shown, how much of it, and what is named when it is not shown."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.dispatch.excerpts import excerpts_of
from orchestrator.dispatch.pack import Budget, budget_of, change_size, make_packs
from orchestrator.dispatch.payload import Material, Packer, build_payload
from orchestrator.dispatch.value_order import rank
from orchestrator.values.change import ChangedFile, DiffLine, Hunk, LineKind, Status
from orchestrator.values.lens import ContextNeed
from orchestrator.values.turn import EngineInfo, Omission, OmissionKind, Payload
from tests.support.values import added_file, make_lens

BUDGET = Budget(change=250, content=250, file=100)


def only(payloads: tuple[Payload, ...]) -> Payload:
    (payload,) = payloads
    return payload


def edited(path: str, *places: int, width: int = 20) -> ChangedFile:
    """A file with one changed line of `width` characters at each of `places`."""
    hunks = tuple(
        Hunk(
            at,
            1,
            at,
            1,
            (DiffLine(LineKind.REMOVED, "o" * width, at, None), DiffLine(LineKind.ADDED, "n" * width, None, at)),
        )
        for at in places
    )
    return ChangedFile(path=path, status=Status.MODIFIED, hunks=hunks)


def test_a_diff_only_lens_gets_no_contents_where_there_is_a_diff() -> None:
    file = added_file("a.py", "x = 1")
    material = Material(has_diff=True, contents={"a.py": "x = 1\n"})
    lens = make_lens(context=ContextNeed.DIFF_ONLY)
    assert only(build_payload(lens, (file,), material, BUDGET)).contents == {}
    whole = Material(has_diff=False, contents={"a.py": "x = 1\n"})
    assert only(build_payload(lens, (ChangedFile(path="a.py"),), whole, BUDGET)).contents == {"a.py": "x = 1\n"}


def test_tree_and_change_list_go_to_structure_lenses_only() -> None:
    material = Material(has_diff=True, contents={}, tree=("a.py", "b.py"), changed_list=(("a.py", "A"),))
    files = (added_file("a.py", "x"),)
    wide = only(build_payload(make_lens(context=ContextNeed.PROJECT_STRUCTURE), files, material, BUDGET))
    narrow = only(build_payload(make_lens(), files, material, BUDGET))
    assert (wide.tree, wide.changed_list) == (("a.py", "b.py"), (("a.py", "A"),))
    assert (narrow.tree, narrow.changed_list) == ((), ())


def test_field_case_32_a_large_file_is_not_attached_to_a_small_diff_and_is_named() -> None:
    text = "".join(f"line_{number} = {number}\n" for number in range(1, 2000))
    material = Material(has_diff=True, contents={"big.py": text})
    payload = only(build_payload(make_lens(), (edited("big.py", 700),), material, BUDGET))
    assert payload.contents == {}
    (part,) = payload.excerpts["big.py"]
    assert "line_700 = 700" in part.lines
    assert len(part.lines) < 20
    assert [(item.file, item.kind) for item in payload.omissions] == [("big.py", OmissionKind.PARTIAL)]


def test_a_large_file_without_a_diff_is_over_the_budget_and_makes_the_run_incomplete() -> None:
    material = Material(has_diff=False, contents={"big.py": "x" * 101})
    payload = only(build_payload(make_lens(), (ChangedFile(path="big.py"),), material, BUDGET))
    (omission,) = payload.omissions
    assert (payload.files, omission.kind) == ((), OmissionKind.BUDGET)
    assert omission.kind.incomplete


def test_whole_files_are_divided_between_requests() -> None:
    files = tuple(ChangedFile(path=f"{name}.py") for name in "abcde")
    material = Material(has_diff=False, contents={file.path: "x" * 90 for file in files})
    payloads = build_payload(make_lens(), files, material, BUDGET)
    assert len(payloads) > 1
    assert [path for payload in payloads for path in payload.contents] == [file.path for file in files]
    assert all(not payload.omissions for payload in payloads)


def test_a_change_that_does_not_fit_is_divided_and_nothing_of_it_is_lost() -> None:
    files = tuple(edited(f"{name}.py", 5, 50) for name in "abc")
    payloads = build_payload(make_lens(), files, Material(has_diff=True, contents={}), BUDGET)
    assert len(payloads) == 3
    assert [file for payload in payloads for file in payload.files] == list(files)
    assert all(not payload.omissions for payload in payloads)


def test_a_file_is_divided_between_hunks_and_never_inside_one() -> None:
    file = edited("a.py", 5, 50, 500, 900)
    payloads = build_payload(make_lens(), (file,), Material(has_diff=True, contents={}), BUDGET)
    assert len(payloads) > 1
    assert tuple(hunk for payload in payloads for part in payload.files for hunk in part.hunks) == file.hunks


def test_a_hunk_that_fits_nowhere_makes_the_run_incomplete_and_the_rest_is_shown() -> None:
    huge = edited("a.py", 5, width=400)
    both = replace(huge, hunks=(*huge.hunks, *edited("a.py", 50).hunks))
    payload = only(build_payload(make_lens(), (both,), Material(has_diff=True, contents={}), BUDGET))
    assert payload.files == (edited("a.py", 50),)
    assert [(item.file, item.kind) for item in payload.omissions] == [("a.py", OmissionKind.BUDGET)]
    nothing = only(build_payload(make_lens(), (huge,), Material(has_diff=True, contents={}), BUDGET))
    assert (nothing.files, nothing.omissions[0].kind) == ((), OmissionKind.BUDGET)


def test_room_goes_to_surroundings_first_then_to_sources_and_to_tests_last() -> None:
    paths = ("tests/test_a.py", "src/a.py", "dist/bundle.js", "package-lock.json", "README.md")
    assert sorted(paths, key=rank) == [
        "src/a.py",
        "README.md",
        "package-lock.json",
        "tests/test_a.py",
        "dist/bundle.js",
    ]
    # By far more of the content is wanted than fits.
    text = "def f():\n    return 1\n" * 30
    files = (edited("tests/test_a.py", 10), edited("src/a.py", 10))
    material = Material(has_diff=True, contents={file.path: text for file in files})
    payload = only(build_payload(make_lens(), files, material, Budget(1000, 900, 900)))
    assert list(payload.contents) == ["src/a.py"]
    assert list(payload.excerpts) == ["tests/test_a.py"]


def test_lenses_with_one_budget_are_sent_the_same_pack() -> None:
    files = (added_file("a.py", "x"), added_file("b.js", "y"))
    packer = Packer(Material(has_diff=True, contents={}), files)
    one = only(packer.payloads(make_lens("one"), files, BUDGET))
    two = only(packer.payloads(make_lens("two"), files[1:], BUDGET))
    assert one.pack is two.pack
    assert [file.path for file in two.files] == ["b.js"]


def test_the_window_of_a_model_bounds_both_budgets() -> None:
    info = EngineInfo(name="e", label="e", rule_based=False)
    small, large = budget_of(info, 30_000), budget_of(info, 200_000)
    assert small.change == small.content == small.file == 9_000
    assert large.change is not None
    assert large.change > 200_000
    assert budget_of(replace(info, max_total_chars=None), 30_000) == Budget(None, None, 200_000)


def test_what_could_not_be_read_is_named() -> None:
    unread = Omission("a.bin", "binary", OmissionKind.BINARY)
    material = Material(has_diff=True, contents={}, omissions={"a.bin": unread})
    payload = only(build_payload(make_lens(), (ChangedFile(path="a.bin", binary=True),), material, BUDGET))
    assert payload.omissions == (unread,)


NESTED = """\
import os


class Shop:
    def open(self):
        return 1

    def close(self, why):
        if why:
            for one in self:
                one.stop()
        return 2

    def other(self):
        return 3
"""


def test_the_surroundings_of_a_hunk_are_what_encloses_it() -> None:
    (part,) = excerpts_of(edited("a.py", 11), NESTED)
    assert (part.start, part.lines[0]) == (4, "class Shop:")
    assert "        return 2" in part.lines
    braces = "int a;\nvoid f() {\n  one();\n  two();\n}\nint b;\n"
    (part,) = excerpts_of(edited("a.c", 3), braces)
    assert part.lines == ("void f() {", "  one();", "  two();", "}")


def test_hunks_that_lie_together_share_an_excerpt() -> None:
    assert len(excerpts_of(edited("a.py", 5, 9, 15), NESTED)) == 1
    flat = "".join(f"v{number} = {number}\n" for number in range(1, 500))
    assert [part.start for part in excerpts_of(edited("a.py", 10, 400), flat)] == [7, 397]


@given(
    st.lists(
        st.lists(st.tuples(st.integers(1, 300), st.integers(1, 120)), min_size=1, max_size=6), min_size=1, max_size=8
    ),
    st.integers(120, 3000),
)
def test_whatever_the_sizes_every_hunk_is_shown_once_or_named(files: list[list[tuple[int, int]]], limit: int) -> None:
    changed = tuple(
        ChangedFile(
            path=f"{index}.py",
            status=Status.MODIFIED,
            hunks=tuple(
                Hunk(start, 0, start, 1, (DiffLine(LineKind.ADDED, "n" * width, None, start),))
                for start, width in hunks
            ),
        )
        for index, hunks in enumerate(files)
    )
    packs = make_packs(changed, {}, Budget(limit, limit, limit))
    named = {item.file for pack in packs for item in pack.omissions if item.kind.incomplete}
    for file in changed:
        shown = [hunk for pack in packs for one in pack.files if one.path == file.path for hunk in one.hunks]
        assert all(shown.count(hunk) == file.hunks.count(hunk) for hunk in shown)
        assert len(shown) == len(file.hunks) or file.path in named
    assert all(sum(map(change_size, pack.files)) <= limit for pack in packs if len(packs) > 1 or len(pack.files) > 1)


@pytest.mark.parametrize("text", ["", "\n", "one line"])
def test_a_hunk_at_the_end_of_next_to_nothing(text: str) -> None:
    assert all(part.start >= 1 for part in excerpts_of(edited("a.py", 1), text))
