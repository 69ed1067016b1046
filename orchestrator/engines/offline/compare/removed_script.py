"""Exports of scripts that this change takes away while other files go on importing them."""

from collections.abc import Iterator

from orchestrator.engines.offline.compare.brace_names import ScriptImport, script_exports, script_imports
from orchestrator.engines.offline.compare.modules import Modules
from orchestrator.engines.offline.compare.places import listed, place, removed_line
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.kinds import is_script
from orchestrator.values.change import ChangedFile, DiffLine
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.text import printable_path

_MOST_NAMES = 400


def find_removed_exports(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per exported name, or per file, that is gone and that an import elsewhere still asks for."""
    if not view.has_diff:
        return
    after = Modules(view.sources.paths)
    for file in files:
        path = file.old_path or file.path
        before = script_exports(path, view.old_text(file.path))
        if before is None:
            continue
        if path not in after:
            yield from _of_gone_file(view, file, path, before, after)
            continue
        now = script_exports(path, view.text(path))
        for name in sorted(before - now)[:_MOST_NAMES] if now is not None else ():
            users = list(_users(view, name, after, path))
            line = removed_line(view, file.path, name) if users else None
            if line is not None:
                yield _spot(
                    file.path,
                    line,
                    f"{name} is no longer exported by {printable_path(path)}",
                    users,
                    f"Keep exporting {name}",
                )


def _of_gone_file(view: View, file: ChangedFile, path: str, names: frozenset[str], after: Modules) -> Iterator[Spot]:
    before = Modules((*view.sources.paths, path))
    found = {
        (user, item.line): (user, item)
        for name in sorted(names)[:_MOST_NAMES]
        for user, item in _users(view, name, before, path)
        if not after.script(user, item.target)
    }
    line = next(iter(view.removed(file.path)), None)
    if line is None:
        line = next(((part.new, part) for hunk in file.hunks for part in hunk.lines if part.new), None)
    if found and line is not None:
        yield _spot(
            file.path, line, f"{printable_path(path)} is gone", list(found.values()), "Keep the file where it was"
        )


def _users(view: View, name: str, modules: Modules, path: str) -> Iterator[tuple[str, ScriptImport]]:
    """Imports of `name` from `path` in other scripts."""
    for user in view.sources.using(name):
        if is_script(user) and user != path:
            for item in script_imports(user, view.sources.text(user), name):
                if modules.script(user, item.target) == path:
                    yield user, item


def _spot(path: str, at: tuple[int, DiffLine], what: str, users: list[tuple[str, ScriptImport]], keep: str) -> Spot:
    users = sorted(users, key=lambda user: (user[1].types, not user[1].hard))
    first = users[0][1]
    where = listed([place(user, item.line) for user, item in users])
    gone_file = what.endswith("is gone")
    sure = not first.types and (first.hard or gone_file)
    effect = (
        "the type check fails there"
        if first.types
        else "it fails to load"
        if sure
        else "it gets undefined and throws at the first use"
    )
    return Spot(
        file=path,
        line=at[0],
        severity=Severity.ERROR if sure else Severity.WARNING,
        confidence=Confidence.HIGH,
        category="broken-caller",
        message=f"{what}, and still imported at {where}: {effect}.",
        fix=f"{keep}, or change {where} in the same step.",
        quote=at[1].text,
    )
