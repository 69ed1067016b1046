"""A second review of unchanged files, from the command line: the same answer, without starting the tools again."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import code_review
from tests.support.repo import Repo

pytestmark = pytest.mark.slow

BAD = 'import os\n\n\ndef run(name, seen=[]):\n    os.system("ls " + name)\n    return seen\n'
SECRET = "AKIAQ7XN2VJ5LD3RZW6B"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / "repo")
    (made.home / "settings/cache").mkdir(parents=True, mode=0o700)
    made.write("README.md", "# Shop\n")
    made.commit("base")
    made.branch("feature")
    made.write("a.py", BAD)
    made.write("b.py", 'print("b")\n')
    made.write("c.js", f'export const key = "{SECRET}";\n')
    made.commit("feature")
    return made


def report(repo: Repo, *arguments: str, **env: str) -> Any:
    flags = ("--since", "main", "--engine", "offline", "--force", "--reason", "try", "--json", *arguments)
    return code_review(*flags, cwd=repo.top, home=repo.home, env=env).json


def reused(said: Any) -> dict[str, int]:
    return {tool["tool"]: tool["reused"] for tool in said["staticAnalysis"]["tools"] if tool["reused"]}


def without_counts(said: Any) -> Any:
    tools = [{**tool, "reused": 0} for tool in said["staticAnalysis"]["tools"]]
    return {**said, "timestamp": "", "staticAnalysis": {**said["staticAnalysis"], "tools": tools}}


def test_a_second_run_reuses_what_the_first_kept(repo: Repo) -> None:
    first, second = report(repo), report(repo)
    assert (reused(first), reused(second)) == ({}, {"semgrep": 3, "ruff": 2})
    assert without_counts(second) == without_counts(first) == without_counts(report(repo, "--no-cache"))
    assert first["totals"]["errors"] > 0
    repo.write("b.py", 'print("c")\n')
    repo.commit("edited")
    assert reused(report(repo)) == {"semgrep": 2, "ruff": 1}


def test_no_secret_is_kept(repo: Repo) -> None:
    assert report(repo)["schema"] == "code-review-report/1"
    kept = [path for path in (repo.home / "settings" / "cache").rglob("*") if path.is_file()]
    assert len(kept) >= 5
    assert [path for path in kept if SECRET.encode() in path.read_bytes()] == []


def test_nothing_is_reused_in_ci_or_when_switched_off(repo: Repo) -> None:
    report(repo)
    assert reused(report(repo, CI="true")) == {}
    assert reused(report(repo, "--no-cache")) == {}
    (repo.home / "settings" / "config.yaml").write_text("checks: {cache: false}\n", encoding="utf-8")
    assert reused(report(repo)) == {}
    assert reused(report(repo, "--cache")) == {"semgrep": 3, "ruff": 2}


def test_damage_costs_time_and_never_a_finding(repo: Repo) -> None:
    first = report(repo)
    for path in (repo.home / "settings" / "cache").rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-4])
    again = report(repo)
    assert reused(again) == {}
    assert without_counts(again) == without_counts(first)


def test_a_cache_inside_the_repository_is_not_used(repo: Repo) -> None:
    said = report(repo, CODE_REVIEW_HOME=str(repo.top / ".home"))
    assert any("lies inside the repository" in notice for notice in said["notices"])
    assert not (repo.top / ".home").exists()
