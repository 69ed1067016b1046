"""Packages a manifest declares."""

import json
import posixpath
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

_REQUIREMENT = re.compile(r"^\s*(?P<name>[A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:[=<>!~;@,]|$|#)")
_GO = re.compile(r"^\s*(?:require\s+)?(?P<name>[\w.-]+\.[\w.-]+/\S+)\s+v\d\S*\s*(?P<rest>//.*)?$")
_POM = re.compile(r"<dependency>(?P<body>[\s\S]*?)</dependency>")
_RUN_TIME_REQUIREMENTS = re.compile(
    r"(?:^|/)requirements(?:[-_/](?:base|prod|production|main|common|app|run(?:time)?))?\.(?:txt|in)$"
)
_ANY_REQUIREMENTS = re.compile(
    r"(?:^|/)[^/]*(?:requirements|constraints)[^/]*\.(?:txt|in)$|(?:^|/)requirements/[^/]+\.(?:txt|in)$"
)
_PYTHON_MANIFEST = re.compile(
    r"(?:^|/)(?:pyproject\.toml|setup\.py|setup\.cfg|Pipfile|environment\.ya?ml|tox\.ini|noxfile\.py|conda[^/]*\.ya?ml|meta\.ya?ml|PKG-INFO)$"
)


def is_manifest(path: str) -> bool:
    """True for a file whose declared packages can be read one by one."""
    name = posixpath.basename(path)
    return (
        name in {"package.json", "pyproject.toml", "go.mod", "pom.xml"}
        or _RUN_TIME_REQUIREMENTS.search(path) is not None
    )


def declares_python(path: str) -> bool:
    """True for any file in which a Python project may name what it needs."""
    return _PYTHON_MANIFEST.search(path) is not None or _ANY_REQUIREMENTS.search(path) is not None


def run_time_packages(path: str, text: str) -> frozenset[str]:
    """Packages that the product itself needs when it runs; empty for a manifest that cannot be read."""
    name = posixpath.basename(path)
    if name == "package.json":
        return frozenset(_table(_json(text), "dependencies"))
    if name == "pyproject.toml":
        return frozenset(_pyproject(text))
    if name == "go.mod":
        found = (_GO.match(line) for line in text.split("\n"))
        return frozenset(match["name"] for match in found if match and "indirect" not in (match["rest"] or ""))
    if name == "pom.xml":
        return frozenset(_pom(text))
    return frozenset(_requirements(text.split("\n")))


def every_script_package(text: str) -> frozenset[str]:
    """All that a package.json names, in any section, and the package itself."""
    data = _json(text)
    sections = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "imports")
    names = {name for section in sections for name in _table(data, section)}
    return frozenset(names | {str(data.get("name", ""))})


def _json(text: str) -> Mapping[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _table(data: Mapping[str, Any], *keys: str) -> Mapping[str, Any]:
    found: Any = data
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}


def _pyproject(text: str) -> Iterator[str]:
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    listed = _table(data, "project").get("dependencies")
    yield from _requirements(line for line in listed if isinstance(line, str)) if isinstance(listed, list) else ()
    yield from (name for name in _table(data, "tool", "poetry", "dependencies") if name != "python")


def _requirements(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        found = _REQUIREMENT.match(line)
        if found:
            yield found["name"]


def _pom(text: str) -> Iterator[str]:
    for found in _POM.finditer(
        re.sub(r"<!--[\s\S]*?-->|<dependencyManagement>[\s\S]*?</dependencyManagement>", "", text)
    ):
        parts = {
            key: value.strip()
            for key, value in re.findall(r"<(groupId|artifactId|scope|type)>([^<]*)</", found["body"])
        }
        if parts.get("scope", "compile") == "compile" and parts.get("type", "jar") == "jar":
            yield f"{parts.get('groupId', '')}:{parts.get('artifactId', '')}"
