"""One walk over a Python file: what it binds, imports, calls and defines. The syntax tree is not kept."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from orchestrator.engines.offline.compare.python_fit import Call
from orchestrator.engines.offline.detectors.functions import parse_python

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Imported:
    """One name that an import statement binds. `name` is empty where the module itself is bound, `full` is the module as written;
    `optional` where a failure is caught, `deferred` where it runs later than the module or only for types."""

    local: str
    module: str
    level: int
    name: str
    full: str
    line: int
    optional: bool
    deferred: bool


@dataclass(slots=True)
class Facts:
    """What one file says. `names` are bound at module level, True where an import binds them; `rebound` are names that are
    assigned or are parameters somewhere; `open` when the module may have names that cannot be read off it;
    `by_local` are the imports by the name they bind, the last one winning."""

    names: dict[str, bool] = field(default_factory=dict)
    imports: list[Imported] = field(default_factory=list)
    calls: dict[str, list[Call]] = field(default_factory=lambda: defaultdict(list))
    rebound: set[str] = field(default_factory=set)
    open: bool = False
    by_local: dict[str, Imported] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the walk is: below what catches errors, what runs later, what expects an error, and in which class."""

    optional: bool = False
    deferred: bool = False
    fails: bool = False
    owner: str = ""
    nested: bool = False


def facts_of(text: str) -> Facts | None:
    """None for text that cannot be parsed."""
    tree = parse_python(text)
    if tree is None:
        return None
    try:
        return _collect(tree, text)
    except RecursionError:
        return None  # a chain of thousands of operators, as generated code has them


def _collect(tree: ast.Module, text: str) -> Facts:
    facts = Facts()
    for statement in _module_level(tree.body):
        for name in _bound(statement):
            facts.names.setdefault(name, isinstance(statement, ast.Import | ast.ImportFrom))
    facts.open = "__getattr__" in facts.names or "sys.modules[" in text
    _walk(tree, _Place(), facts)
    facts.by_local = {item.local: item for item in facts.imports}
    return facts


def _walk(node: ast.AST, place: _Place, facts: Facts) -> None:
    for child in _children(node):
        inner = place
        if isinstance(child, ast.Call):
            _add_call(child, place, facts)
        elif isinstance(child, ast.Name):
            if not isinstance(child.ctx, ast.Load):
                facts.rebound.add(child.id)
            continue
        elif isinstance(child, ast.arg):
            facts.rebound.add(child.arg)
        elif isinstance(child, ast.Import | ast.ImportFrom):
            facts.imports += _imported(child, place)
            facts.open = facts.open or any(alias.name == "*" for alias in child.names)
            continue
        elif isinstance(child, ast.stmt | ast.ExceptHandler):
            inner = _below(child, place)
        _walk(child, inner, facts)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    for name in node._fields:
        if name == "ctx":
            continue
        value = getattr(node, name, None)
        if isinstance(value, list):
            yield from (item for item in value if isinstance(item, ast.AST))
        elif isinstance(value, ast.AST):
            yield value


def _below(node: ast.AST, place: _Place) -> _Place:
    if isinstance(node, ast.ClassDef):
        top = not (place.owner or place.nested)
        return _Place(place.optional, place.deferred, place.fails, node.name if top else "", nested=True)
    if isinstance(node, _FUNCTIONS):
        return _Place(place.optional, True, place.fails, place.owner, nested=True)
    if isinstance(node, ast.Try | ast.ExceptHandler):
        return _Place(True, place.deferred, place.fails, place.owner, place.nested)
    if isinstance(node, ast.With | ast.AsyncWith):
        words = " ".join(ast.unparse(item.context_expr) for item in node.items)
        fails = "raises" in words or "suppress" in words
        return _Place(place.optional or fails, place.deferred, place.fails or fails, place.owner, place.nested)
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return _Place(place.optional, True, place.fails, place.owner, place.nested)
    return place


def _add_call(node: ast.Call, place: _Place, facts: Facts) -> None:
    dotted = _dotted(node.func)
    if dotted in {"globals", "exec"}:
        facts.open = True
    name = node.func.attr if isinstance(node.func, ast.Attribute) else dotted
    if not name or place.fails:
        return
    facts.calls[name].append(
        Call(
            line=node.lineno,
            callee=dotted,
            count=len(node.args),
            keywords=tuple(keyword.arg or "" for keyword in node.keywords),
            unpacks=any(isinstance(argument, ast.Starred) for argument in node.args),
            owner=place.owner if dotted in {f"self.{name}", f"cls.{name}"} else "",
        )
    )


def _dotted(node: ast.expr) -> str:
    """`a.b.c`, or nothing where the callee is computed."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def _imported(node: ast.Import | ast.ImportFrom, place: _Place) -> Iterator[Imported]:
    late, line = place.deferred, node.lineno
    for alias in node.names:
        if isinstance(node, ast.ImportFrom):
            module = node.module or ""
            local = alias.asname or alias.name
            yield Imported(local, module, node.level, alias.name, module, line, place.optional, late)
        else:
            local = alias.asname or alias.name.split(".")[0]
            module = alias.name if alias.asname else local
            yield Imported(local, module, 0, "", alias.name, line, place.optional, late)


def _module_level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        yield node
        if not isinstance(node, _DEFINITIONS):
            for name in ("body", "orelse", "finalbody"):
                yield from _module_level(getattr(node, name, []))
            for handler in (*getattr(node, "handlers", []), *getattr(node, "cases", [])):
                yield from _module_level(handler.body)


def _bound(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, _DEFINITIONS):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from ((alias.asname or alias.name).split(".")[0] for alias in node.names)
    else:
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.stmt | ast.ExceptHandler):
                names = (name for name in ast.walk(child) if isinstance(name, ast.Name))
                yield from (name.id for name in names if isinstance(name.ctx, ast.Store))
