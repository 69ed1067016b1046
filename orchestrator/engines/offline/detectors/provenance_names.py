"""Names taken from nowhere: modules and names that the repository does not have, packages nobody declares, methods of another language."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from orchestrator.engines.offline.compare.dependencies import find_undeclared_packages
from orchestrator.engines.offline.compare.modules import Modules
from orchestrator.engines.offline.compare.python_facts import Imported
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.kinds import is_python, is_script
from orchestrator.engines.offline.detectors.masking import mask
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.text import printable_path

_RELATIVE = re.compile(
    r"\bfrom\s*[\"'](?P<from>\.{1,2}/[^\"'\n?]+)[\"']|\brequire\(\s*[\"'](?P<required>\.{1,2}/[^\"'\n?]+)[\"']\s*\)"
)
_MADE_LATER = re.compile(
    r"generated|\.gen\b|_pb2?\b|_pb2|_version|(?:^|[./_])version$|dist/|build/|\bpkg\b|wasm|speedups|(?:^|\.)_c?\w*ext"
)
_BORROWED: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "json": frozenset({"parse", "stringify"}),
        "os": frozenset({"exists", "mkdirs", "isfile", "isdir"}),
        "time": frozenset({"now", "sleep_ms"}),
        "math": frozenset({"clamp", "max", "min", "abs", "round", "random"}),
        "random": frozenset({"random_int", "between", "randInt"}),
        "re": frozenset({"replace", "test"}),
        "asyncio": frozenset({"delay", "parallel"}),
        "itertools": frozenset({"flatten", "window"}),
    }
)
_BORROWED_SCRIPT = re.compile(
    r"(?<![\w.])(?P<owner>JSON|Math|Object|Promise|console|Array)\.(?P<name>loads|dumps|clamp|average|mean|isEmpty|sleep|delay|print|range)\("
)
_CALL = re.compile(r"(?<![\w.])(?P<owner>json|os|time|math|random|re|asyncio|itertools)\.(?P<name>\w+)\(")


def has_imports(path: str) -> bool:
    """True for Python and scripts that run: stubs import from other stubs."""
    return (is_python(path) or is_script(path)) and not path.endswith((".pyi", ".d.ts"))


def find_invented_modules(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Imports from this repository of a file or a name that it does not have."""
    modules = Modules(view.paths())
    for file in files:
        if file.deleted:
            continue
        if is_python(file.path):
            yield from _python(view, modules, file.path)
        else:
            yield from _script(view, modules, file.path)


def _python(view: View, modules: Modules, path: str) -> Iterator[Spot]:
    facts = view.sources.facts_of(view.text(path))
    for item in facts.imports if facts else ():
        if item.optional or not view.changed.touches(path, item.line) or _MADE_LATER.search(item.full):
            continue
        target = modules.python(path, item.module, item.level)
        if target and item.name and not _has_name(view, modules, path, target, item):
            message = f"{printable_path(target)} has no {item.name}: the import fails as soon as this file is loaded."
            yield _spot(
                path, item.line, message, "Import a name that is defined there, or define this one.", Severity.ERROR
            )
        elif item.level and not target and not _is_below(view, path, item):
            shown = "." * item.level + (item.full or item.name)
            message = f"There is no module {shown} in this repository: the import fails as soon as this file is loaded."
            yield _spot(path, item.line, message, "Name a module that exists, or add this one.", Severity.WARNING)


def _has_name(view: View, modules: Modules, path: str, target: str, item: Imported) -> bool:
    below = f"{item.module}.{item.name}" if item.module else item.name
    if item.name == "*" or item.name.startswith("__") or modules.python(path, below, item.level):
        return True
    facts = view.sources.facts(target)
    folder = target.removesuffix("__init__.py")
    compiled = target.endswith("__init__.py") and any(
        known.startswith(folder + item.name) for known in view.sources.paths
    )
    return facts is None or facts.open or item.name in facts.names or compiled


def _is_below(view: View, path: str, item: Imported) -> bool:
    """True when anything lies where a relative import points: a folder without `__init__.py`, a compiled module."""
    folder = path
    for _ in range(item.level):
        folder = posixpath.dirname(folder)
    base = posixpath.join(folder, item.module.replace(".", "/") or item.name).lstrip("/")
    return any(known.startswith((f"{base}.", f"{base}/")) for known in view.sources.paths)


def _script(view: View, modules: Modules, path: str) -> Iterator[Spot]:
    code = mask(path, view.text(path)).split("\n")
    for number, line in view.reviewed(path):
        found = _RELATIVE.search(line) if code[number - 1].strip() else None
        target = (found["from"] or found["required"]) if found else ""
        if not target or modules.script(path, target) or _MADE_LATER.search(target):
            continue
        base = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        stem = re.sub(r"\.(?:js|jsx|mjs|cjs)$", "", base)
        starts = (f"{base}.", f"{stem}.", f"{base}/")
        if not base.startswith("..") and not any(
            known == base or known.startswith(starts) for known in view.sources.paths
        ):
            message = f"Nothing lies at {printable_path(base)}: the import fails when this file is loaded or built."
            yield _spot(path, number, message, "Name a file that exists, or add this one.", Severity.WARNING)


def find_invented_packages(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Added imports of packages that nothing declares: what a model makes up is installed from whoever takes the name."""
    for spot in find_undeclared_packages(view, files):
        package = spot.message.split(" ", 1)[0]
        yield replace(
            spot,
            category="invented-dependency",
            message=f"{package} is imported, and neither the repository nor a manifest nor the runtime has it: it may not exist, or belong to whoever registers the name.",
            fix="Look the package up, then declare it with a version, or use what is there.",
        )


def find_borrowed_methods(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Calls that a standard library does not have and the one of another language has."""
    for file in files:
        if file.deleted:
            continue
        code = view.code(file.path)
        text = view.text(file.path)
        for number, _ in view.reviewed(file.path):
            found = (_CALL if is_python(file.path) else _BORROWED_SCRIPT).search(code[number - 1])
            if found is None or not _is_borrowed(file.path, text, found["owner"], found["name"]):
                continue
            message = f"{found['owner']} has no {found['name']}: the call raises an error the first time it is reached."
            fix = "Use the call that this language's library has for it."
            yield _spot(file.path, number, message, fix, Severity.ERROR)


def _is_borrowed(path: str, text: str, owner: str, name: str) -> bool:
    if not is_python(path):
        return re.search(rf"\b{owner}\.{name}\s*=|\b(?:const|let|var|class|function|import)\s+{owner}\b", text) is None
    imported = re.search(rf"^\s*import\s+(?:[\w., ]+,\s*)?{owner}\b(?!\.)(?!\s+as)", text, re.MULTILINE)
    return name in _BORROWED[owner] and imported is not None


def _spot(path: str, line: int, message: str, fix: str, severity: Severity) -> Spot:
    return Spot(
        file=path,
        line=line,
        severity=severity,
        confidence=Confidence.HIGH,
        category="invented-api",
        message=message,
        fix=fix,
    )
