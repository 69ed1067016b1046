"""Which lint and type-check commands a project configures, and which of its files steer them. Nothing is started here."""

import configparser
import shlex
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import PurePosixPath
from typing import Any

from orchestrator.checks.project_folders import by_project, within
from orchestrator.checks.project_javascript import ESLINT_FILES, PACKAGE, javascript_checks, package_table
from orchestrator.checks.project_model import LINT, TYPE_CHECK, ProjectCheck, Reader, Runner

PYTHON = (".py", ".pyi")
_RUFF_FILES = (".ruff.toml", "ruff.toml")
_PYPROJECT = "pyproject.toml"
_MYPY_FILES = ("mypy.ini", ".mypy.ini")
_SETUP = "setup.cfg"
_RECIPES: Mapping[str, frozenset[str]] = {
    "make": frozenset({"makefile", "gnumakefile"}),
    "just": frozenset({"justfile", ".justfile"}),
    "tox": frozenset({"tox.ini", _SETUP, _PYPROJECT}),
    "nox": frozenset({"noxfile.py"}),
    "task": frozenset({"taskfile.yml", "taskfile.yaml"}),
    "pre-commit": frozenset({".pre-commit-config.yaml"}),
}
_LINTER_FILES = frozenset(
    {*ESLINT_FILES, *_RUFF_FILES, *_MYPY_FILES, ".eslintignore", ".flake8", ".pylintrc", "biome.json", "biome.jsonc"}
)


def detect(read: Reader, files: Sequence[str]) -> tuple[ProjectCheck, ...]:
    """The commands behind both gates, read through `read`; `files` are the paths of the scope.

    Each file belongs to the nearest folder above it that configures the gate; a project without a file in the scope is
    left alone. A broken configuration file counts as none: the tool itself would not get past it.
    """
    checks: list[ProjectCheck] = []
    if ruff_configs(read, files):
        checks.append(ProjectCheck(gate=LINT, runner=Runner.RUFF, label="ruff"))
    for gate in (LINT, TYPE_CHECK):
        checks += _in_projects(files, partial(_javascript, read, gate))
    python = [path for path in files if path.endswith(PYTHON)]
    return (*checks, *_in_projects(python, partial(_mypy, read)))


def command_check(gate: str, line: str) -> ProjectCheck:
    """The command that settings name; ValueError for a line with an open quote or without a word."""
    argv = tuple(shlex.split(line))
    if not argv:
        raise ValueError("no command")
    return ProjectCheck(gate=gate, runner=Runner.COMMAND, label=line, argv=argv)


def ruff_configs(read: Reader, paths: Sequence[str]) -> Mapping[str, str]:
    """Each Python file of `paths` that ruff is configured for, with the file that does it: the nearest, and of several in
    one folder the one that ruff prefers."""
    folders: dict[PurePosixPath, str] = {}

    def of(folder: PurePosixPath) -> str:
        if folder not in folders:
            above = of(folder.parent) if folder.parent != folder else ""
            folders[folder] = _ruff_file(read, folder) or above
        return folders[folder]

    found = ((path, of(PurePosixPath(path).parent)) for path in paths if path.endswith(PYTHON))
    return {path: config for path, config in found if config}


def mypy_section(read: Reader) -> Mapping[str, Any]:
    """What configures mypy, `{"": True}` at least; empty when nothing does."""
    for name in _MYPY_FILES:
        data = read(name)
        if data is not None:
            return {"": True, **_ini_mypy(data)}
    table = _tool_tables(read(_PYPROJECT)).get("mypy")
    if isinstance(table, dict):
        return {"": True, **table}
    section = _ini_mypy(read(_SETUP))
    return {"": True, **section} if section else {}


def steering(check: ProjectCheck, paths: Sequence[str], before: Reader, after: Reader) -> tuple[str, ...]:
    """Those of the changed `paths` whose new content decides what `check` finds, for a command that reads the work tree."""
    return tuple(sorted({path for path in paths if _steers(check, path, before, after)}))


def _in_projects(paths: Sequence[str], checks: Callable[[str], tuple[ProjectCheck, ...]]) -> Iterator[ProjectCheck]:
    found = cache(checks)
    for folder, mine in by_project(paths, lambda folder: bool(found(folder))).items():
        yield from (replace(check, folder=folder, files=mine) for check in found(folder))


def _javascript(read: Reader, gate: str, folder: str) -> tuple[ProjectCheck, ...]:
    return tuple(check for check in javascript_checks(read, folder) if check.gate == gate)


def _mypy(read: Reader, folder: str) -> tuple[ProjectCheck, ...]:
    configured = mypy_section(within(read, folder))
    return (ProjectCheck(gate=TYPE_CHECK, runner=Runner.MYPY, label="mypy"),) if configured else ()


def _ruff_file(read: Reader, folder: PurePosixPath) -> str:
    for name in _RUFF_FILES:
        if read(str(folder / name)) is not None:
            return str(folder / name)
    return str(folder / _PYPROJECT) if "ruff" in _tool_tables(read(str(folder / _PYPROJECT))) else ""


def _steers(check: ProjectCheck, path: str, before: Reader, after: Reader) -> bool:
    name = PurePosixPath(path).name.lower()
    match check.runner:
        case Runner.RUFF:
            return False  # it runs with the configuration of the base
        case Runner.ESLINT:
            keys = ("eslintConfig", "eslintIgnore")
            return name in ESLINT_FILES or name == ".eslintignore" or _package_differs(path, keys, before, after)
        case Runner.TSC:
            return name.startswith("tsconfig") and name.endswith(".json")
        case Runner.MYPY:
            inside = f"{check.folder}/" if check.folder else ""
            own = path.removeprefix(inside) if path.startswith(inside) else ""
            if own in {_PYPROJECT, _SETUP}:
                return _mypy_of(before(path), own) != _mypy_of(after(path), own)
            return own in _MYPY_FILES
        case _:
            named = any(path in {word, word.removeprefix("./")} for word in check.argv)
            recipe = name in _RECIPES.get(PurePosixPath(check.argv[0]).name, frozenset())
            return named or recipe or name in _LINTER_FILES or _package_differs(path, ("scripts",), before, after)


def _package_differs(path: str, keys: Sequence[str], before: Reader, after: Reader) -> bool:
    if PurePosixPath(path).name != PACKAGE:
        return False
    return package_table(before(path), *keys) != package_table(after(path), *keys)


def _mypy_of(data: bytes | None, path: str) -> object:
    return _tool_tables(data).get("mypy") if path == _PYPROJECT else _ini_mypy(data)


def _tool_tables(data: bytes | None) -> Mapping[str, Any]:
    try:
        value = tomllib.loads(data.decode("utf-8-sig")) if data is not None else {}
    except ValueError:
        return {}
    tables = value.get("tool", {})
    return tables if isinstance(tables, dict) else {}


def _ini_mypy(data: bytes | None) -> Mapping[str, Any]:
    """Options of the section `mypy`, and each section for a module as one entry."""
    parser = configparser.RawConfigParser()
    try:
        parser.read_string((data or b"").decode("utf-8-sig"))
    except (configparser.Error, UnicodeDecodeError):
        return {}
    modules = {name: dict(parser[name]) for name in parser.sections() if name.startswith("mypy-")}
    own: Mapping[str, Any] = {"mypy": True, **parser["mypy"]} if parser.has_section("mypy") else {}
    return {**own, **modules} if own else {}
