"""Functions of scripts, Go and Java whose parameters changed while calls elsewhere pass what they passed before."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from orchestrator.engines.offline.compare.brace_calls import (
    BraceCall,
    Parameters,
    calls_in,
    exchanged,
    script_parameters,
    typed_parameters,
)
from orchestrator.engines.offline.compare.brace_names import script_exports, script_imports
from orchestrator.engines.offline.compare.go_packages import go_interface_method, go_users
from orchestrator.engines.offline.compare.modules import Modules
from orchestrator.engines.offline.compare.places import listed, place
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.function_model import Function
from orchestrator.engines.offline.detectors.functions import functions_in
from orchestrator.engines.offline.detectors.kinds import is_script
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_DECLARED = re.compile(r"\b(?:function\s*\*?\s*|(?:const|let|var)\s+)([A-Za-z_$][\w$]*)")
_GO_DECLARED = re.compile(r"func\s+(\w+)")
_Sites = list[tuple[str, BraceCall]]


@dataclass(frozen=True, slots=True)
class _Changed:
    """A function with its parameters before and after; `strict` where a compiler counts arguments."""

    path: str
    function: Function
    old: Parameters
    new: Parameters
    strict: bool


def find_broken_brace_callers(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per function that no longer takes what its callers in the repository pass."""
    for file in files:
        if not view.has_diff or file.deleted or not view.old_text(file.path):
            continue
        find = _script_sites if is_script(file.path) else _go_sites if file.path.endswith(".go") else _java_sites
        for found in _changed(view, file.path):
            spot = _judge(view, found, find)
            if spot is not None:
                yield spot


def _changed(view: View, path: str) -> Iterator[_Changed]:
    old, new = (_once(functions_in(path, text)) for text in (view.old_text(path), view.text(path)))
    offered = script_exports(path, view.text(path)) if is_script(path) else None
    lines = view.code(path)
    for name, function in new.items():
        former = old.get(name)
        if former is None or former.params == function.params:
            continue
        if not _is_offered(path, name, lines[function.line - 1], offered):
            continue
        before, after = _parameters(path, former.params), _parameters(path, function.params)
        if before != after:
            yield _Changed(path, function, before, after, not path.endswith((".js", ".jsx", ".mjs", ".cjs")))


def _once(functions: tuple[Function, ...]) -> dict[str, Function]:
    """Functions whose name one file declares once: an overload takes what another refuses."""
    count = Counter(function.name for function in functions)
    return {function.name: function for function in functions if count[function.name] == 1}


def _is_offered(path: str, name: str, line: str, offered: frozenset[str] | None) -> bool:
    if is_script(path):
        return offered is not None and name in offered and name in _DECLARED.findall(line)
    if path.endswith(".go"):
        declares = _GO_DECLARED.match(line)
        return declares is not None and declares[1] == name
    return "static" in line.split() or name == PurePosixPath(path).stem


def _parameters(path: str, params: tuple[str, ...]) -> Parameters:
    return script_parameters(params) if is_script(path) else typed_parameters(params, name_last=path.endswith(".java"))


def _script_sites(view: View, found: _Changed) -> _Sites:
    name = found.function.name
    others = [user for user in view.sources.using(name) if is_script(user) and user != found.path]
    modules = Modules(view.sources.paths if others else ())
    users = [
        (user, item.local)
        for user in others
        for item in script_imports(user, view.sources.text(user), name)
        if modules.script(user, item.target) == found.path
    ]
    return [
        (user, call)
        for user, local in users
        for call in calls_in(view.sources.masked(user), re.compile(rf"(?<![\w$.])(?<!function ){re.escape(local)}"))
    ]


def _go_sites(view: View, found: _Changed) -> _Sites:
    name = found.function.name
    sites: _Sites = []
    for user, qualifier in go_users(view.sources, found.path, name):
        written = rf"(?<![\w.]){qualifier}\.{name}" if qualifier not in {"", "."} else rf"(?<![\w.])(?<!func ){name}"
        code = view.sources.masked(user)
        # Where a local function has that name, nobody knows which one is called.
        taken = rf"\b{name}\s*:?=(?!=)|{go_interface_method(name)}"
        if not qualifier and re.search(taken, code, re.MULTILINE):
            continue
        sites += [(user, call) for call in calls_in(code, re.compile(written))]
    return sites


def _java_sites(view: View, found: _Changed) -> _Sites:
    owner, name = PurePosixPath(found.path).stem, found.function.name
    written = rf"\bnew\s+{owner}" if name == owner else rf"(?<![\w.]){owner}\.{name}"
    namesakes = [path for path in view.sources.paths if PurePosixPath(path).name == f"{owner}.java"]
    if len(namesakes) > 1:
        return []
    users = (path for path in view.sources.using(owner) if path.endswith(".java") and path != found.path)
    return [(user, call) for user in users for call in calls_in(view.sources.masked(user), re.compile(written))]


def _judge(view: View, found: _Changed, find: Callable[[View, _Changed], _Sites]) -> Spot | None:
    sites = [(user, call) for user, call in find(view, found) if not call.open and found.old.fits(call)]
    wrong = [site for site in sites if not found.new.fits(site[1])]
    if wrong:
        count = wrong[0][1].count
        where = listed([place(user, call.line) for user, call in wrong])
        effect = "it does not compile" if found.strict else _silently(found, count)
        return _spot(
            view,
            found,
            (Severity.ERROR, Confidence.HIGH) if found.strict else (Severity.WARNING, Confidence.MEDIUM),
            f"{found.function.name} takes other arguments now, and {where} still passes {count} as before: {effect}.",
            f"Let the new parameter be left out, or change {where}.",
        )
    moved = [(site, names) for site in sites if (names := exchanged(found.old, found.new, site[1].count))]
    if not moved:
        return None
    before, after = moved[0][1]
    where = listed([place(user, call.line) for (user, call), _ in moved])
    return _spot(
        view,
        found,
        (Severity.WARNING, Confidence.MEDIUM),
        f"{found.function.name} takes {after} where it took {before}, and {where} still passes by the old order: values arrive in the wrong place.",
        f"Keep the order, or change {where}.",
    )


def _silently(found: _Changed, count: int) -> str:
    if count < found.new.least:
        return f"{found.new.names[count]} is undefined there, without an error"
    return "what it passes last is dropped, without an error"


def _spot(view: View, found: _Changed, level: tuple[Severity, Confidence], message: str, fix: str) -> Spot:
    function = found.function
    return Spot(
        file=found.path,
        line=view.first_touched(found.path, function.line, function.end) or function.line,
        severity=level[0],
        confidence=level[1],
        category="broken-caller",
        message=message,
        fix=fix,
    )
