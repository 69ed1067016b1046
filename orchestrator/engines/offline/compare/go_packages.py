"""Which Go files see a package, and under which name."""

import posixpath
import re
from collections.abc import Callable, Container, Iterator

from orchestrator.engines.offline.sources import Sources

_MODULE = re.compile(r"^module\s+(\S+)", re.MULTILINE)


_IMPORT = re.compile(r'^\s*(?:import\s+)?(?:[\w.]+\s+)?"([^"]+)"\s*(?://.*)?$')


def go_users(sources: Sources, path: str, name: str) -> Iterator[tuple[str, str]]:
    """Go files that may use `name` of the package of `path`, each with the qualifier it writes (empty in the same package)."""
    folder = posixpath.dirname(path)
    found = _MODULE.search(sources.text("go.mod")) if "go.mod" in sources.paths else None
    target = posixpath.join(found[1], folder) if found else ""
    package = _package(sources, path)
    for user in sources.using(name):
        if not user.endswith(".go"):
            continue
        if posixpath.dirname(user) == folder:
            if _package(sources, user) == package:
                yield user, ""
            continue
        text = sources.text(user)
        imported = re.search(rf'^\s*(?:import\s+)?(?P<alias>[\w.]+\s+)?"{re.escape(target)}"', text, re.MULTILINE)
        if target and imported:
            yield user, (imported["alias"] or "").strip() or package


def _package(sources: Sources, path: str) -> str:
    found = re.search(r"^package\s+(\w+)", sources.text(path), re.MULTILINE)
    return found[1] if found else posixpath.basename(posixpath.dirname(path))


def go_interface_method(name: str) -> str:
    """A pattern for the line on which an interface declares a method `name`: types among its parameters, or a result."""
    return rf"^\s+{name}\((?:[^()\n]*\w\s+[\w*\[.][^()\n]*\)|[^()\n]*\)[ \t]*[\w*(\[])"


def go_imports(lines: Callable[[str], tuple[str, ...]], paths: Container[str], path: str) -> Iterator[tuple[int, str]]:
    """Line and target of each import of `path` that names a package of the same module; the target is a file of its folder."""
    if "go.mod" not in paths:
        return
    module = next((found[1] for line in lines("go.mod") if (found := _MODULE.match(line))), "")
    for number, line in enumerate(lines(path), 1) if module else ():
        if line.startswith("func "):
            return
        found = _IMPORT.match(line)
        if found and found[1].startswith(f"{module}/"):
            yield number, f"{found[1][len(module) + 1 :]}/"
