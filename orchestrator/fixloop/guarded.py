"""Files that decide what counts as a mistake: no fix may touch them, because changing them is never the fix."""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from orchestrator.scope.policy_files import in_place_of_policy, is_nested_settings, is_policy_file

# Names without their folder: one in a folder below counts for what lies there.
_NAMES = frozenset(
    {
        *("ruff.toml", ".ruff.toml", ".flake8", "setup.cfg", "tox.ini", "noxfile.py", "mypy.ini", ".mypy.ini"),
        *("pytest.ini", ".pytest.ini", "pytest.toml", ".coveragerc", "pyrightconfig.json", "pylintrc", ".pylintrc"),
        *(".isort.cfg", ".bandit", "bandit.yaml", "pyre.toml", ".pyre_configuration", "hypothesis.ini"),
        *(".pre-commit-config.yaml", ".pre-commit-config.yml", "lefthook.yml", ".lintstagedrc", ".huskyrc"),
        *(
            ".eslintignore",
            "biome.json",
            "biome.jsonc",
            "deno.json",
            "deno.jsonc",
            "karma.conf.js",
            ".nycrc",
            ".c8rc.json",
        ),
        *(
            ".oxlintrc.json",
            "oxlint.json",
            "tslint.json",
            ".jshintrc",
            ".jscsrc",
            "wallaby.js",
            ".taprc",
            "angular.json",
        ),
        *(
            ".golangci.yml",
            ".golangci.yaml",
            ".golangci.toml",
            ".rubocop.yml",
            ".rubocop_todo.yml",
            ".rspec",
            ".reek.yml",
        ),
        *(
            "checkstyle.xml",
            "pmd.xml",
            "spotbugs-exclude.xml",
            "detekt.yml",
            ".editorconfig",
            "clippy.toml",
            ".clippy.toml",
        ),
        *(
            "phpunit.xml",
            "phpunit.xml.dist",
            "phpstan.neon",
            "phpstan.neon.dist",
            "psalm.xml",
            "phpcs.xml",
            ".php-cs-fixer.php",
        ),
        *(".swiftlint.yml", ".clang-tidy", ".clang-format", ".credo.exs", "analysis_options.yaml", ".scalafix.conf"),
        *(
            ".semgrepignore",
            ".semgrep.yml",
            ".semgrep.yaml",
            ".gitleaks.toml",
            ".gitleaksignore",
            ".trivyignore",
            "trivy.yaml",
        ),
        *(
            ".trivyignore.yaml",
            ".hadolint.yaml",
            ".hadolint.yml",
            ".shellcheckrc",
            "shellcheckrc",
            ".yamllint",
            ".yamllint.yml",
        ),
        *(
            ".markdownlint.json",
            ".markdownlint.yaml",
            ".secrets.baseline",
            "sonar-project.properties",
            "codecov.yml",
            ".codecov.yml",
        ),
        *(".gitignore", ".gitattributes", ".gitmodules", ".ignore", ".reviewignore", "codeowners"),
    }
)
_PATTERNS = re.compile(
    r"\.?(?:eslintrc|stylelintrc|prettierrc|mocharc|babelrc|commitlintrc|lintstagedrc)(?:\.\w+)?"
    r"|(?:eslint|stylelint|prettier|jest|vitest|playwright|cypress|mocha|ava|wdio|karma|oxlint|lint-staged)\.(?:config|conf|workspace|setup)\.\w+"
    r"|[tj]sconfig(?:\.[\w-]+)*\.json"
)
_FOLDERS = frozenset({".code-review", ".semgrep", ".husky", ".git", ".claude", ".dev-team-reports"})
_TOOLS = frozenset(
    {
        *(
            "ruff",
            "mypy",
            "pytest",
            "coverage",
            "pylint",
            "flake8",
            "isort",
            "black",
            "pyright",
            "basedpyright",
            "bandit",
        ),
        *(
            "tox",
            "nox",
            "vulture",
            "pydocstyle",
            "ty",
            "pyre",
            "importlinter",
            "deptry",
            "mutmut",
            "semgrep",
            "interrogate",
        ),
    }
)
_PACKAGE_KEYS = (
    *("scripts", "jest", "eslintConfig", "eslintIgnore", "mocha", "nyc", "c8", "ava", "vitest", "xo", "standard"),
    *("lint-staged", "husky", "stylelint", "prettier", "tap", "cypress", "oxlint", "biome", "simple-git-hooks"),
)


def is_guarded(path: str) -> bool:
    """True for a file by which a project decides how it is reviewed, checked or tested."""
    *folders, name = path.lower().split("/")
    if is_policy_file(path) or in_place_of_policy(path) or is_nested_settings(path):
        return True
    return name in _NAMES or _PATTERNS.fullmatch(name) is not None or not _FOLDERS.isdisjoint(folders)


def is_pipeline(path: str) -> bool:
    """True for a definition of a pipeline or a build: what it runs decides what is checked."""
    lower = path.lower()
    name = lower.rpartition("/")[2]
    return (
        name.startswith("vite.config.")
        or lower.startswith((".github/", ".circleci/", ".gitlab/", ".buildkite/"))
        or name
        in {
            *(
                ".gitlab-ci.yml",
                "jenkinsfile",
                "azure-pipelines.yml",
                ".travis.yml",
                "bitbucket-pipelines.yml",
                "appveyor.yml",
            ),
            *("cloudbuild.yaml", ".drone.yml", ".woodpecker.yml", "makefile", "justfile", "taskfile.yml"),
        }
    )


def changes_checks(path: str, before: str, after: str) -> str:
    """What of the checks a manifest configures differs between two texts; empty when nothing does.

    A manifest that cannot be read is taken to differ as a whole.
    """
    name = path.rpartition("/")[2].lower()
    if name == "pyproject.toml":
        return _differing(_toml_tools(before), _toml_tools(after), "tool.")
    if name == "package.json":
        return _differing(_package(before), _package(after), "")
    return ""


def _toml_tools(text: str) -> Mapping[str, Any] | None:
    try:
        tools = tomllib.loads(text).get("tool", {})
    except tomllib.TOMLDecodeError:
        return None
    return {name: value for name, value in tools.items() if name in _TOOLS} if isinstance(tools, dict) else {}


def _package(text: str) -> Mapping[str, Any] | None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return {name: data[name] for name in _PACKAGE_KEYS if name in data} if isinstance(data, dict) else {}


def _differing(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, prefix: str) -> str:
    if before is None or after is None:
        return "" if before is after else "the file as a whole, which cannot be read"
    names = sorted({*before, *after})
    return next((f"{prefix}{name}" for name in names if before.get(name) != after.get(name)), "")
