"""The lint and type-check commands of a JavaScript or TypeScript project, from its package.json and beside it."""

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from orchestrator.checks.project_folders import upwards, within
from orchestrator.checks.project_model import LINT, TYPE_CHECK, ProjectCheck, Reader, Runner

PACKAGE = "package.json"
TSCONFIG = "tsconfig.json"
ESLINT_FILES = frozenset(
    {
        *(f"eslint.config.{end}" for end in ("js", "mjs", "cjs", "ts", "mts", "cts")),
        *(f".eslintrc{end}" for end in ("", ".js", ".cjs", ".yaml", ".yml", ".json")),
    }
)
_SCRIPTS: Mapping[str, tuple[str, ...]] = {LINT: ("lint",), TYPE_CHECK: ("typecheck", "type-check")}
_LOCKS = (("pnpm-lock.yaml", "pnpm"), ("yarn.lock", "yarn"), ("package-lock.json", "npm"))
_RUN: Mapping[str, tuple[str, ...]] = {
    "npm": ("npm", "run", "--silent"),
    "pnpm": ("pnpm", "--silent", "run"),
    "yarn": ("yarn", "run"),
}
_SHELL = re.compile(r"[|&;<>$`()\n]")
# A script that points its tool elsewhere is not the same as the tool on its own.
_POINTS_ELSEWHERE = re.compile(
    r"\s(?:-c|-p|-b|--config|--project|--build|--rulesdir|--no-eslintrc|--ignore-\S+|--rule)\b"
)
_FORBIDS_WARNINGS = re.compile(r"--max-warnings[= ]0\b")
_ONLY_REFERENCES = re.compile(r'"files"\s*:\s*\[\s*\]')


@dataclass(frozen=True, slots=True)
class _Package:
    data: Mapping[str, Any]
    manager: str

    def script(self, gate: str) -> tuple[str, str]:
        """Name and text of the gate's script; empty when there is none."""
        scripts = _table(self.data, "scripts")
        found = ((name, scripts[name]) for name in _SCRIPTS[gate] if isinstance(scripts.get(name), str))
        return next(found, ("", ""))

    def depends_on(self, name: str) -> bool:
        return name in _table(self.data, "dependencies") or name in _table(self.data, "devDependencies")

    @property
    def has_packages(self) -> bool:
        return bool(_table(self.data, "dependencies") or _table(self.data, "devDependencies"))


def javascript_checks(everything: Reader, folder: str = "") -> Iterator[ProjectCheck]:
    """What the project in `folder` configures, scripts first. A script that does nothing but start eslint or tsc gives way to the tool itself, whose answer can be
    read line by line."""
    read = within(everything, folder)
    package = _package(everything, folder)
    if package is not None:
        yield from _checks(package, LINT, Runner.ESLINT, configured=_has_eslint(package, read))
    yield from _checks(package or _Package({}, "npm"), TYPE_CHECK, Runner.TSC, configured=_has_tsc(read))


def named_script(everything: Reader, folder: str, name: str) -> tuple[tuple[str, ...], str, bool] | None:
    """How the script `name` of the package in `folder` is started, its text, and whether it needs installed packages."""
    package = _package(everything, folder)
    text = _table(package.data, "scripts").get(name) if package is not None else None
    if package is None or not isinstance(text, str):
        return None
    return (*_RUN[package.manager], name), text, package.has_packages


def package_table(data: bytes | None, *keys: str) -> Mapping[str, Any]:
    """The values of `keys` in a package.json; empty when it is missing or broken."""
    package = _parsed(data) or {}
    return {key: package[key] for key in keys if key in package}


def _checks(package: _Package, gate: str, tool: Runner, *, configured: bool) -> Iterator[ProjectCheck]:
    name, text = package.script(gate)
    alone = _starts_only(text, tool.value)
    if name and not alone:
        argv = (*_RUN[package.manager], name)
        label = f"{package.manager} run {name}"
        yield ProjectCheck(gate=gate, runner=Runner.SCRIPT, label=label, argv=argv, node=package.has_packages)
    if alone or (configured and not re.search(rf"\b{tool.value}\b", text)):
        strict = bool(_FORBIDS_WARNINGS.search(text))
        yield ProjectCheck(gate=gate, runner=tool, label=tool.value, strict=strict, node=package.has_packages)


def _starts_only(script: str, tool: str) -> bool:
    if not script or _SHELL.search(script) or _POINTS_ELSEWHERE.search(script):
        return False
    try:
        words = shlex.split(script)
    except ValueError:
        return False
    return [word for word in words if word != "npx"][:1] == [tool]


def _has_eslint(package: _Package, read: Reader) -> bool:
    beside = any(read(name) is not None for name in sorted(ESLINT_FILES))
    return beside or "eslintConfig" in package.data or package.depends_on("eslint")


def _has_tsc(read: Reader) -> bool:
    """A root file that only refers to other projects checks nothing by itself."""
    data = read(TSCONFIG)
    return data is not None and not _ONLY_REFERENCES.search(data.decode("utf-8", "replace"))


def _package(everything: Reader, folder: str) -> _Package | None:
    data = _parsed(within(everything, folder)(PACKAGE))
    if data is None:
        return None
    # The packages of a workspace are managed from above.
    managers = (_manager(within(everything, above)) for above in upwards(folder))
    return _Package(data, next(filter(None, managers), "npm"))


def _manager(read: Reader) -> str:
    named = str((_parsed(read(PACKAGE)) or {}).get("packageManager", "")).partition("@")[0]
    return named if named in _RUN else next((manager for lock, manager in _LOCKS if read(lock) is not None), "")


def _parsed(data: bytes | None) -> Mapping[str, Any] | None:
    try:
        value = json.loads(data.decode("utf-8-sig")) if data is not None else None
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = data.get(key)
    return value if isinstance(value, dict) else {}
