"""How a project runs its tests, found from what it configures. Nothing is started here."""

import configparser
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import PurePosixPath

from orchestrator.checks.project_folders import by_project, within
from orchestrator.checks.project_javascript import named_script
from orchestrator.checks.project_model import Reader
from orchestrator.values.text import printable_path

_NPM_DEFAULT = re.compile(r"no test specified")
_TARGET = re.compile(rb"^test[ \t]*:(?![:=]*=)", re.MULTILINE)
_TEST_FOLDERS = frozenset({"tests", "test"})
_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_GRADLE = ("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts")


class Kind(StrEnum):
    """What has to be there before a command can be started."""

    PYTEST = "pytest"
    NODE = "node"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class TestCommand:
    """A command line that runs tests in `folder`, empty for the top."""

    __test__ = False

    argv: tuple[str, ...]
    kind: Kind = Kind.PLAIN
    folder: str = ""

    @property
    def title(self) -> str:
        """What a person would type, and where unless that is the top."""
        line = " ".join(self.argv)
        return f"{line} in {printable_path(self.folder)}" if self.folder else line


def detect_tests(read: Reader, paths: Sequence[str], files: Sequence[str]) -> tuple[TestCommand, ...]:
    """The commands that test the projects which `files` belong to, the top first; all of the top's without any file.

    `paths` are those of the whole tree. A test target of make counts where nothing else is found.
    """
    found: list[TestCommand] = []
    for detect in (partial(_pytest, paths=paths), _node, _go, _cargo, _maven, _gradle):
        found += _in_projects(detect, read, files)
    return tuple(found or _in_projects(_make, read, files))


def _in_projects(
    detect: Callable[[Reader, str], TestCommand | None], read: Reader, files: Sequence[str]
) -> list[TestCommand]:
    folders = by_project(files, lambda folder: detect(read, folder) is not None)
    return [command for folder in folders if (command := detect(read, folder)) is not None]


def _pytest(read: Reader, folder: str, *, paths: Sequence[str]) -> TestCommand | None:
    configured = _configures_pytest(within(read, folder)) or _has_python_tests(paths, folder)
    return TestCommand(("pytest", "-q"), Kind.PYTEST, folder) if configured else None


def _configures_pytest(read: Reader) -> bool:
    if any(read(name) is not None for name in ("pytest.ini", ".pytest.ini")):
        return True
    if "pytest" in _tools(read("pyproject.toml")):
        return True
    return _has_section(read("tox.ini"), "pytest") or _has_section(read("setup.cfg"), "tool:pytest")


def _has_python_tests(paths: Sequence[str], folder: str) -> bool:
    start = f"{folder}/" if folder else ""
    inner = (PurePosixPath(path.removeprefix(start)) for path in paths if path.startswith(start))
    return any(path.parts[0] in _TEST_FOLDERS and _is_python_test(path.name) for path in inner)


def _is_python_test(name: str) -> bool:
    return name.endswith(".py") and (name.startswith("test_") or name.endswith("_test.py"))


def _node(read: Reader, folder: str) -> TestCommand | None:
    script = named_script(read, folder, "test")
    if script is None or not script[1].strip() or _NPM_DEFAULT.search(script[1]):
        return None
    return TestCommand(script[0], Kind.NODE if script[2] else Kind.PLAIN, folder)


def _go(read: Reader, folder: str) -> TestCommand | None:
    return TestCommand(("go", "test", "./..."), folder=folder) if within(read, folder)("go.mod") is not None else None


def _cargo(read: Reader, folder: str) -> TestCommand | None:
    manifest = within(read, folder)("Cargo.toml")
    return TestCommand(("cargo", "test", "--quiet"), folder=folder) if manifest is not None else None


def _maven(read: Reader, folder: str) -> TestCommand | None:
    inside = within(read, folder)
    there = inside("pom.xml") is not None and inside("mvnw") is not None
    return TestCommand(("./mvnw", "-q", "test"), folder=folder) if there else None


def _gradle(read: Reader, folder: str) -> TestCommand | None:
    inside = within(read, folder)
    there = inside("gradlew") is not None and any(inside(name) is not None for name in _GRADLE)
    return TestCommand(("./gradlew", "--quiet", "test"), folder=folder) if there else None


def _make(read: Reader, folder: str) -> TestCommand | None:
    recipe = next((data for name in _MAKEFILES if (data := within(read, folder)(name)) is not None), b"")
    return TestCommand(("make", "test"), folder=folder) if _TARGET.search(recipe) else None


def _tools(data: bytes | None) -> Mapping[str, object]:
    try:
        tables = tomllib.loads((data or b"").decode("utf-8-sig")).get("tool", {})
    except ValueError:
        return {}
    return tables if isinstance(tables, dict) else {}


def _has_section(data: bytes | None, name: str) -> bool:
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string((data or b"").decode("utf-8-sig"))
    except (configparser.Error, UnicodeDecodeError):
        return False
    return parser.has_section(name)
