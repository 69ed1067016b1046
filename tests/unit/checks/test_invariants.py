import pytest

from orchestrator.checks.invariants import InvariantFinding, run_invariants
from tests.support.trees import MemoryTree

CONFLICT = "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n"


def _found(files: dict[str, str], changed: list[str] | None = None) -> tuple[InvariantFinding, ...]:
    tree = MemoryTree(files)
    return run_invariants(list(files) if changed is None else changed, tree.read, everything=False)


def test_a_conflict_left_in_a_file_is_found() -> None:
    (found,) = _found({"src/a.py": CONFLICT})
    assert (found.invariant, found.file) == ("no-conflict-markers", "src/a.py")
    assert "line 2" in found.message


@pytest.mark.parametrize(
    "text", ["Title\n=======\n", "<<<<<<< only a start\n", ">>>>>>> b\n=======\n", "  <<<<<<< HEAD\n"]
)
def test_underlines_and_lone_markers_are_no_conflict(text: str) -> None:
    assert _found({"doc.rst": text}) == ()


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("a.json", '{"x": {"name": 1, "name": 2}}', "'name' twice"),
        ("a.yml", "on: push\njobs:\n  build: 1\n  build: 2\n", "'build' twice on line 4"),
        ("b.yaml", "---\na: 1\n---\n- {b: 1, b: 2}\n", "'b' twice on line 4"),
    ],
)
def test_a_key_set_twice_is_found(path: str, text: str, said: str) -> None:
    (found,) = _found({path: text})
    assert found.invariant == "no-duplicate-keys"
    assert said in found.message


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.json", '{"a": {"name": 1}, "b": {"name": 2}}'),
        ("tsconfig.json", '{\n // a comment\n "a": 1, "a": 2}'),
        ("a.yaml", "a: 1\n---\na: 2\n"),
        ("t.yaml", "{{ template }}: 1\n x: [\n"),
        ("anchors.yaml", "a: &x {k: 1}\nb: *x\nc:\n  <<: *x\n  k: 2\n"),
        ("tags.yaml", "Resource: !Sub '${x}'\nOther: !GetAtt a.b\n"),
        ("loop.yaml", "&a [*a]\n"),
        ("deep.json", "[" * 100_000),
        ("empty.json", ""),
    ],
)
def test_keys_that_only_look_repeated_and_text_that_does_not_parse_are_left_alone(path: str, text: str) -> None:
    assert _found({path: text}) == ()


def test_a_lock_file_changed_without_its_manifest() -> None:
    files = {"web/package.json": "{}", "web/yarn.lock": "x"}
    (found,) = _found(files, ["web/yarn.lock"])
    assert (found.invariant, found.file) == ("lock-file-in-step", "web/yarn.lock")
    assert "package.json" in found.message


def test_a_manifest_changed_without_its_lock_file() -> None:
    (found,) = _found({"Cargo.toml": "", "Cargo.lock": ""}, ["Cargo.toml"])
    assert found.file == "Cargo.toml"
    assert "Cargo.lock" in found.message


@pytest.mark.parametrize(
    ("files", "changed"),
    [
        ({"go.mod": "", "go.sum": ""}, ["go.mod", "go.sum"]),
        ({"pyproject.toml": ""}, ["pyproject.toml"]),
        ({"web/package.json": "{}"}, ["yarn.lock", "web/package.json"]),
    ],
)
def test_in_step_or_without_a_counterpart_it_is_silent(files: dict[str, str], changed: list[str]) -> None:
    assert _found(files, changed) == ()


def test_without_the_files_of_the_change_only_checks_of_the_repository_speak() -> None:
    tree = MemoryTree({"package.json": "{}", "yarn.lock": "x", "a.py": CONFLICT})
    paths = ["yarn.lock", "a.py"]
    silent = run_invariants(None, tree.read, everything=False, paths=paths)
    assert [found.invariant for found in silent] == ["no-conflict-markers"]
    backlog = run_invariants(None, tree.read, everything=True, paths=paths)
    assert [found.invariant for found in backlog] == ["no-conflict-markers", "lock-file-in-step"]
