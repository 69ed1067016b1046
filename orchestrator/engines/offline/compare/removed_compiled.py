"""Go and Java names that this change takes away while other files go on using them."""

import posixpath
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from orchestrator.engines.offline.compare.go_packages import go_interface_method, go_users
from orchestrator.engines.offline.compare.places import listed, place, removed_line
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.masking import mask
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_GO = re.compile(r"^(?:func|type|var|const)\s+(?P<name>[A-Za-z]\w{2,})", re.MULTILINE)
_JAVA_PACKAGE = re.compile(r"^package\s+([\w.]+)\s*;", re.MULTILINE)
_JAVA_STATIC = re.compile(r"^[ \t]*(?:public|protected)?[ \t]*static\b[^;={}()\n]*?\b(?P<name>\w+)\s*\(", re.MULTILINE)
_MOST_NAMES = 400


def find_removed_compiled(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per name that is gone and still used: those files no longer compile."""
    for file in files if view.has_diff else ():
        before = mask(file.path, view.old_text(file.path))
        if not before:
            continue
        names = _go_uses(view, file, before) if file.path.endswith(".go") else _java_uses(view, file, before)
        for name, uses in names:
            line = removed_line(view, file.path, name) or next(iter(view.removed(file.path)), None)
            if uses and line is not None:
                where = listed(uses)
                yield Spot(
                    file=file.path,
                    line=line[0],
                    severity=Severity.ERROR,
                    confidence=Confidence.HIGH,
                    category="broken-caller",
                    message=f"{name} is gone, and still used at {where}: nothing that contains this file compiles.",
                    fix=f"Keep {name}, or change {where} in the same step.",
                    quote=line[1].text,
                )


def _go_uses(view: View, file: ChangedFile, before: str) -> Iterator[tuple[str, list[str]]]:
    if file.old_path and file.old_path != file.path:
        return
    after = "" if file.deleted else view.sources.masked(file.path)
    names = [found["name"] for found in _GO.finditer(before)]
    gone = [name for name in dict.fromkeys(names) if not re.search(rf"\b{name}\b", after)]
    for name in gone[:_MOST_NAMES]:
        users = [(user, qualifier) for user, qualifier in go_users(view.sources, file.path, name) if user != file.path]
        if any(not qualifier and _declares(view.sources.masked(user), name) for user, qualifier in users):
            continue
        yield name, [at for user, qualifier in users for at in _go_places(view, user, name, qualifier)]


def _declares(code: str, name: str) -> bool:
    """True when a file of the package has the name for something else, or takes it over."""
    taken = rf"^(?:func|type|var|const)\s+{name}\b|\b{name}\s*:?=(?!=)|^\s+{name}(?:\s*,\s*\w+)*\s+[\w*\[\].]+|{go_interface_method(name)}|^\s+{name}\s*$"
    return re.search(taken, code, re.MULTILINE) is not None


def _go_places(view: View, user: str, name: str, qualifier: str) -> Iterator[str]:
    written = rf"(?<![\w.]){qualifier}\.{name}\b" if qualifier not in {"", "."} else rf"(?<![\w.]){name}\s*[({{]"
    code = view.sources.masked(user)
    for found in re.finditer(written, code):
        yield place(user, code.count("\n", 0, found.start()) + 1)


def _java_uses(view: View, file: ChangedFile, before: str) -> Iterator[tuple[str, list[str]]]:
    old = file.old_path or file.path
    owner = PurePosixPath(old).stem
    package = _JAVA_PACKAGE.search(before)
    if package is None:
        return
    if file.deleted or old != file.path:
        yield owner, _java_imports(view, file.path, owner, package[1])
        return
    after = view.sources.masked(file.path)
    if re.search(rf"\bclass\s+{owner}\b[^{{]*\bextends\b", after):
        return
    gone = {found["name"] for found in _JAVA_STATIC.finditer(before)}
    for name in sorted(name for name in gone if not re.search(rf"\b{name}\b", after))[:_MOST_NAMES]:
        users = (user for user in view.sources.using(name) if user.endswith(".java") and user != file.path)
        near = [user for user in users if _sees(view, user, package[1], owner)]
        yield name, [at for user in near for at in _lines(view, user, rf"(?<![\w.]){owner}\.{name}\s*\(")]


def _java_imports(view: View, path: str, owner: str, package: str) -> list[str]:
    """Imports of a class whose file is gone, unless another file of that package took its place."""
    tail = posixpath.join(*package.split("."), f"{owner}.java")
    if any(other.endswith(tail) for other in view.sources.paths):
        return []
    users = [user for user in view.sources.using(owner) if user.endswith(".java") and user != path]
    return [at for user in users for at in _lines(view, user, rf"^import\s+{re.escape(package)}\.{owner}\s*;")]


def _sees(view: View, user: str, package: str, owner: str) -> bool:
    code = view.sources.masked(user)
    found = _JAVA_PACKAGE.search(code)
    same = found is not None and found[1] == package
    return same or re.search(rf"^import\s+{re.escape(package)}\.(?:{owner}|\*)\s*;", code, re.MULTILINE) is not None


def _lines(view: View, path: str, pattern: str) -> list[str]:
    code = view.sources.masked(path)
    return [place(path, code.count("\n", 0, found.start()) + 1) for found in re.finditer(pattern, code, re.MULTILINE)]
