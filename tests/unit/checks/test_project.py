"""Which commands a project configures, and which files of a change steer them."""

import json
from collections.abc import Mapping

import pytest

from orchestrator.checks.project import command_check, detect, mypy_section, ruff_configs, steering
from orchestrator.checks.project_folders import bounded
from orchestrator.checks.project_model import LINT, TYPE_CHECK, ProjectCheck, Runner

PY = ("pkg/a.py",)


def found(files: Mapping[str, str], paths: tuple[str, ...] = PY) -> list[tuple[str, str]]:
    return [(check.gate, check.label) for check in _detect(files, paths)]


def _detect(files: Mapping[str, str], paths: tuple[str, ...] = PY) -> tuple[ProjectCheck, ...]:
    return detect(lambda path: files[path].encode() if path in files else None, paths)


def package(**parts: object) -> dict[str, str]:
    return {"package.json": json.dumps(parts)}


def test_nothing_configured_is_nothing_found() -> None:
    assert found({}) == []
    assert found({"pyproject.toml": "[project]\nname = 'x'\n", "setup.cfg": "[metadata]\nname = x\n"}) == []
    assert found(package(scripts={"test": "jest"}, dependencies={"react": "18"})) == []


@pytest.mark.parametrize(
    ("files", "path", "where"),
    [
        ({"ruff.toml": ""}, "pkg/a.py", "ruff.toml"),
        ({".ruff.toml": "", "ruff.toml": ""}, "a.py", ".ruff.toml"),
        ({"pyproject.toml": "[tool.ruff]\nline-length = 99\n"}, "pkg/a.py", "pyproject.toml"),
        ({"pyproject.toml": "[tool.ruff.lint]\nselect = ['E']\n"}, "pkg/sub/a.py", "pyproject.toml"),
        ({"pkg/ruff.toml": ""}, "pkg/sub/a.py", "pkg/ruff.toml"),
        ({"pkg/ruff.toml": ""}, "other/a.py", ""),
        ({"pyproject.toml": "[tool.black]\n"}, "a.py", ""),
        ({"pyproject.toml": "[tool.ruff\n"}, "a.py", ""),
    ],
)
def test_ruff_is_configured_by_the_nearest_of_its_files(files: dict[str, str], path: str, where: str) -> None:
    read = {name: text.encode() for name, text in files.items()}.get
    assert ruff_configs(read, [path, "notes.md"]) == ({path: where} if where else {})
    assert ((LINT, "ruff") in found(files, (path,))) is bool(where)


def test_ruff_is_not_asked_about_a_change_without_python() -> None:
    assert found({"ruff.toml": ""}, ("a.js",)) == []


@pytest.mark.parametrize(
    ("files", "configured"),
    [
        ({"mypy.ini": ""}, True),
        ({".mypy.ini": "[mypy]\n"}, True),
        ({"pyproject.toml": "[tool.mypy]\nstrict = true\n"}, True),
        ({"setup.cfg": "[mypy]\nstrict = True\n"}, True),
        ({"setup.cfg": "[flake8]\n"}, False),
        ({"setup.cfg": "no section\n"}, False),
    ],
)
def test_mypy_is_configured_in_any_of_four_places(files: dict[str, str], configured: bool) -> None:
    assert ((TYPE_CHECK, "mypy") in found(files)) is configured


def test_what_mypy_is_told_to_look_at_is_known() -> None:
    for files in ({"pyproject.toml": b"[tool.mypy]\nfiles = ['src']\n"}, {"mypy.ini": b"[mypy]\nfiles = src\n"}):
        assert "files" in mypy_section(files.get)


@pytest.mark.parametrize(
    ("files", "label"),
    [
        (package(scripts={"lint": "biome check"}), "npm run lint"),
        (package(scripts={"lint": "biome check"}, packageManager="pnpm@9.1.0"), "pnpm run lint"),
        (package(scripts={"lint": "biome check"}, packageManager="other@1") | {"yarn.lock": ""}, "yarn run lint"),
        (package(scripts={"lint": "biome check"}) | {"pnpm-lock.yaml": ""}, "pnpm run lint"),
        (package(scripts={"lint": "biome check"}) | {"package-lock.json": ""}, "npm run lint"),
    ],
)
def test_a_lint_script_is_run_by_the_package_manager_of_the_project(files: dict[str, str], label: str) -> None:
    assert found(files) == [(LINT, label)]


def test_eslint_runs_only_where_the_project_has_it() -> None:
    assert found(package(devDependencies={"eslint": "9"})) == [(LINT, "eslint")]
    assert found(package(eslintConfig={"root": True})) == [(LINT, "eslint")]
    assert found(package() | {"eslint.config.mjs": ""}) == [(LINT, "eslint")]
    assert found(package(devDependencies={"prettier": "3"})) == []
    assert found({"package.json": "{broken"}) == []
    assert found({"package.json": "[]"}) == []


@pytest.mark.parametrize(
    ("script", "labels", "strict"),
    [
        ("eslint .", ["eslint"], False),
        ("npx eslint src --max-warnings 0", ["eslint"], True),
        ("eslint . && prettier --check .", ["npm run lint"], False),
        ("eslint -c strict.config.js .", ["npm run lint"], False),
        ("stylelint '**/*.css'", ["npm run lint", "eslint"], False),
        ("eslint 'open quote", ["npm run lint"], False),
    ],
)
def test_a_script_that_only_starts_eslint_gives_way_to_eslint(script: str, labels: list[str], strict: bool) -> None:
    checks = _detect(package(scripts={"lint": script}) | {"eslint.config.js": ""})
    assert [check.label for check in checks] == labels
    assert any(check.strict for check in checks) is strict


def test_tsc_runs_where_its_configuration_says_what_to_look_at() -> None:
    assert found({"tsconfig.json": "{}"}) == [(TYPE_CHECK, "tsc")]
    assert found({"tsconfig.json": '{"files": [], "references": [{"path": "app"}]}'}) == []
    for name in ("typecheck", "type-check"):
        files = {"tsconfig.json": "{}", **package(scripts={name: "vue-tsc --noEmit"})}
        assert found(files) == [(TYPE_CHECK, f"npm run {name}")]


def test_a_command_of_the_settings_is_split_into_words() -> None:
    assert command_check(LINT, "make 'lint all'").argv == ("make", "lint all")
    for broken, why in (("make 'lint", "No closing quotation"), ("  ", "no command")):
        with pytest.raises(ValueError, match=why):
            command_check(LINT, broken)


def steers(check: ProjectCheck, path: str, before: str | None, after: str | None) -> bool:
    old = {path: before.encode()} if before is not None else {}
    new = {path: after.encode()} if after is not None else {}
    return steering(check, [path, "src/a.py"], old.get, new.get) == (path,)


def check_of(runner: Runner, *argv: str) -> ProjectCheck:
    return ProjectCheck(gate=LINT, runner=runner, label="x", argv=argv)


def test_a_change_of_what_configures_a_tool_is_noticed_and_another_is_not() -> None:
    eslint, mypy, tsc = (check_of(runner) for runner in (Runner.ESLINT, Runner.MYPY, Runner.TSC))
    assert steers(eslint, ".eslintignore", None, "src")
    assert steers(eslint, "packages/ui/.eslintrc.json", None, "{}")
    assert steers(eslint, "package.json", "{}", '{"eslintIgnore": ["src"]}')
    assert not steers(eslint, "package.json", "{}", '{"version": "2"}')
    assert steers(mypy, "mypy.ini", "[mypy]", None)
    assert steers(mypy, "pyproject.toml", "[tool.mypy]\nstrict = true", "[tool.mypy]\nstrict = false")
    assert not steers(mypy, "pyproject.toml", "[tool.mypy]", "[tool.mypy]\n[project]\nname = 'x'")
    assert steers(mypy, "setup.cfg", "[mypy]\n", "[mypy]\n[mypy-a.*]\nignore_errors = True\n")
    assert steers(tsc, "tsconfig.build.json", "{}", "{ }")
    assert not steers(check_of(Runner.RUFF), "ruff.toml", "", "exclude = ['*']")


def test_a_change_of_what_a_command_is_made_of_is_noticed() -> None:
    assert steers(check_of(Runner.SCRIPT, "npm", "run", "lint"), "package.json", "{}", '{"scripts": {"lint": "true"}}')
    assert steers(check_of(Runner.COMMAND, "./tools/lint.sh", "src"), "tools/lint.sh", "a", "b")
    assert steers(check_of(Runner.COMMAND, "make", "lint"), "Makefile", "a", "b")
    assert not steers(check_of(Runner.COMMAND, "make", "lint"), "docs/Makefile.md", "a", "b")


def titles(files: Mapping[str, str], *paths: str) -> dict[str, list[str]]:
    """Where each command runs, with the paths it answers for."""
    return {check.title: sorted(check.files or ()) for check in _detect(files, paths)}


WORKSPACE = {
    "package.json": json.dumps({"packageManager": "pnpm@9.1.0", "scripts": {"lint": "turbo run lint"}}),
    "tsconfig.json": '{"files": []}',
    "web/package.json": json.dumps({"scripts": {"lint": "eslint ."}}),
    "web/tsconfig.json": "{}",
    "api/package.json": json.dumps({"scripts": {"lint": "biome lint", "typecheck": "tsc -b"}}),
    "api/jobs/tsconfig.json": "{}",
}


def test_each_file_belongs_to_the_nearest_project_that_configures_the_gate() -> None:
    assert titles(WORKSPACE, "web/src/a.ts", "web/b.ts", "api/jobs/c.ts", "api/d.ts", "tools/e.ts") == {
        "pnpm run lint": ["tools/e.ts"],
        "pnpm run lint in api": ["api/d.ts", "api/jobs/c.ts"],
        "eslint in web": ["web/b.ts", "web/src/a.ts"],
        "pnpm run typecheck in api": ["api/d.ts"],
        "tsc in api/jobs": ["api/jobs/c.ts"],
        "tsc in web": ["web/b.ts", "web/src/a.ts"],
    }


def test_a_project_without_a_file_in_the_scope_is_left_alone() -> None:
    assert list(titles(WORKSPACE, "web/a.ts")) == ["eslint in web", "tsc in web"]


def test_mypy_is_configured_by_the_nearest_of_its_files_and_asked_about_python_only() -> None:
    files = {"mypy.ini": "[mypy]\n", "svc/pyproject.toml": "[tool.mypy]\n", "lib/pyproject.toml": "[tool.black]\n"}
    assert titles(files, "svc/a/b.py", "lib/c.py", "svc/d.ts") == {"mypy": ["lib/c.py"], "mypy in svc": ["svc/a/b.py"]}


def test_what_lies_among_tests_or_installed_packages_is_no_project() -> None:
    files = {"tests/data/app/tsconfig.json": "{}", "node_modules/x/package.json": WORKSPACE["web/package.json"]}
    assert titles(files, "tests/data/app/a.ts", "node_modules/x/b.js") == {}


def test_no_more_than_twenty_projects_are_checked_and_the_others_are_known() -> None:
    files = {f"p{number:02}/tsconfig.json": "{}" for number in range(23)}
    kept, left_out = bounded(_detect(files, tuple(f"p{number:02}/a.ts" for number in range(23))))
    assert [check.folder for check in kept] == [f"p{number:02}" for number in range(20)]
    assert left_out == ("p20", "p21", "p22")


def test_the_configuration_that_steers_mypy_is_that_of_its_folder() -> None:
    (check,) = _detect({"svc/mypy.ini": "[mypy]\n"}, ("svc/a.py",))
    assert steering(check, ("mypy.ini", "svc/mypy.ini"), lambda _: None, lambda _: b"") == ("svc/mypy.ini",)
