"""Imports against the direction that the repository has kept so far."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping

from orchestrator.engines.offline.compare.go_packages import go_imports
from orchestrator.engines.offline.compare.java_packages import JavaFiles
from orchestrator.engines.offline.compare.places import place
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.imports import ImportGraph
from orchestrator.engines.offline.detectors.kinds import has_suffix, is_python, is_script, is_test
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.text import printable_path

_USUAL = 3
_FEW_FILES = 2
_Pair = tuple[str, str]
_Lines = Callable[[str], tuple[str, ...]]


class _Imports:
    """Imports of any file, in the languages that name files or packages of their own repository."""

    def __init__(self, paths: Mapping[str, None], lines: _Lines) -> None:
        self.graph = ImportGraph(paths, lines)
        self._java = JavaFiles(paths)
        self._lines = lines

    def of(self, path: str) -> tuple[tuple[int, str], ...]:
        """Line and target of each import."""
        if path.endswith(".go"):
            return tuple(go_imports(self._lines, self.graph.paths, path))
        return tuple(self._java.imports(self._lines, path)) if path.endswith(".java") else self.graph.imports(path)


def find_upturned_layers(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """An added import from a folder that was imported often by the other one and never imported it."""
    imports = _Imports(view.sources.paths, view.lines)
    added = [found for file in files if view.has_diff for found in _added(view, imports, file.path)]
    if not added:
        return
    before = _directions(view, _old_lines(view))
    for path, line, target, (low, high) in added:
        users = before.get((high, low), Counter())
        if (low, high) in before or users.total() < _USUAL or len(users) < _FEW_FILES:
            continue
        circle = bool(imports.graph.way(target, path))
        yield Spot(
            file=path,
            line=line,
            severity=Severity.WARNING,
            confidence=Confidence.HIGH if circle else Confidence.MEDIUM,
            category="layer-violation",
            message=f"{printable_path(low)} imports {printable_path(high)} here for the first time, while {printable_path(high)} imports {printable_path(low)} "
            f"in {users.total()} places (such as {place(next(iter(users)), 1).rpartition(':')[0]}): neither can be changed or tested without the other any more.",
            fix=f"Move what is needed below both, or let {printable_path(high)} pass it in.",
        )


def _added(view: View, imports: _Imports, path: str) -> Iterator[tuple[str, int, str, _Pair]]:
    for line, target in imports.of(path):
        pair = _folders(path, target)
        if pair is not None and view.changed.touches(path, line):
            yield path, line, target, pair


def _folders(path: str, target: str) -> _Pair | None:
    """The two folders at which the ways to `path` and `target` part; None when one lies inside the other."""
    one, other = path.split("/")[:-1], target.split("/")[:-1]
    for depth, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            shared = one[:depth]
            return "/".join([*shared, left]), "/".join([*shared, right])
    return None


def _old_lines(view: View) -> _Lines:
    changed = {file.path for file in view.files}
    return lambda path: tuple(view.old_text(path).split("\n")) if path in changed else view.lines(path)


def _directions(view: View, lines: _Lines) -> dict[_Pair, Counter[str]]:
    """Which folder imported which before the change, and how often from which file."""
    view.sources.load(view.sources.code)
    imports = _Imports(view.sources.paths, lines)
    found: dict[_Pair, Counter[str]] = defaultdict(Counter)
    for path in view.sources.code:
        if is_test(path) or not (is_python(path) or is_script(path) or has_suffix(path, (".go", ".java"))):
            continue
        for _, target in imports.of(path):
            pair = _folders(path, target)
            if pair is not None:
                found[pair][path] += 1
    return dict(found)
