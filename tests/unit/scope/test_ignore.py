"""Ignore rules: the built-in list, sources of different strength, what each answer names."""

from pathlib import Path

import pytest

from orchestrator.errors import ConfigurationError
from orchestrator.scope.ignore.builtin import BUILT_IN, SOURCE
from orchestrator.scope.ignore.rules import NO_RULES, IgnoreLayer, IgnoreRules, Match

BASE = IgnoreLayer(SOURCE, BUILT_IN, by_base=True)


def rules(*settings: str, project: tuple[str, ...] = (), git: tuple[str, ...] = ()) -> IgnoreRules:
    """The built-in list, a `.gitignore`, the project's patterns, and `settings` typed on the command line."""
    return IgnoreRules(
        [
            BASE,
            IgnoreLayer(".gitignore", git, by_base=True, lenient=True),
            IgnoreLayer(".code-review/config.yaml", project, by_base=True, rank=2),
            IgnoreLayer("command line", settings, rank=4),
        ]
    )


def source(of: IgnoreRules, path: str) -> str:
    found = of.why(path)
    return found.source if found else ""


@pytest.mark.parametrize(
    "path",
    [
        "node_modules/a/index.js",
        "web/node_modules/a/b.js",
        "vendor/x/y.go",
        "bower_components/a.js",
        "ios/Pods/a.m",
        "dist/app.js",
        "build/x.py",
        "target/debug/a.rs",
        "out/a.js",
        "site/.next/a.js",
        "docs/_build/a.html",
        ".cache/a",
        "src/__pycache__/a.cpython-312.pyc",
        "coverage/lcov.info",
        ".pytest_cache/v/a",
        "infra/.terraform/modules/a.tf",
        "static/a.min.js",
        "static/a.js.map",
        "a.tsbuildinfo",
        ".idea/workspace.xml",
        ".vscode/settings.json",
        "src/.DS_Store",
        "img/Thumbs.db",
        "npm-debug.log",
        "a.tmp",
        "data/a.sqlite",
        "a.db",
        ".env",
        "api/.env.production",
    ],
)
def test_what_the_built_in_list_covers(path: str) -> None:
    assert source(rules(), path) == SOURCE


@pytest.mark.parametrize(
    "path",
    [
        "src/app.py",
        "src/builder/a.py",
        "src/distance.js",
        "lib/vendored.go",
        ".env.example",
        "api/.env.sample",
        ".env.template",
        "package-lock.json",
        "src/log.py",
        "build.gradle",
        "src/app.map",
        ".github/workflows/build.yml",
        ".code-review/config.yaml",
        ".gitignore",
        "env.py",
        "changelog.md",
    ],
)
def test_what_the_built_in_list_leaves(path: str) -> None:
    assert rules().why(path) is None


def test_an_answer_names_the_rule_its_source_and_the_folder() -> None:
    found = rules(git=("src/gen/",)).why("src/gen/deep/a.py")
    assert found == Match("src/gen/", ".gitignore", True, "src/gen")
    assert found.text == "src/gen/ (.gitignore)"
    assert rules("*.sql").why("db/a.sql") == Match("*.sql", "command line", False)
    assert NO_RULES.why("node_modules/a.js") is None


@pytest.mark.parametrize(
    ("typed", "path", "is_ignored"),
    [
        (("!dist/",), "dist/app.js", False),
        (("!dist/",), "dist/app.min.js", False),
        (("!dist/",), "web/dist/deep/app.js", False),
        (("!dist/",), "build/app.js", True),
        (("!/dist/",), "web/dist/app.js", True),
        (("fixtures/", "!dist/"), "fixtures/a.py", True),
        (("!*",), "node_modules/a.js", False),
        (("!*",), ".env", False),
        (("!dist/keep.js",), "dist/keep.js", False),
        (("!dist/keep.js",), "dist/other.js", True),
        (("!dist/", "dist/*.map"), "dist/a.map", True),
        (("dist/*.map", "!dist/"), "dist/a.map", True),
        (("gen/", "!gen/keep.py"), "gen/keep.py", False),
        (("!gen/keep.py", "gen/"), "gen/keep.py", True),
        (("build/",), "src/build", True),
        (("!build/",), "src/build", False),
        (("*/",), "README.md", False),
        (("a?/",), "ab", False),
    ],
)
def test_what_is_typed_wins(typed: tuple[str, ...], path: str, is_ignored: bool) -> None:
    assert (rules(*typed).why(path) is not None) == is_ignored


def test_each_source_adds_to_the_weaker_ones_and_may_take_back() -> None:
    of = rules("!gen/b.py", project=("!gen/a.py", "notes/"), git=("gen/", "!dist/"))
    assert [source(of, path) for path in ("gen/a.py", "gen/b.py", "gen/c.py", "notes/x", "dist/a.js")] == [
        "",
        "",
        ".gitignore",
        ".code-review/config.yaml",
        "",
    ]


def test_a_gitignore_that_lets_a_folder_through_does_not_let_everything_in_it_through() -> None:
    of = rules(git=("/*", "!/src/"))
    assert [source(of, path) for path in ("src/a.py", "src/node_modules/a.js", "x.py")] == ["", SOURCE, ".gitignore"]


def test_a_gitignore_in_a_folder_speaks_about_that_folder_unless_it_is_ignored() -> None:
    of = IgnoreRules(
        [
            BASE,
            IgnoreLayer(".gitignore", ("*.txt",), lenient=True),
            IgnoreLayer("src/.gitignore", ("!a.txt", "/gen"), folder="src", lenient=True),
            IgnoreLayer("dist/.gitignore", ("!*",), folder="dist", lenient=True),
        ]
    )
    names = ("a.txt", "src/a.txt", "src/b.txt", "src/gen/x.py", "gen/x.py", "dist/a.js")
    assert [source(of, name) for name in names] == [".gitignore", "", ".gitignore", "src/.gitignore", "", SOURCE]


def test_by_base_is_whether_the_base_alone_would_ignore_it_too() -> None:
    of = rules("dist/", "src/secret.py", "!build/")
    assert [found.by_base for path in ("dist/a.js", "src/secret.py") if (found := of.why(path))] == [True, False]
    lone = IgnoreRules([IgnoreLayer("user", ("dist/",), rank=1)], IgnoreRules([BASE]))
    found = lone.why("dist/a.js")
    assert found == Match("dist/", "user", True, "dist")


@pytest.mark.parametrize("line", ["src/[a", "src\\", "[[:nothing:]]", "[a"])
def test_a_pattern_that_cannot_be_read_is_an_error_that_names_its_source(line: str) -> None:
    with pytest.raises(ConfigurationError) as raised:
        rules(line)
    assert raised.value.reason.startswith(f"command line: {line!r} is no pattern of paths: ")
    assert rules(git=(line, "x")).why("x") is not None


def test_paths_of_every_kind() -> None:
    odd = ("-n", "a b", "tab\there", "line\nend", "back\\slash", "co:lon", "ä", "\udcff", '"q"')
    of = rules("odd/")
    assert all(source(of, f"odd/{name}") for name in odd)
    assert not any(source(of, name) for name in odd)
    assert source(rules("\\!x", "line*"), "!x") == source(rules("line*"), "line\nend") == "command line"
    assert rules("odd/").kept(["odd/a", "b", "dist/c"]) == ("b",)


def test_the_page_lists_the_whole_built_in_list() -> None:
    page = Path("docs/ignore.md").read_text(encoding="utf-8")
    assert [pattern for pattern in BUILT_IN if f"`{pattern.removeprefix('!')}`" not in page] == []
