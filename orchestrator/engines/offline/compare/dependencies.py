"""Packages declared and not used, and packages used and not declared."""

import json
import re
import sys
from collections.abc import Iterator

from orchestrator.engines.offline.compare.manifests import (
    declares_python,
    every_script_package,
    is_manifest,
    run_time_packages,
)
from orchestrator.engines.offline.compare.package_names import needs_import, normal, provides, python_modules
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.kinds import is_code, is_python, is_script
from orchestrator.engines.offline.detectors.masking import mask
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.text import printable_path

_MOST_PACKAGES = 40
_MODULE_CODE = re.compile(
    r"^\s*import\b(?:[^\"'\n]*?\bfrom)?\s*[\"'](?P<import>[^\"'\n]+)[\"']|^\s*export\b[^\"'\n]*?\bfrom\s*[\"'](?P<export>[^\"'\n]+)[\"']"
    r"|^\s*\}\s*from\s*[\"'](?P<end>[^\"'\n]+)[\"']|\brequire\(\s*[\"'](?P<required>[^\"'\n]+)[\"']\s*\)"
)
_INSTALLED = re.compile(r"(?:^|/)(?:node_modules|vendor)/")
_PACKAGE = re.compile(r"(?:@[a-z0-9][\w.-]*/)?[a-z0-9][\w.-]*", re.IGNORECASE)
_NODE = frozenset(
    {
        *(
            "assert",
            "async_hooks",
            "buffer",
            "child_process",
            "cluster",
            "console",
            "constants",
            "crypto",
            "dgram",
            "dns",
            "domain",
        ),
        *(
            "diagnostics_channel",
            "events",
            "fs",
            "http",
            "http2",
            "https",
            "inspector",
            "module",
            "net",
            "os",
            "path",
            "perf_hooks",
        ),
        *(
            "process",
            "punycode",
            "querystring",
            "readline",
            "repl",
            "stream",
            "string_decoder",
            "sys",
            "timers",
            "tls",
            "tty",
        ),
        *("trace_events", "url", "util", "v8", "vm", "wasi", "worker_threads", "zlib", "bun", "electron", "vscode"),
    }
)
"""Modules that the runtime itself brings."""


def find_unused_packages(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """A package that the change declares and that no file of the repository imports or names."""
    for file in files:
        if not view.has_diff or file.deleted:
            continue
        text = view.text(file.path)
        added = run_time_packages(file.path, text) - run_time_packages(file.path, view.old_text(file.path))
        for package in sorted(added)[:_MOST_PACKAGES] if view.old_text(file.path) else ():
            line = _line_of(view, file.path, package)
            if line is not None and needs_import(package, file.path) and not _is_used(view, package, file.path):
                yield _unused(file.path, line, package)


def _unused(path: str, line: int, package: str) -> Spot:
    return Spot(
        file=path,
        line=line,
        severity=Severity.SUGGESTION,
        confidence=Confidence.MEDIUM,
        category="dead-code",
        message=f"{package} is added and nothing in the repository imports it: everybody installs it, and its flaws and updates are theirs, for no use.",
        fix="Take it out, or add it together with the code that needs it.",
    )


def _line_of(view: View, path: str, package: str) -> int | None:
    name = package.rpartition(":")[2]
    return next((number for number, line in view.reviewed(path) if name in line), None)


def _is_used(view: View, package: str, manifest: str) -> bool:
    sources = view.sources
    if manifest.endswith("package.json"):
        pattern = re.compile(rf"[\"'`~]{re.escape(package)}(?:[\"'`/]|$)")
        texts = (sources.text(path) for path in _loaded(view) if not path.endswith("package.json"))
        scripts = json.dumps(_scripts(view.text(manifest)))
        return any(package in text and pattern.search(text) for text in texts) or package in scripts
    if manifest.endswith(("go.mod", "pom.xml")):
        group = package if manifest.endswith("go.mod") else ".".join(package.partition(":")[0].split(".")[:2])
        suffix = (".go",) if manifest.endswith("go.mod") else (".java", ".kt", ".scala", ".groovy")
        return any(group in sources.text(path) for path in _loaded(view) if path.endswith(suffix))
    if any(sources.using(name) for name in python_modules(package)):
        return True
    others = (path for path in sources.configuration if not is_manifest(path))
    return any(name in sources.text(path) for path in others for name in (package, python_modules(package)[0]))


def _loaded(view: View) -> tuple[str, ...]:
    """Everything that may use a package, also what was built from the sources and is published instead of them."""
    built = (path for path in view.sources.paths if is_code(path) and not _INSTALLED.search(path))
    paths = (*built, *view.sources.configuration)
    view.sources.load(paths)
    return paths


def _scripts(text: str) -> object:
    try:
        data = json.loads(text)
    except ValueError:
        return {}
    return {key: value for key, value in data.items() if "ependencies" not in key} if isinstance(data, dict) else {}


def find_undeclared_packages(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """An added import of a package that no manifest of the repository declares."""
    if not view.has_diff:
        return
    python = [(file.path, *found) for file in files if is_python(file.path) for found in _python(view, file.path)]
    script = [(file.path, *found) for file in files if is_script(file.path) for found in _script(view, file.path)]
    missing = [*_missing_python(view, python), *_missing_script(view, script)]
    for path, line, package in missing:
        yield Spot(
            file=path,
            line=line,
            severity=Severity.WARNING,
            confidence=Confidence.MEDIUM,
            category="undeclared-dependency",
            message=f"{printable_path(package)} is imported here and no manifest declares it: it works where it happens to be installed and fails to load on a fresh installation.",
            fix="Declare it where the project lists what it needs.",
        )


_Found = list[tuple[str, int, str]]


def _python(view: View, path: str) -> Iterator[tuple[int, str]]:
    """Line and top-level module of each added import that must succeed."""
    facts = view.sources.facts(path)
    for item in facts.imports if facts else ():
        if not (item.level or item.optional or item.deferred) and view.changed.touches(path, item.line):
            yield item.line, item.full.split(".")[0]


def _missing_python(view: View, found: _Found) -> Iterator[tuple[str, int, str]]:
    manifests = [path for path in view.sources.paths if declares_python(path)] if found else []
    if not manifests:
        return
    own = {part.removesuffix(".py").removesuffix(".pyi") for path in view.sources.paths for part in path.split("/")}
    text = "\n".join(view.sources.text(path) for path in manifests)
    declared = frozenset(normal(word) for word in re.findall(r"[A-Za-z0-9][\w.-]*", text))
    for path, line, module in dict.fromkeys(found):
        ours = module in own or module in sys.stdlib_module_names or module in {"__future__", "google"}
        if not ours and not provides(module, declared):
            yield path, line, module


def _script(view: View, path: str) -> Iterator[tuple[int, str]]:
    text = view.text(path)
    code = mask(path, text).split("\n")
    for number, line in view.reviewed(path):
        found = _MODULE_CODE.search(line[:500])
        target = next((name for name in found.groups() if name), "") if found and code[number - 1].strip() else ""
        package = "/".join(target.split("/")[: 2 if target.startswith("@") else 1])
        if package.split("/")[0] not in _NODE and _PACKAGE.fullmatch(package) and not target.startswith("@/"):
            yield number, package


def _missing_script(view: View, found: _Found) -> Iterator[tuple[str, int, str]]:
    manifests = [path for path in view.sources.paths if path.endswith("package.json") and "node_modules" not in path]
    if not found or not manifests:
        return
    declared = frozenset(name for path in manifests for name in every_script_package(view.sources.text(path)))
    folders = {part for path in view.sources.paths for part in path.split("/")[:-1]}
    aliases = "\n".join(
        view.sources.text(path)
        for path in view.sources.paths
        if re.search(r"(?:^|/)(?:tsconfig|jsconfig|vite|webpack|jest|vitest|babel|rollup)[^/]*$", path)
    )
    for path, line, package in dict.fromkeys(found):
        first = package.split("/")[0]
        known = package in declared or f"@types/{package.lstrip('@').replace('/', '__')}" in declared
        if not known and first not in folders and f'"{first}' not in aliases and f"'{first}" not in aliases:
            yield path, line, package
