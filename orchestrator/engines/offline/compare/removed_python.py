"""Python names and modules that this change takes away while other files go on importing them."""

import posixpath
from collections.abc import Iterator

from orchestrator.engines.offline.compare.modules import Modules
from orchestrator.engines.offline.compare.places import listed, place, removed_line
from orchestrator.engines.offline.compare.python_facts import Imported
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.kinds import is_python
from orchestrator.values.change import ChangedFile, DiffLine
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.text import printable_path

_MOST_NAMES = 400


def find_removed_python(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per name or module that is gone and that an import elsewhere still asks for."""
    if not view.has_diff:
        return
    modules = Modules(view.sources.paths)
    for file in files:
        old = file.old_path or file.path
        if old not in modules:
            yield from _gone_module(view, file, old, modules)
        elif not file.deleted and old == file.path:
            yield from _gone_names(view, file.path, modules)


def _gone_names(view: View, path: str, modules: Modules) -> Iterator[Spot]:
    before = view.sources.facts_of(view.old_text(path))
    after = view.sources.facts(path) if before and before.names else None
    if before is None or after is None or after.open:
        return
    gone = [name for name in before.names if name not in after.names]
    for name in gone[:_MOST_NAMES]:
        users = list(_importers(view, path, name, modules))
        line = removed_line(view, path, name) if users else None
        if line is not None:
            yield _spot(path, line, f"{name} is gone from {printable_path(path)}", users, f"Keep {name}")


def _importers(view: View, path: str, name: str, modules: Modules) -> Iterator[tuple[str, Imported]]:
    for user in view.sources.using(name):
        facts = view.sources.facts(user) if is_python(user) and user != path else None
        for item in facts.imports if facts else ():
            named = item.name == name and not item.optional
            if (
                named
                and modules.python(user, item.module, item.level) == path
                and not _is_submodule(modules, user, item)
            ):
                yield user, item


def _is_submodule(modules: Modules, user: str, item: Imported) -> bool:
    return bool(modules.python(user, ".".join(filter(None, (item.module, item.name))), item.level))


def _gone_module(view: View, file: ChangedFile, old: str, modules: Modules) -> Iterator[Spot]:
    """`old` is a Python file of the base that the new side no longer has."""
    folder, base = posixpath.split(old)
    word = posixpath.basename(folder) if base == "__init__.py" else base.removesuffix(".py")
    before = Modules((*view.sources.paths, old))
    users = [
        (user, item)
        for user in view.sources.using(word)
        if is_python(user)
        for facts in [view.sources.facts(user)]
        if facts is not None
        for item in facts.imports
        if not item.optional and _asked_for(before, modules, user, item) == old
    ]
    line = next(iter(view.removed(file.path)), None) or _any_line(file)
    if users and line is not None:
        yield _spot(file.path, line, f"{printable_path(old)} is gone", users, "Keep the module where it was")


def _any_line(file: ChangedFile) -> tuple[int, DiffLine] | None:
    return next(((line.new, line) for hunk in file.hunks for line in hunk.lines if line.new), None)


def _asked_for(before: Modules, after: Modules, user: str, item: Imported) -> str:
    """The file of the base that `item` needs and no longer gets."""
    wanted = [(item.module, item.level)]
    if item.name:
        wanted.append((".".join(filter(None, (item.module, item.name))), item.level))
    else:
        wanted.append((item.full, 0))
    for module, level in wanted:
        found = before.python(user, module, level)
        if found and not after.python(user, module, level):
            return found
    return ""


def _spot(path: str, at: tuple[int, DiffLine], what: str, users: list[tuple[str, Imported]], keep: str) -> Spot:
    users = sorted(users, key=lambda user: user[1].deferred)
    where = listed([place(user, item.line) for user, item in users])
    now = not users[0][1].deferred
    effect = "loading it raises ImportError" if now else "the import fails as soon as that code runs"
    return Spot(
        file=path,
        line=at[0],
        severity=Severity.ERROR if now else Severity.WARNING,
        confidence=Confidence.HIGH,
        category="broken-caller",
        message=f"{what}, and still imported at {where}: {effect}.",
        fix=f"{keep}, or change {where} in the same step.",
        quote=at[1].text,
    )
