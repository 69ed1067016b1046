"""The offline panel from the command line, on the repository of the demo: real semgrep, real ruff, every defect found."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import Ran, code_review
from tests.support.repo import Repo

DEMO = Path("scripts/demo_data")
DEFECTS = {
    ("shop/accounts.py", 13, "security-review.A04.fail-open", "error"),
    ("shop/orders.py", 15, "security-review.A03.sql-injection", "error"),
    ("shop/reports.py", 12, "security-review.A03.command-injection", "error"),
    ("web/cart.ts", 18, "security-review.A03.xss", "warning"),
    ("web/Banner.tsx", 5, "a11y-review.keyboard-unreachable", "warning"),
    ("web/Banner.tsx", 4, "a11y-review.missing-alt", "warning"),
    ("README.md", 8, "doc-review.broken-reference", "warning"),
    ("shop/orders.py", 18, "doc-review.stale-doc", "warning"),
    ("shop/reports.py", 11, "concurrency-review.blocking-in-async", "warning"),
    ("shop/reports.py", 19, "performance-review.query-per-row", "warning"),
    ("shop/orders.py", 6, "correctness-review.mutation", "warning"),
    ("tests/test_orders.py", 10, "test-review.assertion-removed", "warning"),
}

pytestmark = pytest.mark.slow


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """The demo's repository: `main` and the flawed branch `feature`."""
    made = Repo.create(tmp_path / "repo")
    shutil.copytree(DEMO / "base", made.top, dirs_exist_ok=True, copy_function=shutil.copyfile)
    made.commit("base")
    made.branch("feature")
    shutil.copytree(DEMO / "feature", made.top, dirs_exist_ok=True, copy_function=shutil.copyfile)
    made.commit("feature")
    return made


def run(repo: Repo, *arguments: str, **options: Any) -> Ran:
    return code_review("--since", "main", "--engine", "offline", *arguments, cwd=repo.top, home=repo.home, **options)


def found(ran: Ran) -> set[tuple[str, int, str, str]]:
    return {
        (issue["file"], issue["line"], issue["ruleId"], issue["severity"])
        for agent in ran.json["agents"]
        for issue in agent["issues"]
    }


def test_every_planted_defect_is_found_where_it_is(repo: Repo) -> None:
    ran = run(repo, "--json")
    assert ran.code == 1, ran.err
    assert found(ran) >= DEFECTS
    assert ran.json["withheld"] == []
    assert ran.json["dispatchFailures"] == []
    assert ran.json["engine"]["ruleBased"] is True
    assert "rules, no model" in ran.err + run(repo).out


def test_nothing_is_said_about_the_base_against_itself_plus_a_comment(repo: Repo) -> None:
    repo.git("switch", "-q", "-c", "quiet", "main")
    path = repo.top / "shop" / "orders.py"
    repo.write("shop/orders.py", path.read_text(encoding="utf-8") + "# Prices are in cents everywhere.\n")
    repo.commit("comment")
    ran = run(repo, "--json")
    assert (ran.code, ran.json["verdict"], found(ran)) == (0, "pass", set())


def test_a_tool_that_runs_out_of_time_is_never_a_clean_review(repo: Repo) -> None:
    settings = repo.home / "settings"
    settings.mkdir()
    (settings / "config.yaml").write_text("checks: {tool_timeout: 0.01}\n", encoding="utf-8")
    ran = run(repo, "--json", "--no-cache")
    assert ran.code == 4
    assert (ran.json["overall"], ran.json["verdict"]) == ("fail", "none")
    failed = {failure["agentName"] for failure in ran.json["dispatchFailures"]}
    assert {"security-review", "correctness-review"} <= failed
    status = {tool["tool"]: tool["status"] for tool in ran.json["staticAnalysis"]["tools"]}
    # ruff may be done in a hundredth of a second; semgrep never is.
    assert status["semgrep"] == "timeout"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("padded.py", (b"# " + b"p" * 997 + b"\n") * 1_001 + b"import os\n\n\ndef q(u):\n    os.system('rm ' + u)\n"),
        ("nul.py", b"import os\n\n\ndef q(u):\n    os.system('rm ' + u)\n#\0\n"),
    ],
)
def test_source_that_no_rule_can_read_is_never_a_clean_review(repo: Repo, name: str, content: bytes) -> None:
    repo.write(name, content)
    repo.write("ok.py", "X = 2\n")
    repo.commit("hide")
    ran = code_review("--since", "HEAD~1", "--engine", "offline", "--json", cwd=repo.top, home=repo.home)
    assert ran.code == 4
    assert any(name in reason for reason in ran.json["verdictReasons"])
    unread = {row["file"] for agent in ran.json["coverage"] for row in agent["omitted"] if row["kind"] == "unread"}
    assert unread == {name}


def test_the_change_cannot_silence_the_rules(repo: Repo) -> None:
    orders = repo.top / "shop" / "orders.py"
    text = orders.read_text(encoding="utf-8")
    silenced = "\n".join(f"{line}  # nosemgrep # noqa" if "SELECT" in line else line for line in text.splitlines())
    repo.write("shop/orders.py", silenced + "\n")
    repo.write_all(
        {".semgrepignore": "*\n", "ruff.toml": 'exclude = ["*"]\n', "pyproject.toml": "[tool.ruff]\nexclude = ['*']\n"}
    )
    repo.commit("silence")
    assert found(run(repo, "--json")) >= DEFECTS
