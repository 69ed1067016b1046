"""The deterministic steps as people and pipelines start them: scripts in, JSON and an exit code out."""

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from orchestrator.cli.steps import STEPS
from tests.support.repo import Repo

SCRIPTS = Path("scripts").resolve()


def start(
    name: str, *args: str, cwd: Path, stdin: bytes = b"", env: dict[str, str] | None = None
) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, str(SCRIPTS / f"{name}.py"), *args],
        cwd=cwd,
        input=stdin,
        env={**os.environ, **(env or {})},
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stdout.decode("ascii"), done.stderr.decode("ascii")


def answer(
    name: str, *args: str, cwd: Path, stdin: bytes = b"", env: dict[str, str] | None = None
) -> dict[str, object]:
    code, out, err = start(name, *args, cwd=cwd, stdin=stdin, env=env)
    assert (code, err) == (0, "")
    value: dict[str, object] = json.loads(out)
    assert out == json.dumps(value, sort_keys=True) + "\n"
    return value


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A branch with an edited, a deleted, a renamed and some new files, one of them badly named."""
    made = Repo.create(tmp_path / "repo")
    made.write_all(
        {"a.py": "def f():\n    return 1\n", "gone.py": "x = 1\n", "old.md": "words\n" * 9, "package.json": "{}\n"}
    )
    made.write_all({"package-lock.json": "{}\n"})
    made.commit()
    made.branch("work")
    made.write("a.py", "def f():\n    if not x:\n        return 2\n    return 1\n")
    made.remove("gone.py")
    made.remove("old.md")
    made.write("new.md", "words\n" * 9)
    made.write("-odd\tname,é.jsx", "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n")
    made.commit()
    return made


def test_every_step_has_a_script_and_the_other_way_round() -> None:
    assert {path.stem for path in SCRIPTS.glob("[!_]*.py")} == set(STEPS)
    assert all(os.access(SCRIPTS / f"{name}.py", os.X_OK) for name in STEPS)


def test_changed_file_list_then_select_lenses(repo: Repo, tmp_path: Path) -> None:
    listing = [repo.git_bytes("diff", "--name-status", *z, "main", "work") for z in ((), ("-z",))]
    values = [answer("changed_file_list", "--name-status-from", "-", cwd=tmp_path, stdin=data) for data in listing]
    odd = "-odd\tname,é.jsx"
    assert values[0] == values[1]
    assert values[0]["added"] == [odd]
    assert {(one["path"], one["status"]) for one in values[0]["files"]} == {  # type: ignore[attr-defined]
        (odd, "A"), ("a.py", "M"), ("gone.py", "D"), ("new.md", "R"),
    }  # fmt: skip
    files, added = tmp_path / "files", tmp_path / "added"
    files.write_bytes(repo.git_bytes("diff", "--name-only", "-z", "main", "work"))
    added.write_bytes(odd.encode() + b"\0")
    lists = ("--files-from", str(files), "--added-from", str(added))
    chosen = answer("select_lenses", *lists, cwd=tmp_path)
    assert chosen["warnings"] == []
    assert {"security-review", "component-architecture-review", "a11y-review"} <= set(chosen["lenses"])  # type: ignore[call-overload]
    none_new = answer("select_lenses", "--files-from", str(files), "--added", "", cwd=tmp_path)
    assert set(chosen["lenses"]) - set(none_new["lenses"]) == {"component-architecture-review"}  # type: ignore[call-overload]


def test_select_lenses_with_lenses_of_its_own(tmp_path: Path) -> None:
    agents = tmp_path / "agents"
    agents.mkdir()
    for name, scope in (
        ("one-review", "Scope:\n- *.go"),
        ("two-review", ""),
        ("three-review", "Scope: added-only\n- *.go"),
    ):
        head = f"---\nname: {name}\ndescription: d\ntools: Read\nmodel: haiku\neffort: low\n---\n"
        (agents / f"{name}.md").write_text(f"{head}{scope}\nContext needs: diff-only\n")
    registry = tmp_path / "registry.md"
    registry.write_text("## Review Agents\n\n| Agent |\n|---|\n| three-review |\n| two-review |\n| one-review |\n")
    own = ("--agents-dir", "agents", "--registry", "registry.md")
    assert answer("select_lenses", "--files", "a.go", "b.py", *own, cwd=tmp_path) == {
        "lenses": ["three-review", "two-review", "one-review"],
        "warnings": ["unnarrowed-added-only:three-review", "two-review"],
    }
    assert answer("select_lenses", "--files", "a.py,b.py", "--added=", *own, cwd=tmp_path)["lenses"] == ["two-review"]
    (agents / "one-review.md").write_text("Scope: always\n")
    code, out, err = start("select_lenses", "--files", "a.go", *own, cwd=tmp_path)
    assert (code, out) == (2, "")
    assert err.startswith("select_lenses: agents/one-review.md:1: ")


def test_select_lenses_says_what_it_could_not_read(tmp_path: Path) -> None:
    code, out, _ = start("select_lenses", "--files-from", "no", "--added-from", "none", cwd=tmp_path)
    value = json.loads(out)
    assert code == 1
    assert value["warnings"][:2] == ["unreadable-files-from:no", "unreadable-added-from:none"]
    assert "security-review" in value["lenses"]
    code, out, _ = start("select_lenses", "--files", "a.py", "--registry", "gone.md", cwd=tmp_path)
    assert (code, json.loads(out)) == (1, {"lenses": [], "warnings": ["unreadable-registry:gone.md"]})


def test_change_gates_over_a_real_change(repo: Repo, tmp_path: Path) -> None:
    assert answer("change_shape", "--files", "a.json,README.md", cwd=tmp_path) == {
        "hasRuntimeSurface": False,
        "isProseOnly": False,
        "isTestOnly": False,
        "skipLenses": ["performance-review", "correctness-review"],
    }
    paths = repo.git_bytes("diff", "--name-only", "main", "work")
    assert answer("change_shape", "--files-from", "-", cwd=tmp_path, stdin=paths)["hasRuntimeSurface"] is True
    numstat = repo.git_bytes("diff", "--numstat", "main", "work", "--", "a.py")
    assert answer("change_size", "--numstat-from", "-", cwd=tmp_path, stdin=numstat) == {
        "addedLines": 2,
        "filesChanged": 1,
        "keepAgents": ["security-review", "correctness-review", "spec-compliance-review", "doc-review"],
        "qualifiesForFastPath": True,
    }
    patch = tmp_path / "patch"
    patch.write_bytes(repo.git_bytes("diff", "main", "work", "--", "a.py"))
    quiet = answer("change_impact", "--diff-from", str(patch), "--files", "a.py", cwd=tmp_path)
    assert (quiet["signals"], quiet["skipLenses"]) == ([], ["arch-review"])
    whole = answer("change_impact", "--files", "a.py", cwd=tmp_path, stdin=repo.git_bytes("diff", "main", "work"))
    assert (whole["signals"], whole["skipLenses"], whole["reason"]) == (["structure", "interface"], [], None)
    for broken in (b"", b"nonsense", b"diff --git a/a.py b/a.py\n@@ -1,9 +1,9 @@\n x\n"):
        doubt = answer("change_impact", "--diff-from", "-", "--files", "a.py", cwd=tmp_path, stdin=broken)
        assert (doubt["hasArchitecturalImpact"], doubt["skipLenses"]) == (True, [])
        assert doubt["reason"]


def test_dispatch_steps(tmp_path: Path) -> None:
    waves = ("dispatch_waves", "--agents", "c,a", "b")
    variable = {"DEV_TEAM_MAX_PARALLEL_REVIEW_AGENTS": "2"}
    assert answer(*waves, cwd=tmp_path, env=variable) == {"maxParallel": 2, "waves": [["c", "a"], ["b"]]}
    assert answer(*waves, "--max-parallel", "1", cwd=tmp_path, env=variable)["waves"] == [["c"], ["a"], ["b"]]
    assert answer(*waves, "--max-parallel", "-1", cwd=tmp_path, env=variable)["maxParallel"] == 10
    assert answer("dispatch_waves", "--agents", "", cwd=tmp_path)["waves"] == []
    asked = ("dispatch_reconcile", "--dispatched", "c,a,b", "--returned")
    assert answer(*asked, "a", cwd=tmp_path) == {"missing": ["c", "b"]}
    assert answer(*asked, "", cwd=tmp_path) == {"missing": ["c", "a", "b"]}


def test_consolidate(tmp_path: Path) -> None:
    issue = {
        "severity": "warning",
        "confidence": "high",
        "file": "a.py",
        "line": 3,
        "message": "m",
        "evidence": "e",
        "suggestedFix": "f",
    }
    worse = {**issue, "severity": "error", "message": "n"}
    elsewhere = {**issue, "line": 4}
    flat = {"findings": [{**issue, "agentName": "x"}, {**worse, "agentName": "y"}, {**elsewhere, "agentName": "x"}]}
    results = [{"agentName": "x", "issues": [issue, elsewhere]}, {"agentName": "y", "issues": [worse]}]
    (tmp_path / "flat.json").write_text(json.dumps(flat))
    top = answer("consolidate", "--findings", "flat.json", cwd=tmp_path)["topFindings"]
    assert isinstance(top, list)
    assert [(one["line"], one["severity"], sorted(one["agents"]), sorted(one["messages"])) for one in top] == [
        (3, "error", ["x", "y"], ["m", "n"]),
        (4, "warning", ["x"], ["m"]),
    ]
    for form in (results, {"agents": results}):
        again = answer("consolidate", "--findings", "-", cwd=tmp_path, stdin=json.dumps(form).encode())
        assert again["topFindings"] == top


def test_repo_invariants(repo: Repo) -> None:
    odd = "-odd\tname,é.jsx"
    sub = repo.top / "sub"
    sub.mkdir()
    found = answer("repo_invariants", "--files-from", "-", cwd=sub, stdin=f"{odd}\0package.json\0../x\0".encode())[
        "findings"
    ]
    assert isinstance(found, list)
    assert [(one["invariant"], one["file"]) for one in found] == [
        ("no-conflict-markers", odd),
        ("lock-file-in-step", "package.json"),
    ]
    everything = answer("repo_invariants", "--all", cwd=sub)["findings"]
    assert isinstance(everything, list)
    assert ("no-conflict-markers", odd) in [(one["invariant"], one["file"]) for one in everything]


BAD = [
    ("changed_file_list", [], "--name-status-from"),
    ("changed_file_list", ["--name-status-from", "absent"], "cannot read absent"),
    ("changed_file_list", ["--name-status-from", "{junk}"], "name-status"),
    ("changed_file_list", ["--name-status", "x"], "--name-status"),
    ("select_lenses", ["--files-from", "-", "--added-from", "-"], "standard input"),
    ("select_lenses", ["--files", "a", "--agents-dir", "absent"], "absent/"),
    ("change_shape", [], "give --files"),
    ("change_shape", ["--files-from", "a\0b"], "cannot read"),
    ("change_shape", ["--bogus"], "--bogus"),
    ("change_size", ["--numstat-from", "absent"], "cannot read absent"),
    ("change_impact", ["--diff-from", "absent"], "cannot read absent"),
    ("dispatch_waves", [], "give --agents"),
    ("dispatch_reconcile", ["--dispatched", "a"], "give --returned"),
    ("dispatch_reconcile", ["--returned", "a"], "give --dispatched"),
    ("consolidate", ["--findings", "absent"], "cannot read absent"),
    ("consolidate", ["--findings", "{junk}"], "is not JSON"),
    ("consolidate", ["--findings", "{empty}"], "not a list"),
    ("consolidate", ["--findings", "{unnamed}"], "no agentName"),
    ("consolidate", ["--findings", "{lineless}"], "has no line"),
    ("repo_invariants", [], "give either"),
    ("repo_invariants", ["--all", "--files", "a"], "give either"),
]
FILES = {
    "junk": "no listing\nat all",
    "empty": "{}",
    "unnamed": '{"findings": [{"severity": "error", "confidence": "high", "file": "a", "line": 1, "message": "m"}]}',
    "lineless": '[{"agentName": "x", "issues": [{"file": "a", "line": "N/A"}]}]',
}


@pytest.mark.parametrize(("name", "args", "says"), BAD)
def test_bad_input_is_one_line_and_exit_2(
    name: str, args: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = {key: tmp_path / key for key in FILES}
    for key, content in FILES.items():
        places[key].write_text(content)
    given = [str(places[arg[1:-1]]) if arg[1:-1] in FILES and arg[0] == "{" else arg for arg in args]
    assert importlib.import_module(STEPS[name]).main(given) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"{name}: ")
    assert shown.err.count("\n") == 1
    assert says in shown.err


def test_outside_a_repository_and_without_the_packages(tmp_path: Path) -> None:
    code, out, err = start(
        "repo_invariants", "--all", cwd=tmp_path, env={"GIT_CEILING_DIRECTORIES": str(tmp_path.parent)}
    )
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    # -S leaves out the installed packages.
    bare = subprocess.run(
        [sys.executable, "-S", str(SCRIPTS / "select_lenses.py"), "--files", "a"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (bare.returncode, bare.stdout) == (2, "")
    assert "run `sh scripts/setup`" in bare.stderr
    assert bare.stderr.count("\n") == 1
