"""Change shape and change size."""

import pytest

from orchestrator.lenses.listing import numstat_entries, united
from orchestrator.lenses.shape import change_shape
from orchestrator.lenses.size import KEEP_AGENTS, change_size, entries_of, is_review_machinery
from orchestrator.scope.diff import parse_name_status
from orchestrator.values.change import ChangedFile, Status
from tests.unit.lenses.builders import change, edited, file


@pytest.mark.parametrize(
    ("files", "surface", "tests", "prose"),
    [
        (["a.json", "README.md"], False, False, False),
        (["docs/a.md", "b.rst"], False, False, True),
        (["a.toml", ".gitignore", "b.csv"], False, False, False),
        (["a.py", "README.md"], True, False, False),
        (["tests/test_a.py", "a.spec.ts"], True, True, False),
        (["docs/conf.py"], True, False, False),
        (["requirements.txt"], True, False, False),
        (["agents/x.md"], True, False, False),
        (["a.unknown"], True, False, False),
        (["Makefile"], True, False, False),
        ([], True, False, False),
    ],
)
def test_shape(files: list[str], surface: bool, tests: bool, prose: bool) -> None:
    shape = change_shape(files)
    assert (shape.has_runtime_surface, shape.is_test_only, shape.is_prose_only) == (surface, tests, prose)
    assert shape.skip_lenses == (() if surface else ("performance-review", "correctness-review"))


@pytest.mark.parametrize(
    ("numstat", "files", "added", "small"),
    [
        (b"10\t0\ta.py\n10\t5\tb.py\n", 2, 20, True),
        (b"21\t0\ta.py\n", 1, 21, False),
        (b"1\t0\ta\n1\t0\tb\n1\t0\tc\n1\t0\td\n", 4, 4, False),
        (b"5\t0\ta.py\n6\t0\ta.py\n", 1, 11, True),
        (b"15\t0\ta.py\n6\t0\ta.py\n", 1, 21, False),
        (b"-\t-\tlogo.png\n", 1, 0, False),
        (b"", 0, 0, False),
        (b"warning: something\n1\t0\ta.py\n", 2, 1, False),
        (b"99999\t0\n", 1, 0, False),
        (b"1\t0\tsrc/hooks/useIt.ts\n", 1, 1, False),
        (b"1\t0\tsrc/{hooks => lib}/a.ts\n", 1, 1, False),
        (b"0\t0\t\0hooks/a\0lib/a\0", 1, 0, False),
        (b"1\t0\tone.py\0" + b"2\t0\t\0old.py\0new.py\0", 2, 3, True),
        (b"1\t0\tagents/x.md\n", 1, 1, False),
        (b"1\t0\t.claude/settings.json\n", 1, 1, False),
        (b"0\t900\ta.py\n", 1, 0, True),
    ],
)
def test_size(numstat: bytes, files: int, added: int, small: bool) -> None:
    size = change_size(numstat_entries(numstat))
    assert (size.files_changed, size.added_lines, size.qualifies_for_fast_path) == (files, added, small)
    assert size.keep_agents == KEEP_AGENTS


@pytest.mark.parametrize(
    "path",
    [
        "hooks/a.sh", "a/Hooks/b", ".husky/pre-push", "knowledge/x.md", "orchestrator/review.py", "a/.claude/x", "CLAUDE.md",
        "pkg/AGENTS.md", "ACCEPTED-RISKS.md", "review-config.json", "scripts/change_size.py", ".code-review/config.yaml",
        "skills/code-review/SKILL.md", ".pre-commit-config.yaml",
    ],
)  # fmt: skip
def test_review_machinery(path: str) -> None:
    assert is_review_machinery(path)


@pytest.mark.parametrize("path", ["src/webhooks.py", "hooks.py", "src/agent.py", "scripts/build.py", "a", ""])
def test_everything_else_is_not_machinery(path: str) -> None:
    assert not is_review_machinery(path)


def test_a_parsed_change_counts_like_its_numstat() -> None:
    known = change(edited("a.py", " x\n-y\n+z\n+w"), file("b.py"), file("c.py", Status.RENAMED, old_path="hook.py"))
    assert change_size(entries_of(known)).added_lines == 2
    assert change_size(entries_of(known)).qualifies_for_fast_path


@pytest.mark.parametrize(
    "odd",
    [
        ChangedFile(path="a", status=Status.MODIFIED, binary=True),
        ChangedFile(path="a", status=Status.MODIFIED, old_mode="160000", new_mode="160000"),
        ChangedFile(path="a", status=Status.MODIFIED, old_mode="100644", new_mode="100644"),
        ChangedFile(path="a", status=None),
        file("lib/a", Status.RENAMED, old_path="hooks/a"),
    ],
)
def test_what_cannot_be_counted_is_never_small(odd: ChangedFile) -> None:
    assert not change_size(entries_of(change(odd))).qualifies_for_fast_path


def test_staged_and_unstaged_halves_are_one_list() -> None:
    listed = b"M\ta\nD\tb\nM\tc\nT\td\n" + b"A\ta\nM\tb\nR090\tx\tc\nA\te\n"
    assert united(parse_name_status(listed)) == {
        "a": Status.ADDED,
        "b": Status.DELETED,
        "c": Status.RENAMED,
        "d": Status.MODIFIED,
        "e": Status.ADDED,
    }
