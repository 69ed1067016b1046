"""Preflight gates from the command line: what stops a run, what cannot be silenced, what is only said.

eslint, tsc and gh are stand-ins that answer with what the real ones printed; ruff, mypy and semgrep are real.
"""

import json
from pathlib import Path

import pytest

from tests.support.gates import agree, change, gates, run, stopped_by
from tests.support.project import eslint_says, message, program
from tests.support.repo import Repo

NAMES = ["lint", "type-check", "secrets", "semgrep", "pipeline-red"]
RUFF = "[lint]\nselect = ['F', 'E']\n"
ESLINT = {"eslint.config.js": "export default [];\n", "package.json": "{}"}


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / "repo")
    made.write_all({"src/lib.rs": "mod total;\n", ".gitignore": "node_modules/\n"})
    made.commit("base")
    return made


def test_every_gate_is_listed_in_order_with_a_reason(repo: Repo) -> None:
    change(repo, {}, {"src/total.rs": "fn total() {}\n"})
    ran = run(repo, "--json", env={"PATH": f"{repo.home / 'empty'}:/usr/bin:/bin"})
    assert ran.code == 0, ran.err
    assert list(gates(ran)) == NAMES
    assert all(gate["detail"] and "\n" not in gate["detail"] for gate in ran.json["gates"])
    assert {name for name, gate in gates(ran).items() if gate["status"] == "skipped"} >= {"lint", "type-check"}
    assert gates(ran)["lint"]["detail"] == "the project configures none"
    run(repo)
    durable = (repo.top / ".dev-team-reports/code-review.md").read_text(encoding="utf-8")
    assert all(name in durable for name in NAMES)


def test_lint_stops_the_run_before_anything_else(repo: Repo) -> None:
    change(repo, {"ruff.toml": RUFF}, {"src/a.py": "import os\n"})
    assert stopped_by(run(repo, "--json"), "lint").startswith("ruff: 1 problem: src/a.py:1 (F401: `os` imported but")
    prose = run(repo)
    assert prose.code == 1
    assert "gate lint failed" in prose.out


def test_types_stop_the_run_after_lint(repo: Repo) -> None:
    change(repo, {"ruff.toml": RUFF, "mypy.ini": "[mypy]\nstrict = True\n"}, {"a.py": "X: int = ''\n"})
    ran = run(repo, "--json")
    assert stopped_by(ran, "type-check").startswith("mypy: 1 problem: a.py:1 (assignment: ")
    assert gates(ran)["lint"]["status"] == "pass"
    assert list(gates(ran)) == ["lint", "type-check"]


@pytest.mark.parametrize(
    "files",
    [
        {"src/a.py": "import os  # noqa: F401\n"},
        {"src/a.py": "# ruff: noqa\nimport os\n"},
        {"src/a.py": "import os\n", "ruff.toml": "exclude = ['src']\n"},
        {"src/a.py": "import os\n", "src/.ruff.toml": "exclude = ['*']\n"},
    ],
)
def test_the_change_cannot_silence_ruff(repo: Repo, files: dict[str, str]) -> None:
    change(repo, {"ruff.toml": RUFF}, files)
    assert "src/a.py" in stopped_by(run(repo, "--json"), "lint")


def test_the_change_cannot_silence_mypy(repo: Repo) -> None:
    change(repo, {"mypy.ini": "[mypy]\nstrict = True\n"}, {"a.py": "X: int = ''  # type: ignore\n"})
    assert "a.py:1 (assignment: " in stopped_by(run(repo, "--json"), "type-check")


def test_the_change_cannot_silence_eslint(repo: Repo) -> None:
    change(repo, ESLINT, {"a.js": "var a = 1; // eslint-disable-line\n"})
    eslint_says(repo, {"file": "a.js", "suppressedMessages": [message(1)]}, code=0)
    assert "a.js:1 (no-var: " in stopped_by(run(repo, "--json"), "lint")


def test_an_ignore_list_of_eslint_that_the_change_edits_is_no_pass(repo: Repo) -> None:
    change(repo, ESLINT, {"a.js": "let a = 1;\n", ".eslintignore": "a.js\n"})
    eslint_says(repo, {"file": "a.js"}, code=0)
    ran = run(repo, "--json")
    assert ran.code == 0
    assert gates(ran)["lint"]["status"] == "warn"
    assert gates(ran)["lint"]["detail"] == "eslint: no problem in 1 file; the change edits .eslintignore"
    assert "the change edits .eslintignore" in run(repo).out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "files"),
    [
        ("    return eval(text)  # nosemgrep\n", {}),
        ("    return eval(text)\n", {".semgrepignore": "*.py\n"}),
    ],
)
def test_the_change_cannot_silence_semgrep(repo: Repo, line: str, files: dict[str, str]) -> None:
    change(repo, {}, {**files, "src/a.py": f"def load(text: str) -> object:\n{line}"})
    ran = run(repo, "--json", "--agent", "security-review", engine="offline")
    (result,) = ran.json["agents"]
    assert [(one["file"], one["line"]) for one in result["issues"]] == [("src/a.py", 2)]
    assert (result["status"], ran.json["verdict"]) == ("warn", "warn")


OWN_RULES = """
rules:
  - id: no-print
    languages: [python]
    severity: ERROR
    message: Output belongs to the logger.
    pattern: print(...)
  - id: no-assert
    languages: [python]
    severity: WARNING
    message: Assertions are not for users.
    pattern: assert $X
  - id: broken
    languages: [python]
    severity: ERROR
    message: Nothing to look for.
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "files",
    [
        {"src/a.py": "print(1)\n"},
        {"src/a.py": "print(1)  # nosemgrep: no-print\n"},
        {"src/a.py": "print(1)\n", ".semgrepignore": "src/\n"},
        {"src/a.py": "print(1)\n", ".semgrep/rules.yml": "rules: []\n"},
    ],
)
def test_a_rule_of_the_project_stops_the_run_and_the_change_cannot_silence_it(
    repo: Repo, files: dict[str, str]
) -> None:
    change(repo, {".semgrep/rules.yml": OWN_RULES}, files)
    assert stopped_by(run(repo, "--json"), "semgrep") == "1 blocking result: src/a.py:1 (no-print)"


@pytest.mark.slow
def test_only_an_error_of_a_rule_of_the_project_stops_the_run(repo: Repo) -> None:
    base = {".semgrep.yml": OWN_RULES, "src/a.py": "print(1)\nprint(2)  # nosemgrep\n"}
    change(repo, base, {"src/a.py": "print(1)\nprint(2)  # nosemgrep\nassert 1\n"})
    ran = run(repo, "--json")
    assert gates(ran)["semgrep"]["status"] == "pass"
    assert ran.json["staticAnalysis"]["findings"] >= 1
    (tool,) = [one for one in ran.json["staticAnalysis"]["tools"] if one["tool"] == "semgrep"]
    assert tool["findings"] >= 3
    assert ".semgrep.yml: rule broken left out: has no pattern" in tool["detail"]


def test_code_of_the_project_is_not_run_in_ci_and_that_is_said(repo: Repo) -> None:
    base = {"lint.sh": "touch ran\nexit 1\n", ".code-review/config.yaml": "checks: {lint: sh lint.sh}\n"}
    change(repo, base, {"src/total.rs": "fn total() {}\n"})
    ran = run(repo, "--json", env={"CI": "true"})
    assert (ran.code, gates(ran)["lint"]["status"]) == (0, "skipped")
    assert "in CI it runs only when the settings of the base say" in gates(ran)["lint"]["detail"]
    assert not (repo.top / "ran").exists()
    unasked = run(repo, "--json")
    assert (unasked.code, (repo.top / "ran").exists()) == (2, False)
    agree(repo)
    assert "sh lint.sh: exit 1" in stopped_by(run(repo, "--json"), "lint")


def test_a_command_of_the_change_itself_is_never_run(repo: Repo) -> None:
    change(repo, {}, {".code-review/config.yaml": "checks: {lint: touch ran}\n", "src/total.rs": "fn total() {}\n"})
    assert run(repo, "--json").code == 0
    refused = run(repo, "--json", "--trust", "worktree")
    assert refused.code == 2
    assert "checks.lint would start a program" in refused.json["reason"]
    assert run(repo, "--json", "--trust", "worktree", "--force", "--reason", "x").code == 0
    assert not (repo.top / "ran").exists()


def test_a_hanging_check_is_stopped_and_no_pass(repo: Repo) -> None:
    settings = "checks: {lint: sleep 60, tool_timeout: 1}\n"
    change(repo, {".code-review/config.yaml": settings}, {"src/total.rs": "fn total() {}\n"})
    agree(repo)
    ran = run(repo, "--json")
    assert (ran.code, gates(ran)["lint"]["status"]) == (0, "warn")
    assert gates(ran)["lint"]["detail"] == "sleep 60 not checked: stopped after 1 s"


def test_a_secret_that_a_lint_script_prints_reaches_no_report(repo: Repo) -> None:
    secret = "AKIA" + "Q7RZ3NX5WLK2MB4T"
    change(repo, {"lint.sh": f"echo error: {secret[:4]}''{secret[4:]}; exit 1\n"}, {"src/total.rs": "fn total() {}\n"})
    repo.write(".code-review/config.yaml", "checks: {lint: sh lint.sh}\n")
    repo.commit("settings")
    repo.git("branch", "-f", "main", "HEAD")
    repo.write("src/total.rs", "fn total() { }\n")
    repo.commit("change")
    agree(repo)
    for ran in (run(repo, "--json"), run(repo)):
        assert ran.code == 1
        assert "sh lint.sh: exit 1" in ran.out
        assert secret not in ran.out + ran.err


@pytest.fixture
def with_gh(repo: Repo) -> dict[str, str]:
    """An environment whose `gh` says what `answer` beside the repository holds."""
    program(repo.home / "bin/gh", f'echo "$@" > "{repo.home}/asked"\ncat "{repo.home}/answer"')
    return {"PATH": f"{repo.home / 'bin'}:/usr/bin:/bin"}


def test_a_red_pipeline_is_said_and_stops_only_where_settings_ask_for_it(repo: Repo, with_gh: dict[str, str]) -> None:
    change(repo, {}, {"src/total.rs": "fn total() {}\n"})
    (repo.home / "answer").write_text("failure\n", encoding="utf-8")
    ran = run(repo, "--json", env=with_gh)
    assert (ran.code, gates(ran)["pipeline-red"]["status"]) == (0, "warn")
    assert "--branch feature --limit 1" in (repo.home / "asked").read_text(encoding="utf-8")
    assert "the last run on feature ended with failure" in run(repo, env=with_gh).out
    folder = repo.home / "settings"
    folder.mkdir(exist_ok=True)
    (folder / "config.yaml").write_text("checks: {pipeline: stop}\n", encoding="utf-8")
    assert "ended with failure" in stopped_by(run(repo, "--json", env=with_gh), "pipeline-red")
    (folder / "config.yaml").write_text("checks: {pipeline: off}\n", encoding="utf-8")
    off = gates(run(repo, "--json", env=with_gh))["pipeline-red"]
    assert (off["status"], off["detail"]) == ("skipped", "switched off by checks.pipeline")


def test_forced_and_background_runs_skip_every_gate(repo: Repo) -> None:
    change(repo, {"ruff.toml": RUFF}, {"src/a.py": "import os\n"})
    for more in (("--force", "--reason", "release"), ("--background",)):
        ran = run(repo, "--json", *more)
        assert list(gates(ran)) == NAMES
        assert {gate["status"] for gate in ran.json["gates"]} == {"skipped"}
    (row,) = (repo.top / ".claude/metrics/override-audit.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(row)["gatesSkipped"] == NAMES
