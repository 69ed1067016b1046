"""The projects inside one repository: which folder answers for which file of the scope."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from orchestrator.checks.project_model import ProjectCheck, Reader
from orchestrator.scope.among_tests import lies_among_tests

MOST_PROJECTS = 20
_INSTALLED = "node_modules"


def upwards(folder: str) -> Iterator[str]:
    """`folder` and every folder above it; the top, an empty name, comes last."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield ""


def within(read: Reader, folder: str) -> Reader:
    """A reader of names relative to `folder`."""
    return (lambda name: read(f"{folder}/{name}")) if folder else read


def by_project(paths: Sequence[str], is_project: Callable[[str], bool]) -> Mapping[str, frozenset[str]]:
    """Each folder that is a project, the top first, with those of `paths` for which it is the nearest.

    Without any path the top stands for itself. What lies among tests or installed packages is no project: it is there
    to be read by somebody else's.
    """
    known: dict[str, bool] = {}

    def counts(folder: str) -> bool:
        if folder not in known:
            foreign = folder and (lies_among_tests(f"{folder}/x") or _INSTALLED in folder.split("/"))
            known[folder] = not foreign and is_project(folder)
        return known[folder]

    found: dict[str, set[str]] = {}
    for path in paths:
        nearest = next(filter(counts, upwards(path.rpartition("/")[0])), None)
        if nearest is not None:
            found.setdefault(nearest, set()).add(path)
    if not paths and counts(""):
        found[""] = set()
    return {folder: frozenset(mine) for folder, mine in sorted(found.items())}


def bounded(checks: Sequence[ProjectCheck]) -> tuple[tuple[ProjectCheck, ...], tuple[str, ...]]:
    """The checks of the first projects, and the folders of those beyond the bound."""
    folders = sorted({check.folder for check in checks})
    left_out = tuple(folders[MOST_PROJECTS:])
    return tuple(check for check in checks if check.folder not in left_out), left_out
