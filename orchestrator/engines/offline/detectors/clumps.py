"""Parameters that travel together through several signatures."""

import posixpath
from collections import defaultdict
from collections.abc import Iterator

from orchestrator.engines.offline.compare.places import listed, place
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.function_model import Function
from orchestrator.engines.offline.detectors.functions import functions_in
from orchestrator.engines.offline.detectors.kinds import is_hand_written_code
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_TOGETHER = 4
_FUNCTIONS = 3
_MOST_NEIGHBOURS = 60
_LARGEST = 200_000
_GIVEN = frozenset({"self", "cls", "req", "res", "next", "request", "response", "args", "kwargs", "ctx", "context"})
_Place = tuple[str, Function]
_Groups = dict[tuple[str, ...], list[_Place]]


def find_data_clumps(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per group of four or more parameters that a function of this change shares with two others beside it."""
    written = [file.path for file in view.hand_written(files) if not file.deleted]
    fresh = {(path, line) for path in written for line in _new_lines(view, path)}
    for folder in dict.fromkeys(posixpath.dirname(path) for path, _ in sorted(fresh)):
        groups = _groups(view, folder)
        said: set[str] = set()
        for window, users in groups.items():
            new = next((user for user in users if (user[0], user[1].line) in fresh), None)
            if new is not None and not said.intersection(window) and _is_clump(users):
                names = _longest(groups, window)
                said.update(names)
                yield _spot(new, names, [user for user in users if user != new])


def _groups(view: View, folder: str) -> _Groups:
    """Users of each row of four parameters, over the files of one folder."""
    beside = [path for path in view.sources.code if posixpath.dirname(path) == folder and is_hand_written_code(path)]
    groups: _Groups = defaultdict(list)
    for path in beside[:_MOST_NEIGHBOURS]:
        text = view.text(path)
        for function in functions_in(path, text) if len(text) < _LARGEST else ():
            names = _shared(function)
            for start in range(len(names) - _TOGETHER + 1):
                groups[names[start : start + _TOGETHER]].append((path, function))
    return groups


def _shared(function: Function) -> tuple[str, ...]:
    return tuple(name for name in function.params if name not in _GIVEN)


def _is_clump(users: list[_Place]) -> bool:
    """True for functions that differ in name and in what else they take: those that take the very same follow one protocol."""
    names = {function.name.rpartition(".")[2] for _, function in users}
    return len(names) >= _FUNCTIONS and len({function.params for _, function in users}) > 1


def _longest(groups: _Groups, window: tuple[str, ...]) -> tuple[str, ...]:
    """The row that the same functions share beyond the first four."""
    names = window
    while (following := _next(groups, names, window)) is not None:
        names = (*names, following)
    return names


def _next(groups: _Groups, names: tuple[str, ...], window: tuple[str, ...]) -> str | None:
    tail = names[1 - _TOGETHER :]
    users = groups[window]
    return next(
        (row[-1] for row, others in groups.items() if row[:-1] == tail and others == users and row[-1] not in names),
        None,
    )


def _new_lines(view: View, path: str) -> Iterator[int]:
    """Lines of the functions whose signature this change writes, and whose parameters are enough for a group."""
    written = [
        function
        for function in functions_in(path, view.text(path))
        if len(_shared(function)) >= _TOGETHER and view.changed.touches(path, function.line)
    ]
    old = {(known.name, known.params) for known in functions_in(path, view.old_text(path))} if written else ()
    yield from (function.line for function in written if (function.name, function.params) not in old)


def _spot(user: _Place, names: tuple[str, ...], others: list[_Place]) -> Spot:
    path, function = user
    where = listed([place(other, known.line) for other, known in others])
    return Spot(
        file=path,
        line=function.line,
        severity=Severity.SUGGESTION,
        confidence=Confidence.MEDIUM,
        category="data-clump",
        message=f"{', '.join(names)} travel together through {len(others) + 1} signatures ({where}): one more value of the kind has to be added to each of them and to every call.",
        fix="Give them one type of their own and pass that.",
    )
