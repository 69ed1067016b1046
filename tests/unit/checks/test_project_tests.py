"""Which commands run a project's tests, from the files that configure them."""

import json

import pytest

from orchestrator.checks.project_tests import Kind, TestCommand, detect_tests


def detected(files: dict[str, str], touched: tuple[str, ...] = ()) -> list[tuple[str, Kind]]:
    found = detect_tests(lambda path: files[path].encode() if path in files else None, sorted(files), touched)
    return [(command.title, command.kind) for command in found]


def package(test: object = "vitest", **more: object) -> str:
    return json.dumps({"scripts": {"test": test}, **more})


PYTEST = ("pytest -q", Kind.PYTEST)
ROWS: list[tuple[dict[str, str], list[tuple[str, Kind]]]] = [
    ({}, []),
    ({"README.md": "x", "src/a.py": ""}, []),
    ({"pytest.ini": ""}, [PYTEST]),
    ({".pytest.ini": ""}, [PYTEST]),
    ({"pyproject.toml": "[tool.pytest.ini_options]\n"}, [PYTEST]),
    ({"pyproject.toml": "[tool.pytest]\n"}, [PYTEST]),
    ({"pyproject.toml": "[tool.ruff]\n"}, []),
    ({"pyproject.toml": "broken ["}, []),
    ({"pyproject.toml": "tool = 1\n"}, []),
    ({"tox.ini": "[tox]\n[pytest]\n"}, [PYTEST]),
    ({"tox.ini": "[tox]\n"}, []),
    ({"setup.cfg": "[tool:pytest]\n"}, [PYTEST]),
    ({"setup.cfg": "no section"}, []),
    ({"tests/unit/test_a.py": ""}, [PYTEST]),
    ({"test/a_test.py": ""}, [PYTEST]),
    ({"tests/helper.py": "", "tests/test_a.js": ""}, []),
    ({"src/tests/test_a.py": ""}, []),
    ({"package.json": package()}, [("npm run --silent test", Kind.PLAIN)]),
    ({"package.json": package(devDependencies={"vitest": "1"})}, [("npm run --silent test", Kind.NODE)]),
    ({"package.json": package(), "yarn.lock": ""}, [("yarn run test", Kind.PLAIN)]),
    ({"package.json": package(packageManager="pnpm@9")}, [("pnpm --silent run test", Kind.PLAIN)]),
    ({"package.json": package('echo "Error: no test specified" && exit 1')}, []),
    ({"package.json": package("")}, []),
    ({"package.json": package(7)}, []),
    ({"package.json": "{"}, []),
    ({"go.mod": "module x\n"}, [("go test ./...", Kind.PLAIN)]),
    ({"Cargo.toml": "[package]\n"}, [("cargo test --quiet", Kind.PLAIN)]),
    ({"pom.xml": "", "mvnw": ""}, [("./mvnw -q test", Kind.PLAIN)]),
    ({"pom.xml": ""}, []),
    ({"build.gradle.kts": "", "gradlew": ""}, [("./gradlew --quiet test", Kind.PLAIN)]),
    ({"build.gradle": ""}, []),
    ({"Makefile": ".PHONY: test\nall:\n\ttrue\ntest: all\n\ttrue\n"}, [("make test", Kind.PLAIN)]),
    ({"Makefile": "test := 1\ntest ::= 2\ntests:\n\ttrue\n"}, []),
    ({"Makefile": "test:\n\tpytest\n", "pytest.ini": ""}, [PYTEST]),
    ({"pytest.ini": "", "package.json": package()}, [PYTEST, ("npm run --silent test", Kind.PLAIN)]),
]


@pytest.mark.parametrize(("files", "expected"), ROWS)
def test_what_is_found(files: dict[str, str], expected: list[tuple[str, Kind]]) -> None:
    assert detected(files) == expected


def test_of_several_projects_those_of_the_touched_files_are_tested() -> None:
    files = {"pytest.ini": "", "web/package.json": package(), "api/go.mod": "", "tests/data/go.mod": ""}
    assert detected(files, ("web/src/a.ts", "web/b.ts", "api/x.go")) == [
        PYTEST,
        ("npm run --silent test in web", Kind.PLAIN),
        ("go test ./... in api", Kind.PLAIN),
    ]
    assert detected(files, ("tests/data/x.go",)) == [PYTEST]


def test_a_command_says_where_it_runs() -> None:
    assert TestCommand(("go", "test"), folder="a\nb").title == "go test in a\\nb"
