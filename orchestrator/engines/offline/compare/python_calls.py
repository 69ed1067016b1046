"""Calls of one Python function wherever the repository makes them."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.engines.offline.compare.modules import Modules
from orchestrator.engines.offline.compare.python_names import Origins
from orchestrator.engines.offline.detectors.kinds import is_python
from orchestrator.engines.offline.sources import Sources

_MOST_FILES = 400


@dataclass(frozen=True, slots=True)
class Site:
    """A call and the file it stands in; `certain` when the callee cannot be another one."""

    path: str
    call: ast.Call
    certain: bool


class Calls:
    """Finds call sites by following imports; each file is parsed once."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._modules = Modules(sources.paths)
        self._origins = Origins(sources, self._modules)
        self._unsure: dict[str, frozenset[str]] = {}

    def of_function(self, target: str, name: str) -> Iterator[Site]:
        """Calls of the module-level `name` (a function or a class) of file `target`."""
        for path in self._python_files(name):
            tree = self._sources.syntax(path)
            if tree is None:
                continue
            names = self._local_names(path, target, name)
            for call in _calls(tree):
                direct = isinstance(call.func, ast.Name) and call.func.id in names
                if direct or self._through_module(path, call.func, target, name):
                    yield Site(path, call, certain=True)

    def of_method(self, target: str, owner: str, name: str) -> Iterator[Site]:
        """Calls of `self.name` inside class `owner`, and of a `name` that only one class of the repository defines."""
        alone = "_" in name.strip("_") and len(name) > 7 and self._definitions(name) == 1
        for path in self._python_files(name) if alone else (target,):
            tree = self._sources.syntax(path)
            if tree is None:
                continue
            own = _own_calls(tree, owner) if path == target else frozenset()
            for call in _calls(tree):
                if isinstance(call.func, ast.Attribute) and call.func.attr == name:
                    certain = id(call) in own
                    if certain or (alone and not self._names_module(path, call.func.value)):
                        yield Site(path, call, certain)

    def _python_files(self, name: str) -> tuple[str, ...]:
        return tuple(path for path in self._sources.using(name) if is_python(path))[:_MOST_FILES]

    def _definitions(self, name: str) -> int:
        files = self._python_files(name)
        return sum(self._sources.masked(path).count(f"def {name}(") for path in files)

    def _local_names(self, path: str, target: str, name: str) -> frozenset[str]:
        """Names of `path` that mean the function and nothing else."""
        if path == target:
            return frozenset({name}) - self._rebound(path)
        found = {
            local
            for local, item in self._origins.imported(path).items()
            if item.name == name and not item.optional and self._leads_to(path, item.module, item.level, target, name)
        }
        return frozenset(found) - self._rebound(path)

    def _leads_to(self, path: str, module: str, level: int, target: str, name: str) -> bool:
        source = self._modules.python(path, module, level)
        return bool(source) and self._origins.of(source, name) == (target, name)

    def _through_module(self, path: str, function: ast.expr, target: str, name: str) -> bool:
        if not isinstance(function, ast.Attribute) or function.attr != name:
            return False
        if not self._names_module(path, function.value):
            return False
        dotted = ast.unparse(function.value)
        local, _, rest = dotted.partition(".")
        item = self._origins.imported(path)[local]
        if item.name:
            inner = ".".join(filter(None, (item.module, item.name, rest)))
            return not rest and self._leads_to(path, inner, item.level, target, name)
        return self._leads_to(path, ".".join(filter(None, (item.module, rest))), 0, target, name)

    def _names_module(self, path: str, value: ast.expr) -> bool:
        """True for a dotted name whose first part an import binds, once and for good."""
        while isinstance(value, ast.Attribute):
            value = value.value
        item = self._origins.imported(path).get(value.id) if isinstance(value, ast.Name) else None
        return item is not None and not item.optional and item.local not in self._rebound(path)

    def _rebound(self, path: str) -> frozenset[str]:
        """Names that are assigned or are parameters somewhere in `path`, so that they may mean something else."""
        if path not in self._unsure:
            tree = self._sources.syntax(path)
            names = [*ast.walk(tree)] if tree else []
            stored = {node.id for node in names if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
            self._unsure[path] = frozenset(stored | {node.arg for node in names if isinstance(node, ast.arg)})
        return self._unsure[path]


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Every call, but those a test expects to fail."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.With) and any("raises" in ast.unparse(item.context_expr) for item in node.items):
            continue
        if isinstance(node, ast.Call):
            yield node
        yield from _calls(node)


def _own_calls(tree: ast.Module, owner: str) -> frozenset[int]:
    """Identities of the calls on `self` or `cls` in the methods of class `owner`."""
    found: set[int] = set()
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == owner:
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                    value = call.func.value
                    if isinstance(value, ast.Name) and value.id in {"self", "cls"}:
                        found.add(id(call))
    return frozenset(found)
