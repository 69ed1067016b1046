"""What names of a Python module stand for: what it defines, what it imports, and where a call of them leads."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.engines.offline.compare.modules import Modules
from orchestrator.engines.offline.sources import Sources

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_MOST_HOPS = 4


@dataclass(frozen=True, slots=True)
class Imported:
    """One name that an import statement binds. `name` is empty where the module itself is bound, `optional` where a failure is caught."""

    local: str
    module: str
    level: int
    name: str
    node: ast.Import | ast.ImportFrom
    optional: bool
    deferred: bool


def top_names(tree: ast.Module) -> dict[str, ast.AST]:
    """Names bound at module level, also inside `if`, `try`, `with` and loops, each with the node that binds it."""
    names: dict[str, ast.AST] = {}
    for node in _module_level(tree.body):
        for name in _bound(node):
            names.setdefault(name, node)
    return names


def is_open(tree: ast.Module) -> bool:
    """True when a module may have names that cannot be read off it: star imports, `__getattr__`, writing to globals()."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
            return True
        if isinstance(node, _DEFINITIONS) and node.name == "__getattr__" and node in tree.body:
            return True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"globals", "exec"}:
            return True
        if isinstance(node, ast.Attribute) and node.attr == "modules" and ast.unparse(node) == "sys.modules":
            return True
    return False


def _module_level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        yield node
        if not isinstance(node, _DEFINITIONS):
            for field in ("body", "orelse", "finalbody"):
                yield from _module_level(getattr(node, field, []))
            for handler in (*getattr(node, "handlers", []), *getattr(node, "cases", [])):
                yield from _module_level(handler.body)


def _bound(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, _DEFINITIONS):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from ((alias.asname or alias.name).split(".")[0] for alias in node.names)
    else:
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.stmt):
                yield from (
                    name.id
                    for name in ast.walk(child)
                    if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
                )


def imports_of(tree: ast.Module) -> tuple[Imported, ...]:
    """Every name bound by an import anywhere in the module."""
    return tuple(_imports(tree, optional=False, deferred=False))


def _imports(node: ast.AST, *, optional: bool, deferred: bool) -> Iterator[Imported]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ImportFrom):
            for alias in child.names:
                yield Imported(
                    alias.asname or alias.name, child.module or "", child.level, alias.name, child, optional, deferred
                )
        elif isinstance(child, ast.Import):
            for alias in child.names:
                local = alias.asname or alias.name.split(".")[0]
                module = alias.name if alias.asname else local
                yield Imported(local, module, 0, "", child, optional, deferred)
        else:
            caught = optional or _may_fail(child)
            later = deferred or isinstance(child, _DEFINITIONS[:2]) or _for_types(child)
            yield from _imports(child, optional=caught, deferred=later)


def _may_fail(node: ast.AST) -> bool:
    """True where an import that fails is somebody's plan: a `try`, a handler of one, a `suppress` or `raises`."""
    if isinstance(node, ast.With):
        return any(word in ast.unparse(item.context_expr) for item in node.items for word in ("suppress", "raises"))
    return isinstance(node, ast.Try | ast.ExceptHandler)


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


class Origins:
    """Follows a name through imports and re-exports to the file that defines it."""

    def __init__(self, sources: Sources, modules: Modules) -> None:
        self._sources = sources
        self._modules = modules
        self._imports: dict[str, dict[str, Imported]] = {}

    def imported(self, path: str) -> dict[str, Imported]:
        """Local name to import of `path`, the last one winning."""
        if path not in self._imports:
            tree = self._sources.syntax(path)
            self._imports[path] = {item.local: item for item in imports_of(tree)} if tree else {}
        return self._imports[path]

    def module(self, path: str, item: Imported) -> str:
        """File of the module that `item` names, or of the submodule when it imports one."""
        if item.name:
            inner = self._modules.python(path, ".".join(filter(None, (item.module, item.name))), item.level)
            return inner or ""
        return self._modules.python(path, item.module, item.level)

    def of(self, path: str, name: str, hops: int = _MOST_HOPS) -> tuple[str, str]:
        """File and name where the module-level `name` of `path` is defined; ("", "") when that is not to be seen."""
        tree = self._sources.syntax(path)
        node = top_names(tree).get(name) if tree else None
        if node is None or not hops:
            return "", ""
        if not isinstance(node, ast.Import | ast.ImportFrom):
            return path, name
        item = self.imported(path).get(name)
        source = self._modules.python(path, item.module, item.level) if item and item.name else ""
        return self.of(source, item.name, hops - 1) if item and source else ("", "")
