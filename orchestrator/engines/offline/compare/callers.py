"""Python functions whose parameters changed while calls elsewhere pass what they passed before."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.engines.offline.compare.places import listed, place
from orchestrator.engines.offline.compare.python_calls import Calls, Site
from orchestrator.engines.offline.compare.python_fit import Signature, misfit, signature_of, swapped
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.functions import AnyFunction, parse_python, python_functions
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_KEEPS_PARAMETERS = frozenset(
    {"staticmethod", "classmethod", "abstractmethod", "override", "final", "cache", "lru_cache", "contextmanager"}
)

_HEAD = re.compile(r"\bdef\s+\w+\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)?|^\s*@.*|^class\b.*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Changed:
    """A function of `path` with its signatures before and after; `owner` is its class, if any."""

    path: str
    owner: str
    node: AnyFunction
    old: Signature
    new: Signature

    @property
    def name(self) -> str:
        return self.owner if self.node.name == "__init__" else self.node.name


def find_broken_callers(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per function that no longer takes what its callers in the repository pass, or takes it in another order."""
    changed = [found for file in files if view.has_diff and not file.deleted for found in _changed(view, file.path)]
    calls = Calls(view.sources) if changed else None
    for found in changed:
        sites = [] if calls is None else list(_sites(calls, found))
        spot = _broken(view, found, sites) or _reordered(view, found, sites)
        if spot is not None:
            yield spot


def _sites(calls: Calls, found: _Changed) -> Iterator[Site]:
    if found.owner and found.node.name != "__init__":
        return calls.of_method(found.path, found.owner, found.node.name)
    return calls.of_function(found.path, found.name)


def _changed(view: View, path: str) -> Iterator[_Changed]:
    if _heads(view.old_text(path)) <= _heads(view.text(path)):
        return  # every head is there as it was; parsing is the expensive part
    before = parse_python(view.old_text(path))
    after = parse_python(view.text(path)) if before and before.body else None
    if before is None or after is None:
        return
    old = _callable(before)
    for (owner, name), node in _callable(after).items():
        former = old.get((owner, name))
        if former is None:
            continue
        was, now = _signature(owner, former), _signature(owner, node)
        if was != now:
            yield _Changed(path, owner, node, was, now)


def _heads(text: str) -> frozenset[str]:
    return frozenset(found[0] for found in _HEAD.finditer(text))


def _callable(tree: ast.Module) -> dict[tuple[str, str], AnyFunction]:
    """Functions of the module and methods of its classes that exist once and take what they declare."""
    plain = {node.name for node in tree.body if isinstance(node, ast.ClassDef) and _is_plain(node)}
    found = [(function.name.rpartition("."), function) for function in python_functions(tree) if not function.nested]
    count = Counter((owner, name) for (owner, _, name), _ in found)
    return {
        (owner, name): function.node
        for (owner, _, name), function in found
        if count[owner, name] == 1
        and _keeps_parameters(function.node)
        and (not owner or owner in plain)
        and (not name.startswith("__") or name == "__init__")
    }


def _is_plain(node: ast.ClassDef) -> bool:
    """A class whose call runs its `__init__` and nothing that could take other arguments."""
    own = {child.name for child in node.body if isinstance(child, ast.FunctionDef)}
    return not node.decorator_list and not node.keywords and "__new__" not in own


def _keeps_parameters(node: AnyFunction) -> bool:
    names = (ast.unparse(decorator).partition("(")[0].rpartition(".")[2] for decorator in node.decorator_list)
    return all(name in _KEEPS_PARAMETERS for name in names)


def _signature(owner: str, node: AnyFunction) -> Signature:
    static = any(ast.unparse(decorator) == "staticmethod" for decorator in node.decorator_list)
    return signature_of(node.args, bound=bool(owner) and not static)


def _broken(view: View, found: _Changed, sites: list[Site]) -> Spot | None:
    wrong = [
        (site, why) for site in sites if (why := misfit(site.call, found.new)) and not misfit(site.call, found.old)
    ]
    if not wrong:
        return None
    wrong.sort(key=lambda item: not item[0].certain)
    certain = wrong[0][0].certain
    where = listed([place(site.path, site.call.line) for site, _ in wrong])
    return _spot(
        view,
        found,
        (Severity.ERROR, Confidence.HIGH) if certain else (Severity.WARNING, Confidence.MEDIUM),
        f"{found.name} takes other arguments now and {_callers(len(wrong))} still written for the old ones: "
        f"{place(wrong[0][0].path, wrong[0][0].call.line)} {wrong[0][1]} and raises TypeError.",
        f"Keep the old way of calling valid with a default, or change {where}.",
    )


def _reordered(view: View, found: _Changed, sites: list[Site]) -> Spot | None:
    moved = [(site, names) for site in sites if (names := swapped(found.old, found.new, site.call))]
    if not moved:
        return None
    one, other = moved[0][1]
    where = listed([place(site.path, site.call.line) for site, _ in moved])
    return _spot(
        view,
        found,
        (Severity.WARNING, Confidence.MEDIUM),
        f"{found.name} now takes {other} where it took {one}, and {where} still passes by position: the values arrive swapped without an error.",
        f"Keep the order, or name the arguments at {where}.",
    )


def _callers(count: int) -> str:
    return "1 caller is" if count == 1 else f"{count} callers are"


def _spot(view: View, found: _Changed, level: tuple[Severity, Confidence], message: str, fix: str) -> Spot:
    node = found.node
    last = max(node.lineno, node.body[0].lineno - 1)
    return Spot(
        file=found.path,
        line=view.first_touched(found.path, node.lineno, last) or node.lineno,
        severity=level[0],
        confidence=level[1],
        category="broken-caller",
        message=message,
        fix=fix,
    )
