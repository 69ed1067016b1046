"""What a lens is shown, and what is named when it is not shown."""

from orchestrator.dispatch.payload import Material, build_payload
from orchestrator.values.change import ChangedFile
from orchestrator.values.lens import ContextNeed
from orchestrator.values.turn import EngineInfo, Omission, OmissionKind
from tests.support.values import added_file, make_lens


def engine(max_file: int | None = 100, max_total: int | None = 250) -> EngineInfo:
    return EngineInfo(name="e", label="e", rule_based=False, max_file_chars=max_file, max_total_chars=max_total)


def test_a_diff_only_lens_gets_no_contents_where_there_is_a_diff() -> None:
    file = added_file("a.py", "x = 1")
    material = Material(has_diff=True, contents={"a.py": "x = 1\n"})
    lens = make_lens(context=ContextNeed.DIFF_ONLY)
    assert build_payload(lens, (file,), material, engine()).contents == {}
    whole = Material(has_diff=False, contents={"a.py": "x = 1\n"})
    assert build_payload(lens, (ChangedFile(path="a.py"),), whole, engine()).contents == {"a.py": "x = 1\n"}


def test_tree_and_change_list_go_to_structure_lenses_only() -> None:
    material = Material(has_diff=True, contents={}, tree=("a.py", "b.py"), changed_list=(("a.py", "A"),))
    files = (added_file("a.py", "x"),)
    wide = build_payload(make_lens(context=ContextNeed.PROJECT_STRUCTURE), files, material, engine())
    narrow = build_payload(make_lens(), files, material, engine())
    assert (wide.tree, wide.changed_list) == (("a.py", "b.py"), (("a.py", "A"),))
    assert (narrow.tree, narrow.changed_list) == ((), ())


def test_field_case_32_a_large_file_is_not_attached_to_a_small_diff_and_is_named() -> None:
    file = added_file("big.py", "x = 1")
    payload = build_payload(make_lens(), (file,), Material(has_diff=True, contents={"big.py": "x" * 101}), engine())
    assert payload.contents == {}
    assert [(item.file, item.kind) for item in payload.omissions] == [("big.py", OmissionKind.PARTIAL)]
    assert payload.files == (file,)


def test_a_large_file_without_a_diff_is_over_the_budget_and_makes_the_run_incomplete() -> None:
    material = Material(has_diff=False, contents={"big.py": "x" * 101})
    (omission,) = build_payload(make_lens(), (ChangedFile(path="big.py"),), material, engine()).omissions
    assert omission.kind is OmissionKind.BUDGET
    assert omission.kind.incomplete


def test_attached_files_share_one_budget_and_the_diff_has_its_own() -> None:
    files = tuple(added_file(f"{name}.py", "y" * 90) for name in "abc")
    material = Material(has_diff=True, contents={f"{name}.py": "x" * 90 for name in "abc"})
    payload = build_payload(make_lens(), files, material, engine())
    assert list(payload.contents) == ["a.py", "b.py"]
    assert [file.path for file in payload.files] == ["a.py", "b.py"]
    assert [(item.file, item.kind) for item in payload.omissions] == [("c.py", OmissionKind.BUDGET)]


def test_what_could_not_be_read_is_named() -> None:
    unread = Omission("a.bin", "binary", OmissionKind.BINARY)
    material = Material(has_diff=True, contents={}, omissions={"a.bin": unread})
    payload = build_payload(make_lens(), (ChangedFile(path="a.bin", binary=True),), material, engine())
    assert payload.omissions == (unread,)
