"""The gates of a project over real repositories, with the real ruff and mypy and stand-ins for the rest."""

import json
from pathlib import Path

import pytest

from orchestrator.errors import ConfigurationError
from orchestrator.settings.model import Value, merge
from orchestrator.settings.parse import default_layer, parse_layer
from orchestrator.values.analysis import GateResult, GateStatus
from orchestrator.values.change import ScopeKind
from orchestrator.wiring.project_trust import check_lines
from tests.support.gates import change
from tests.support.project import ESLINT, eslint_says, eslint_words, message, program, project_results
from tests.support.repo import Repo

PASS, FAIL, WARN, SKIPPED = GateStatus.PASS, GateStatus.FAIL, GateStatus.WARN, GateStatus.SKIPPED
RUFF = "[lint]\nselect = ['F', 'E', 'I', 'INP']\n"
UNUSED = "import os\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / "repo")
    made.write_all({"README.md": "x\n", ".gitignore": "node_modules/\n"})
    made.commit("base")
    return made


def lint(repo: Repo, **given: Value) -> GateResult:
    return project_results(repo, given)["lint"]


def types(repo: Repo, **given: Value) -> GateResult:
    return project_results(repo, given)["type-check"]


def test_a_project_that_configures_nothing_skips_both_gates(repo: Repo) -> None:
    change(repo, {}, {"a.py": UNUSED, "b.js": "var a = 1\n"})
    results = project_results(repo)
    assert [(one.name, one.status) for one in results.values()] == [("lint", SKIPPED), ("type-check", SKIPPED)]
    assert {one.detail for one in results.values()} == {"the project configures none"}


def test_ruff_fails_for_a_changed_line_only(repo: Repo) -> None:
    change(repo, {"ruff.toml": RUFF, "pkg/__init__.py": "", "pkg/a.py": UNUSED}, {"pkg/a.py": f"{UNUSED}X = 1\n"})
    found = lint(repo)
    assert (found.status, found.detail) == (PASS, "ruff: no problem in 1 file; 2 problems outside the change")
    repo.write("pkg/a.py", f"{UNUSED}X = 1\nif X == None:\n    X = 2\n")
    repo.commit("worse")
    found = lint(repo)
    assert found.status is FAIL
    assert found.detail.startswith("ruff: 1 problem: pkg/a.py:3 (E711: ")


def test_ruff_sees_the_packages_that_the_change_did_not_touch(repo: Repo) -> None:
    """Import order and implicit namespaces depend on files that are not in the scope."""
    text = '"""A."""\n\nimport zlib\n\nfrom pkg.util import u\n\nprint(zlib, u)\n'
    change(repo, {"ruff.toml": RUFF, "pkg/__init__.py": "", "pkg/util.py": "u = 1\n"}, {"pkg/a.py": text})
    assert lint(repo).status is PASS


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("ruff.toml", "exclude = ['*.py']\n"),
        ("ruff.toml", "[lint]\nselect = []\n"),
        ("pkg/ruff.toml", "[lint]\nignore = ['F401']\n"),
        ("pkg/pyproject.toml", "[tool.ruff]\nexclude = ['*']\n"),
        (".gitignore", "pkg/b.py\n"),
    ],
)
def test_a_configuration_that_the_change_edits_does_not_silence_ruff(repo: Repo, path: str, text: str) -> None:
    change(repo, {"ruff.toml": RUFF, "pkg/__init__.py": "", "pkg/a.py": ""}, {path: text, "pkg/a.py": UNUSED})
    assert lint(repo).status is FAIL


@pytest.mark.parametrize(
    "text",
    [
        "import os  # noqa\n",
        "import os  # noqa: F401\n",
        "# ruff: noqa\nimport os\n",
        "# ruff: noqa: F401\nimport os\n",
        "# ruff: disable[F401]\nimport os\n# ruff: enable[F401]\n",
    ],
)
def test_a_comment_silences_ruff_only_when_it_was_there_before(repo: Repo, text: str) -> None:
    change(repo, {"ruff.toml": RUFF, "pkg/__init__.py": ""}, {"pkg/a.py": text})
    assert lint(repo).status is FAIL
    repo.switch("main")
    repo.git("merge", "-q", "feature")
    assert project_results(repo, kind=ScopeKind.ALL)["lint"].status is PASS


def test_an_old_comment_for_the_whole_file_is_obeyed(repo: Repo) -> None:
    base = {"ruff.toml": RUFF, "pkg/__init__.py": "", "pkg/a.py": "# ruff: noqa: F401\n"}
    change(repo, base, {"pkg/a.py": f"# ruff: noqa: F401\n{UNUSED}"})
    assert lint(repo).status is PASS


def test_the_configuration_of_the_base_is_followed_where_it_builds_on_another_file(repo: Repo) -> None:
    base = {"config/base.toml": "[lint]\nselect = ['E711']\n", "pkg/ruff.toml": "extend = '../config/base.toml'\n"}
    change(repo, {**base, "pkg/__init__.py": ""}, {"pkg/a.py": "import os\nx = 1\nif x == None:\n    x = 2\n"})
    assert lint(repo).detail.startswith("ruff: 1 problem: pkg/a.py:3 (E711: ")


def test_a_fix_in_the_configuration_neither_hides_a_problem_nor_changes_a_file(repo: Repo) -> None:
    change(repo, {"ruff.toml": f"fix = true\n{RUFF}", "pkg/__init__.py": ""}, {"pkg/a.py": UNUSED})
    assert lint(repo).status is FAIL
    assert repo.status() == ""


def test_a_broken_configuration_is_a_warning_and_no_pass(repo: Repo) -> None:
    change(repo, {"ruff.toml": "select = 3\n"}, {"a.py": "X = 1\n"})
    found = lint(repo)
    assert found.status is WARN
    assert found.detail.startswith("ruff not checked: exit 2: ")


def test_what_does_not_parse_is_no_pass(repo: Repo) -> None:
    change(repo, {"ruff.toml": RUFF, "pkg/__init__.py": "", "pkg/a.py": "x = (\n"}, {"pkg/a.py": "x = (\n# more\n"})
    assert lint(repo).status in {WARN, FAIL}


MYPY = {"mypy.ini": "[mypy]\nstrict = True\n", "a.py": "def f() -> int:\n    return 1\n"}


def test_mypy_fails_for_a_changed_line_only(repo: Repo) -> None:
    before = "def f() -> int:\n    return ''\n"
    change(repo, {**MYPY, "a.py": before}, {"a.py": f"{before}\n\nX: int = 1\n"})
    assert types(repo).detail == "mypy: no problem in 1 file; 1 problem outside the change"
    repo.write("a.py", f"{before}\n\nX: int = ''\n")
    repo.commit("worse")
    found = types(repo)
    assert found.status is FAIL
    assert found.detail.startswith("mypy: 1 problem: a.py:5 (assignment: Incompatible types")
    assert not list(repo.top.glob(".mypy_cache"))


def test_what_mypy_says_of_its_configuration_is_no_result(repo: Repo) -> None:
    """It stands among the results on standard output, and is no JSON."""
    config = "[mypy]\npython_version = 3.1\n[mypy-nowhere.*]\nignore_missing_imports = True\n"
    change(repo, {**MYPY, "mypy.ini": config}, {"a.py": "def f() -> int:\n    return ''\n"})
    assert types(repo).detail.startswith("mypy: 1 problem: a.py:2 (")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "X: int = ''  # type: ignore\n"),
        ("", "X: int = ''  # type: ignore[assignment]\n"),
        ("", "# mypy: ignore-errors\nX: int = ''\n"),
        ("Y = 1\n", "# type: ignore\nY = 1\nX: int = ''\n"),
    ],
)
def test_a_comment_of_the_change_does_not_silence_mypy(repo: Repo, before: str, after: str) -> None:
    change(repo, {**MYPY, "b.py": before}, {"b.py": after})
    assert types(repo).status is FAIL


def test_an_old_comment_silences_mypy(repo: Repo) -> None:
    change(repo, {**MYPY, "b.py": "# mypy: ignore-errors\n"}, {"b.py": "# mypy: ignore-errors\nX: int = ''\n"})
    assert types(repo).status is PASS


def test_a_module_that_is_not_installed_here_is_a_warning(repo: Repo) -> None:
    change(repo, MYPY, {"b.py": "import nowhere_to_be_found\n\nprint(nowhere_to_be_found)\n"})
    found = types(repo)
    assert (found.status, found.detail) == (WARN, "mypy: mypy does not find what is imported at b.py:1")


def test_editing_the_configuration_of_a_tool_that_runs_in_place_is_said(repo: Repo) -> None:
    change(repo, MYPY, {"mypy.ini": "[mypy]\nignore_errors = True\n", "b.py": "X: int = ''\n"})
    found = types(repo)
    assert (found.status, found.detail) == (WARN, "mypy: no problem in 1 file; the change edits mypy.ini")


def test_a_tool_that_needs_the_work_tree_does_not_run_beside_other_files(repo: Repo) -> None:
    change(repo, MYPY, {"b.py": "X: int = ''\n"})
    repo.write("stray.py", "")
    assert "it holds untracked files that are not reviewed (stray.py)" in types(repo).detail
    repo.remove("stray.py")
    repo.write("a.py", "# edited and not committed\n")
    found = types(repo)
    assert (found.status, found.detail) == (
        SKIPPED,
        "mypy runs in the work tree only: it differs from what is reviewed",
    )
    repo.git("checkout", "-q", "a.py")
    repo.write(".env", "A=1\n")
    repo.write(".claude/metrics/review-value.jsonl", "")
    assert types(repo).status is FAIL


JS = {"eslint.config.js": "export default [];\n", "package.json": "{}", "a.js": "var a = 1;\n"}


def test_eslint_fails_for_a_changed_line_only(repo: Repo) -> None:
    change(repo, JS, {"a.js": "var a = 1;\nvar b = 2;\n"})
    eslint_says(repo, {"file": "a.js", "messages": [message(1), message(2, severity=1)]})
    assert lint(repo).detail == "eslint: no problem in 1 file; 1 problem outside the change"
    eslint_says(repo, {"file": "a.js", "messages": [message(1), message(2)]})
    found = lint(repo)
    assert found.status is FAIL
    assert found.detail == "eslint: 1 problem: a.js:2 (no-var: Unexpected var, use let or const instead.)"
    assert eslint_words(repo) == ["--format", "json", "--", "a.js"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("var b = 2; // eslint-disable-line no-var\n", 2),
        ("// eslint-disable-next-line\nvar b = 2;\n", 3),
        ("/* eslint-disable no-var -- later */\nvar b = 2;\n", 3),
        ("/* eslint-disable-next-line\n   no-var */\nvar b = 2;\n", 4),
    ],
)
def test_a_comment_silences_eslint_only_when_it_was_there_before(repo: Repo, text: str, line: int) -> None:
    change(repo, JS, {"a.js": f"var a = 1;\n{text}"})
    eslint_says(repo, {"file": "a.js", "suppressedMessages": [message(line)]}, code=0)
    found = lint(repo)
    assert found.status is FAIL
    assert f"a.js:{line} (no-var: " in found.detail


def test_old_comments_of_eslint_are_obeyed(repo: Repo) -> None:
    old = "/* eslint-disable no-var */\n// eslint-disable-next-line eqeqeq\nlet z = 1;\n"
    change(repo, {**JS, "a.js": old}, {"a.js": f"{old}var b = 2;\n"})
    eslint_says(repo, {"file": "a.js", "suppressedMessages": [message(4)]}, code=0)
    assert lint(repo).status is PASS


def test_rules_set_in_a_comment_of_the_change_are_no_pass(repo: Repo) -> None:
    change(repo, JS, {"a.js": '/* eslint no-var: "off" */\nvar a = 1;\n'})
    eslint_says(repo, {"file": "a.js"}, code=0)
    found = lint(repo)
    assert (found.status, found.detail) == (WARN, "eslint: the change configures eslint in a comment: a.js:1")


def test_an_ignore_list_that_the_change_edits_takes_nothing_out_and_is_said(repo: Repo) -> None:
    change(repo, JS, {".eslintignore": "a.js\n", "a.js": "let a = 1;\n"})
    eslint_says(repo, {"file": "a.js"}, code=0)
    found = lint(repo)
    assert (found.status, found.detail) == (WARN, "eslint: no problem in 1 file; the change edits .eslintignore")
    assert "--no-ignore" in eslint_words(repo)


def test_a_file_that_eslint_was_told_to_ignore_before_is_passed_over(repo: Repo) -> None:
    change(repo, JS, {"dist/a.js": "var a = 1;\n"})
    ignored = message(0, None, severity=1, message="File ignored because of a matching ignore pattern.")
    eslint_says(repo, {"file": "dist/a.js", "messages": [ignored]}, code=0)
    assert lint(repo).detail == "eslint: no problem in 0 files"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("echo '[{\"filePath\": '", "eslint not checked: exit 0: it printed what is not its JSON"),
        ("echo '[{\"filePath\": 3}]'", "eslint not checked: exit 0: it printed what is not its JSON"),
        ("echo; echo 'Oops: no config' >&2; exit 2", "eslint not checked: exit 2: Oops: no config"),
        ("yes x | head -c 300000 >&2; exit 2", "eslint not checked: exit 2: x"),
        ("kill -9 $$", "eslint not checked: ended by signal 9"),
        ("sleep 30", "eslint not checked: stopped after 0.5 s"),
    ],
)
def test_a_broken_eslint_is_a_warning_with_its_reason(repo: Repo, body: str, said: str) -> None:
    change(repo, JS, {"a.js": "let a = 1;\n"})
    program(repo.top / ESLINT, body)
    found = lint(repo, checks__tool_timeout=0.5)
    assert (found.status, found.detail) == (WARN, said)


def test_what_is_not_installed_is_skipped_and_named(repo: Repo) -> None:
    change(repo, JS, {"a.js": "let a = 1;\n"})
    found = lint(repo)
    assert (found.status, found.detail) == (
        SKIPPED,
        "eslint: eslint is not installed; npm install --save-dev eslint",
    )
    repo.write("package.json", json.dumps({"scripts": {"lint": "biome check"}, "devDependencies": {"biome": "1"}}))
    repo.commit("script")
    repo.git("branch", "-f", "main", "HEAD")
    repo.write("a.js", "let b = 1;\n")
    repo.commit("change")
    said = "npm run lint: the project's packages are not installed (no node_modules)"
    assert said in lint(repo).detail


def test_tsc_is_read_line_by_line_and_its_comments_are_said(repo: Repo) -> None:
    change(repo, {"tsconfig.json": "{}", "a.ts": "let a = 1;\n"}, {"a.ts": "let a = 1;\nlet b = 2;\n"})
    tsc = repo.top / "node_modules/.bin/tsc"
    program(tsc, 'echo "a.ts(1,5): error TS2322: old"; exit 2')
    assert types(repo).detail == "tsc: no problem in 1 file; 1 problem outside the change"
    program(tsc, "echo \"a.ts(2,5): error TS2322: Type 'x'.\"; exit 2")
    assert types(repo).detail == "tsc: 1 problem: a.ts:2 (TS2322: Type 'x'.)"
    program(tsc, 'echo "error TS18003: No inputs were found."; exit 2')
    assert types(repo).detail == "tsc not checked: exit 2: error TS18003: No inputs were found."
    repo.write("a.ts", "let a = 1;\n// @ts-ignore\nlet b: string = 2;\n")
    repo.commit("ignore")
    program(tsc, "exit 0")
    assert (types(repo).status, types(repo).detail) == (WARN, "tsc: the change silences the compiler at a.ts:2")


def test_a_command_fails_on_its_exit_code_with_its_first_telling_line(repo: Repo) -> None:
    change(
        repo,
        {"lint.sh": "#!/bin/sh\necho '> lint'\necho Checking\necho 'a.rs:3: error: bad' >&2\nexit 3\n"},
        {"a.rs": "x"},
    )
    found = lint(repo, checks__lint="sh lint.sh")
    assert (found.status, found.detail) == (FAIL, "sh lint.sh: exit 3: a.rs:3: error: bad")
    assert lint(repo, checks__lint="true").detail == "true: passed"
    assert lint(repo, checks__lint="no-such-program x").detail == "no-such-program x: no-such-program is not installed"
    assert lint(repo, checks__lint="off").detail == "switched off by checks.lint (command line)"


def test_a_command_that_changes_what_is_reviewed_is_no_pass(repo: Repo) -> None:
    change(repo, {}, {"a.rs": "x"})
    found = lint(repo, checks__lint="sh -c 'echo y > a.rs'")
    assert found.status is WARN
    assert found.detail.endswith("it changed the work tree while it ran (it differs from what is reviewed)")


def test_a_script_edited_by_the_change_is_no_pass(repo: Repo) -> None:
    change(repo, {"lint.sh": "exit 1\n"}, {"lint.sh": "exit 0\n"})
    found = lint(repo, checks__lint="sh lint.sh")
    assert (found.status, found.detail) == (WARN, "sh lint.sh: passed; the change edits lint.sh")


@pytest.mark.parametrize(
    ("settings", "ci", "status"),
    [
        ("", "", FAIL),
        ("", "true", SKIPPED),
        ("", "false", FAIL),
        ("project_code: always", "true", FAIL),
        ("project_code: never", "", SKIPPED),
        ("project_code: auto", "1", SKIPPED),
        ("lint: sh lint.sh", "", FAIL),
        ("lint: sh lint.sh", "true", SKIPPED),
        ("lint: sh lint.sh, project_code: always", "true", FAIL),
        ("lint: off", "", SKIPPED),
    ],
)
def test_code_of_the_project_runs_in_ci_only_when_the_base_says_so(
    repo: Repo, settings: str, ci: str, status: GateStatus
) -> None:
    base = {"ruff.toml": RUFF, "lint.sh": "exit 1\n"}
    change(repo, base | {".code-review/config.yaml": f"checks: {{{settings}}}\n"}, {"a.py": UNUSED})
    found = project_results(repo, environ={"CI": ci})["lint"]
    assert found.status is status
    assert bool(found.detail)


def test_settings_of_the_change_itself_allow_nothing_in_ci(repo: Repo) -> None:
    allow = {".code-review/config.yaml": "checks: {project_code: always, lint: 'false'}\n"}
    change(repo, {"ruff.toml": RUFF}, {**allow, "a.py": UNUSED})
    found = project_results(repo, environ={"CI": "true"})["lint"]
    assert found.status is SKIPPED
    assert found.detail.startswith("ruff: what the project configures is code of its own, and in CI it runs only when")
    whole = project_results(repo, kind=ScopeKind.ALL, environ={"CI": "true"})["lint"]
    assert whole.detail.startswith("false: what the project configures is code of its own, and in CI it runs only when")


def test_a_command_that_cannot_be_read_is_an_error() -> None:
    def settings(text: str) -> None:
        check_lines(merge((parse_layer(text, ".code-review/config.yaml"), default_layer())))

    settings("checks: {lint: make lint}")
    settings("checks: {lint: off}")
    with pytest.raises(ConfigurationError, match=r"checks\.lint is no command line: No closing quotation"):
        settings("checks: {lint: make 'lint}")


def test_mypy_runs_in_the_folder_that_configures_it_and_the_place_is_that_of_the_repository(repo: Repo) -> None:
    base = {"svc/mypy.ini": "[mypy]\nstrict = True\n", "svc/pay/rate.py": "def rate() -> int:\n    return 1\n"}
    text = "from pay.rate import rate\n\nX: str = rate()\nY: str = rate()  # type: ignore\n"
    change(repo, base, {"svc/pay/use.py": text, "other/b.py": "X: int = ''\n"})
    found = types(repo)
    assert found.status is FAIL
    assert found.detail.startswith("mypy in svc: 2 problems: svc/pay/use.py:3 (assignment: ")
    assert "svc/pay/use.py:4 (assignment: " in found.detail
    assert "other" not in found.detail


def test_a_script_of_a_package_runs_in_its_folder(repo: Repo) -> None:
    package = json.dumps({"name": "web", "scripts": {"lint": "sh check.sh"}})
    base = {"web/package.json": package, "web/check.sh": "pwd; echo error: not here; exit 3\n", "web/a.js": "a();\n"}
    change(repo, base, {"web/a.js": "b();\n"})
    found = lint(repo)
    assert (found.status, found.detail) == (FAIL, "npm run lint in web: exit 3: error: not here")


def test_eslint_of_the_workspace_is_asked_in_the_folder_of_the_package(repo: Repo) -> None:
    base = {"package.json": "{}", "eslint.config.js": "export default [];\n"}
    web = {"web/package.json": json.dumps({"scripts": {"lint": "eslint ."}}), "web/a.js": "a();\n"}
    change(repo, {**base, **web}, {"web/a.js": "var a;\n"})
    eslint_says(repo, {"file": "web/a.js", "messages": [message(1)]})
    found = lint(repo)
    assert found.status is FAIL
    assert found.detail.startswith("eslint in web: 1 problem: web/a.js:1 (no-var: ")
    assert eslint_words(repo)[-2:] == ["--", "a.js"]


def test_tsc_names_files_from_its_folder_and_they_are_found_in_the_repository(repo: Repo) -> None:
    base = {"web/tsconfig.json": "{}", "web/a.ts": "x;\n", "shared/b.ts": "y;\n"}
    change(repo, base, {"web/a.ts": "x: string;\n", "shared/b.ts": "y;\n"})
    said = "a.ts(1,1): error TS1: wrong\n../shared/b.ts(1,1): error TS2: older"
    program(repo.top / "node_modules/.bin/tsc", f"test -f tsconfig.json || exit 9\ncat <<'END'\n{said}\nEND\nexit 2")
    found = types(repo)
    assert (found.status, found.detail) == (FAIL, "tsc in web: 1 problem: web/a.ts:1 (TS1: wrong)")


def test_projects_beyond_the_bound_are_named_and_that_is_no_pass(repo: Repo) -> None:
    names = [f"p{number:02}" for number in range(22)]
    change(repo, {f"{name}/tsconfig.json": "{}" for name in names}, {f"{name}/a.ts": "x;\n" for name in names})
    program(repo.top / "node_modules/.bin/tsc", "exit 0")
    found = types(repo)
    assert found.status is WARN
    assert found.detail.endswith("; more than 20 projects, not checked: p20, p21")


def test_a_project_of_the_change_itself_is_not_run_and_none_is_in_ci(repo: Repo) -> None:
    package = json.dumps({"scripts": {"lint": "touch ../ran; exit 1"}})
    change(repo, {"old/package.json": package}, {"new/package.json": package, "new/a.js": "a();\n"})
    assert lint(repo).detail == "the project configures none"
    repo.write("old/a.js", "a();\n")
    repo.commit("more")
    found = project_results(repo, environ={"CI": "true"})["lint"]
    assert (found.status, found.detail.startswith("npm run lint in old: what the project configures is code")) == (
        SKIPPED,
        True,
    )
    assert not (repo.top / "ran").exists()
