"""Imports that this change adds against the direction of the code: in a circle, or from product code into tests."""

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.kinds import SCRIPT, is_python, is_script, is_test
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.text import printable_path

_FROM = re.compile(r"^from\s+(?P<dots>\.*)(?P<module>[\w.]*)\s+import\s+(?P<names>[\w, ()*]+)")
_IMPORT = re.compile(r"^import\s+(?P<module>\w[\w.]*)")
_SCRIPT_IMPORT = re.compile(
    r"^\s*(?:import|export)\b(?!\s+type\b)[^'\"]*?(?:from\s*)?[\"'](?P<path>\.{1,2}/[^\"']+)[\"']"
)
_MOST_FILES = 400
_Edges = tuple[tuple[int, str], ...]


def find_cycles(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """An added import, executed when the module loads, whose target leads back to the importing module."""
    graph = ImportGraph(view.sources.paths, view.lines)
    for file in files:
        for number, target in graph.imports(file.path):
            if view.has_diff and view.changed.touches(file.path, number) and target != file.path:
                way = graph.way(target, file.path)
                if way:
                    circle = " -> ".join(printable_path(path) for path in (file.path, *way))
                    yield Spot(
                        file=file.path,
                        line=number,
                        severity=Severity.WARNING,
                        confidence=Confidence.HIGH,
                        category="dependency-cycle",
                        message=f"This import closes a circle: {circle}. Which module loads first now decides whether names exist.",
                        fix="Move what both need into a module below them, or pass it in as an argument.",
                    )


def find_test_imports(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Product code that imports from test code, which is not shipped."""
    graph = ImportGraph(view.sources.paths, view.lines)
    for file in files:
        for number, target in graph.imports(file.path):
            if not is_test(file.path) and is_test(target) and view.changed.touches(file.path, number):
                yield Spot(
                    file=file.path,
                    line=number,
                    severity=Severity.WARNING,
                    confidence=Confidence.HIGH,
                    category="layer-violation",
                    message=f"Product code imports {printable_path(target)}, which belongs to the tests: where tests are not installed it fails to load.",
                    fix="Move the shared part into the product and import it from there.",
                )


class ImportGraph:
    """Which file imports which, read on demand: `lines` gives the lines of one of `paths`."""

    def __init__(self, paths: Mapping[str, None], lines: Callable[[str], tuple[str, ...]]) -> None:
        self._lines = lines
        self._paths = paths
        self._roots = tuple(dict.fromkeys(("", "src/", *self._top_folders())))
        self._known: dict[str, _Edges] = {}

    @property
    def paths(self) -> Mapping[str, None]:
        """Every path the graph knows."""
        return self._paths

    def _top_folders(self) -> Iterator[str]:
        """Folders that modules may be imported from: a package is imported by its name, never from inside."""
        tops = dict.fromkeys(f"{path.split('/', 1)[0]}/" for path in self._paths if "/" in path)
        return (folder for folder in tops if f"{folder}__init__.py" not in self._paths)

    def imports(self, path: str) -> _Edges:
        """Line and target of each import of `path` that leads to a file of the tree."""
        if path not in self._known:
            found = self._python(path) if is_python(path) else self._script(path) if is_script(path) else ()
            self._known[path] = tuple(found)
        return self._known[path]

    def way(self, start: str, goal: str) -> tuple[str, ...]:
        """The shortest chain of imports from `start` to `goal`, both included; empty when there is none."""
        came: dict[str, str] = {start: ""}
        queue = [start]
        while queue and len(came) < _MOST_FILES:
            path = queue.pop(0)
            if path == goal:
                return _back(came, goal)
            for _, target in self.imports(path):
                if target not in came:
                    came[target] = path
                    queue.append(target)
        return ()

    def _python(self, path: str) -> Iterator[tuple[int, str]]:
        # Only unindented lines: an import inside a function or under TYPE_CHECKING runs later or never.
        for number, line in enumerate(self._lines(path), 1):
            if found := _FROM.match(line):
                yield from ((number, target) for target in self._from(path, found))
            elif (found := _IMPORT.match(line)) and (target := self._module(found["module"].replace(".", "/"))):
                yield number, target

    def _from(self, path: str, found: re.Match[str]) -> Iterator[str]:
        module = found["module"].replace(".", "/")
        if found["dots"]:
            folder = path
            for _ in found["dots"]:
                folder = posixpath.dirname(folder)
            bases = [posixpath.join(folder, module) if module else folder]
        else:
            bases = [root + module for root in self._roots]
        names = [name.split(" as ")[0].strip() for name in found["names"].strip("() ").split(",")]
        for base in bases:
            inner = [target for name in names if name and (target := self._file(posixpath.join(base, name)))]
            if inner:
                yield from inner
                return
            if whole := self._file(base):
                yield whole
                return

    def _module(self, module: str) -> str:
        return next((target for root in self._roots if (target := self._file(root + module))), "")

    def _file(self, base: str) -> str:
        return next((path for path in (f"{base}.py", f"{base}/__init__.py") if path in self._paths), "")

    def _script(self, path: str) -> Iterator[tuple[int, str]]:
        for number, line in enumerate(self._lines(path), 1):
            found = _SCRIPT_IMPORT.match(line[:500])
            if found:
                base = posixpath.normpath(posixpath.join(posixpath.dirname(path), found["path"]))
                stem = base.rsplit(".", 1)[0] if base.endswith((".js", ".jsx", ".mjs")) else base
                names = (base, *(stem + suffix for suffix in SCRIPT), *(f"{base}/index{suffix}" for suffix in SCRIPT))
                target = next((name for name in names if name in self._paths), "")
                if target:
                    yield number, target


def _back(came: Mapping[str, str], goal: str) -> tuple[str, ...]:
    chain = [goal]
    while came[chain[-1]]:
        chain.append(came[chain[-1]])
    return tuple(reversed(chain))
