"""Records of reviews are the tool's own files: neither reviewed nor hashed, and nothing hides in their place."""

from pathlib import Path

import pytest

from orchestrator.scope.own import own_files
from orchestrator.scope.subject import Subject, subject_from_default_base
from orchestrator.system.worktree import WorkTree
from orchestrator.values.change import ScopeKind
from tests.support.records import FIXED, RECORD, answered, record_path, shop, write_record
from tests.support.repo import Repo
from tests.support.scopes import door, scope, statuses
from tests.support.trees import MemoryTree

SETTINGS = ".code-review/config.yaml"
MARKED = "<!-- review-format: 1 -->\n"


def own(path: str, text: str, settings: str = "") -> bool:
    tree = MemoryTree({path: text, **({SETTINGS: settings} if settings else {})})
    return own_files([path], tree) == {path}


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("_codev/changes/add-x/review.md", RECORD, True),
        ("_codev/changes/add-x/review.md", MARKED, True),
        ("_codev/changes/add-x/review.md", RECORD.replace("\n", "\r\n"), True),
        ("_codev/changes/archive/add-x/review.md", RECORD, True),
        ("_codev/changes/add-x/review.md", RECORD.replace(MARKED, ""), False),
        ("_codev/changes/add-x/review.md", "x = '<!-- review-format: 1 -->'\n", False),
        ("_codev/changes/add-x/review.md", "\ufeff\n" + RECORD, True),
        ("_codev/changes/add-x/review.md", f"#!/bin/sh\n{MARKED}rm -r x\n", False),
        ("_codev/changes/add-x/review.md", f"import os\n{RECORD}", False),
        ("_codev/changes/add-x/review.md", f"# One\n# Two\n{MARKED}", False),
        ("_codev/changes/add-x/review.md", f"# One\n\nos.remove('x')\n\n{MARKED}", False),
        ("_codev/changes/add-x/review.md", f"# One\n{MARKED.strip()} os.remove('x')\n", False),
        ("_codev/changes/archive/review.md", RECORD, False),
        ("_codev/changes/add-x/more/review.md", RECORD, False),
        ("_codev/changes/add-x/review.py", RECORD, False),
        ("_codev/changes/Add/review.md", RECORD, False),
        ("_codev/changes/review.md", RECORD, False),
        ("x/_codev/changes/add-x/review.md", RECORD, False),
        (".claude/skills/review/review.md", RECORD, False),
        ("review.md", RECORD, False),
    ],
)
def test_a_record_is_known_by_its_place_and_its_marker(path: str, text: str, expected: bool) -> None:
    assert own(path, text) is expected


@pytest.mark.parametrize(
    ("settings", "default", "named"),
    [
        ("record:\n  folder: docs/reviews\n", False, True),
        ("engine: offline\n", True, False),
        ("mode: folder\n", True, False),
        ("record: {folder: ../docs}\n", True, False),
        ("record: [folder\n", True, False),
    ],
)
def test_the_folder_is_that_of_the_settings(settings: str, default: bool, named: bool) -> None:
    assert own("_codev/changes/add-x/review.md", RECORD, settings) is default
    assert own("docs/reviews/add-x/review.md", RECORD, settings) is named


def test_the_base_says_which_folder_it_is() -> None:
    path = "docs/reviews/add-x/review.md"
    change = MemoryTree({path: RECORD, SETTINGS: "record: {folder: docs/reviews}\n"})
    base = MemoryTree({})
    assert own_files([path], change, base) == frozenset()
    assert own_files([path], base, change) == {path}


def test_a_record_that_takes_the_place_of_something_else_hides_nothing() -> None:
    path = "_codev/changes/add-x/review.md"
    record, other = MemoryTree({path: RECORD}), MemoryTree({path: "How we review.\n"})
    assert own_files([path], record, other) == own_files([path], other, record) == frozenset()
    assert own_files([path], record, record) == own_files([path], MemoryTree({}), record) == {path}


def test_a_file_that_can_be_started_or_is_a_link_is_no_record(tmp_path: Path) -> None:
    repo = shop(tmp_path / "shop")
    repo.commit("change")
    reviewed = subject(repo).hash
    path = write_record(repo)
    name = str(path.relative_to(repo.top))
    tree = WorkTree(repo.top, ())
    assert own_files([name], tree) == {name}
    path.chmod(0o755)
    assert own_files([name], tree) == frozenset()
    repo.commit("record")
    changed = subject(repo).hash
    assert changed not in {"", reviewed}
    assert name in statuses(scope(repo, ScopeKind.SINCE, since="main"))
    path.unlink()
    path.symlink_to(MARKED)
    assert own_files([name], tree) == frozenset()
    assert tree.mode("_codev") == tree.mode("nowhere") == ""


def subject(repo: Repo) -> Subject:
    return subject_from_default_base(door(repo), repo.head(), repo.head())


def test_recording_and_answering_leave_the_subject_as_it_is(tmp_path: Path) -> None:
    repo = shop(tmp_path / "shop")
    repo.commit("change")
    reviewed = subject(repo).hash
    assert reviewed
    write_record(repo)
    repo.commit("record")
    assert subject(repo).hash == reviewed
    write_record(repo, answered(FIXED))
    repo.commit("answer")
    assert subject(repo).hash == reviewed
    record_path(repo).write_text("print('no record')\n")
    repo.commit("hide something")
    assert subject(repo).hash != reviewed
