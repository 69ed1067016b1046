"""A patch as the change under review."""

from pathlib import Path

import pytest

from orchestrator.errors import UsageError
from orchestrator.scope.ignore.rules import IgnoreLayer, IgnoreRules
from orchestrator.scope.recorded import Around, resolve_patch
from orchestrator.system.worktree import WorkTree
from orchestrator.values.change import ScopeKind, Status

PATCH = b"""diff --git a/shop.py b/shop.py
index 1111111..2222222 100644
--- a/shop.py
+++ b/shop.py
@@ -1,2 +1,2 @@
 def total(items):
-    return sum(items)
+    return max(items)
diff --git a/gone.py b/gone.py
deleted file mode 100644
index 1111111..0000000
--- a/gone.py
+++ /dev/null
@@ -1 +0,0 @@
-x = 1
"""


def tree_of(top: Path, **files: str) -> WorkTree:
    for name, text in files.items():
        (top / f"{name}.py").write_text(text)
    return WorkTree(top, tuple(f"{name}.py" for name in files))


def test_files_and_hunks_come_from_the_patch(tmp_path: Path) -> None:
    resolved = resolve_patch(PATCH, Around(tree=tree_of(tmp_path, shop="def total(items):\n    return max(items)\n")))
    change = resolved.change
    assert (change.kind, change.paths) == (ScopeKind.PATCH, ("shop.py", "gone.py"))
    assert [file.status for file in change.files] == [Status.MODIFIED, Status.DELETED]
    assert change.subject == ""
    assert change.no_subject
    assert resolved.notices == ()


def test_patches_of_other_programs(tmp_path: Path) -> None:
    plain = b"\n".join(line for line in PATCH.split(b"\n") if not line.startswith((b"diff ", b"index ", b"deleted ")))
    dated = plain.replace(b"--- a/shop.py", b"--- a/shop.py\t2026-05-01 12:00:00.000000000 +0000")
    for patch in (plain, dated, b"Index: shop.py\n=====\n" + plain):
        change = resolve_patch(patch, Around(tree=tree_of(tmp_path, shop=""))).change
        assert [(file.path, file.status) for file in change.files] == [
            ("shop.py", Status.MODIFIED),
            ("gone.py", Status.DELETED),
        ]


def test_words_are_no_patch(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no file"):
        resolve_patch(b"just words\n", Around(tree=tree_of(tmp_path)))


def test_what_the_work_tree_lacks_is_said(tmp_path: Path) -> None:
    assert resolve_patch(PATCH, Around(tree=tree_of(tmp_path))).notices == (
        "shop.py of the patch is not in the work tree: only the patch itself was read",
    )


@pytest.mark.parametrize("path", [b"../evil.py", b"a/../../evil.py", b"/etc/passwd"])
def test_a_path_outside_is_refused(tmp_path: Path, path: bytes) -> None:
    with pytest.raises(UsageError, match="outside the repository"):
        resolve_patch(
            PATCH.replace(b"a/shop.py", b"a/" + path).replace(b"b/shop.py", b"b/" + path),
            Around(tree=tree_of(tmp_path)),
        )


def test_a_patch_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cut off"):
        resolve_patch(PATCH.split(b"+    return")[0], Around(tree=tree_of(tmp_path)))


def test_an_empty_patch_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="the patch is empty"):
        resolve_patch(b"\n", Around(tree=tree_of(tmp_path)))


def test_a_file_that_may_hold_secrets_is_not_shown(tmp_path: Path) -> None:
    resolved = resolve_patch(PATCH.replace(b"shop.py", b".env"), Around(tree=tree_of(tmp_path, shop="")))
    assert resolved.change.files[0].hunks == ()
    assert "return max" not in resolved.change.diff
    assert "may hold secrets: .env" in resolved.notices[0]


SERIES = b"""diff --git a/new.py b/new.py
new file mode 100644
index 0000000..1111111
--- /dev/null
+++ b/new.py
@@ -0,0 +1 @@
+x = 1
diff --git a/new.py b/new.py
index 1111111..2222222 100644
--- a/new.py
+++ b/new.py
@@ -1 +1,2 @@
 x = 1
+y = 2
"""
LINK = b"""diff --git a/shop.py b/shop.py
deleted file mode 100644
index 1111111..0000000
--- a/shop.py
+++ /dev/null
@@ -1 +0,0 @@
-x = 1
diff --git a/shop.py b/shop.py
new file mode 120000
index 0000000..2222222
--- /dev/null
+++ b/shop.py
@@ -0,0 +1 @@
+elsewhere
"""


def test_a_file_that_a_series_changes_twice_is_one_file_with_all_hunks(tmp_path: Path) -> None:
    (file,) = resolve_patch(SERIES, Around(tree=tree_of(tmp_path, new=""))).change.files
    assert (file.status, file.old_mode, file.new_mode) == (Status.ADDED, "", "100644")
    assert [line.text for hunk in file.hunks for line in hunk.lines] == ["x = 1", "x = 1", "y = 2"]
    (link,) = resolve_patch(LINK, Around(tree=tree_of(tmp_path, shop=""))).change.files
    assert (link.status, link.old_mode, link.new_mode) == (Status.MODIFIED, "100644", "120000")
    assert len(link.hunks) == 2


def test_named_paths_narrow_it(tmp_path: Path) -> None:
    around = Around(tree=tree_of(tmp_path, shop=""))
    patch = PATCH.replace(b"gone.py", b"old/gone.py")
    assert resolve_patch(patch, around, named=("old",)).change.paths == ("old/gone.py",)
    assert resolve_patch(patch, around, named=("",)).change.paths == ("shop.py", "old/gone.py")
    with pytest.raises(UsageError, match="changes no file at or under 'shop'"):
        resolve_patch(patch, around, named=("old", "shop"))
    with pytest.raises(UsageError, match="old is ignored by"):
        resolve_patch(patch, around, named=("old",), rules=IgnoreRules((IgnoreLayer("mine", ("old/",)),)))


def test_several_files_that_the_work_tree_lacks(tmp_path: Path) -> None:
    series = SERIES + PATCH.replace(b"shop.py", b"b.py")
    assert resolve_patch(series, Around(tree=tree_of(tmp_path))).notices == (
        "new.py and 1 more of the patch are not in the work tree: only the patch itself was read",
    )


def test_a_submodule_s_contents_are_told_to_be_unread(tmp_path: Path) -> None:
    moved = PATCH.replace(b"100644", b"160000")
    notices = resolve_patch(moved, Around(tree=tree_of(tmp_path, shop=""))).notices
    assert notices == tuple(
        f"{name} is a submodule: its pointer is reviewed, its contents are not" for name in ("shop.py", "gone.py")
    )
