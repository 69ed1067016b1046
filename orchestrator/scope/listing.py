"""Listing whole files of the work tree, for the scopes that compare nothing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from orchestrator.redaction import is_secret_file
from orchestrator.scope.paths import covers, no_such_path
from orchestrator.scope.quoting import path_text
from orchestrator.scope.status import WorkState
from orchestrator.seams import Git
from orchestrator.values.change import SUBMODULE_MODE, LeftOut

EXCLUDED_FOLDERS = frozenset({"node_modules", ".git", "dist", "build", "coverage"})
_SPARSE = "S"


@dataclass(frozen=True, slots=True)
class Listing:
    """Paths with their mode (empty for an untracked file), sorted, and what was left out."""

    modes: dict[str, str]
    left_out: tuple[LeftOut, ...]


def list_files(git: Git, state: WorkState, named: Sequence[str]) -> Listing:
    """Tracked files and untracked ones that are not ignored, at or under `named` (`""` is everything).

    Build output and dependency folders below a named path are left out, as are submodules, nested repositories and
    files that may hold secrets. UsageError for a named path where nothing lies.
    """
    tracked = tuple(_tracked(git))
    present = {path: (tag, mode) for tag, mode, path in tracked if path not in state.deleted}
    everything = present | dict.fromkeys(state.untracked, ("?", ""))
    ignored = tuple(_ignored(git, name) for name in named if not _any_covered(name, (*everything, *state.nested)))
    chosen = {path: facts for path, facts in everything.items() if any(covers(name, path) for name in named)}
    folders = {path: _excluded_folder(path, named) for path in chosen}
    reasons = {path: _reason(path, *facts) for path, facts in chosen.items() if not folders[path]}
    nested = [path.rstrip("/") for path in state.nested if any(covers(name, path) for name in named)]
    return Listing(
        {path: chosen[path][1] for path in sorted(reasons) if reasons[path] is None},
        (
            *ignored,
            *(left for path in sorted(reasons) if (left := reasons[path]) is not None),
            *_outputs(Counter(folder for folder in folders.values() if folder)),
            *(LeftOut(path, "a repository of its own inside the work tree", "nested-repository") for path in nested),
        ),
    )


def _tracked(git: Git) -> Iterator[tuple[str, str, str]]:
    """Tag, mode and path of each index entry; a path with conflicts comes once per side."""
    for record in git.run("ls-files", "-z", "-t", "--stage").split(b"\0"):
        head, _, path = record.partition(b"\t")
        if path:
            tag, mode = head.decode("ascii").split(" ")[:2]
            yield tag, mode, path_text(path)


def _any_covered(name: str, paths: Sequence[str]) -> bool:
    return name == "" or any(covers(name, path) for path in paths)


def _ignored(git: Git, name: str) -> LeftOut:
    """What to say of a named path that holds only ignored files."""
    if not git.run("ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory", "--", name):
        raise no_such_path(name)
    return LeftOut(name, "git ignores everything there")


def _excluded_folder(path: str, named: Sequence[str]) -> str:
    """The build output or dependency folder that `path` lies in, seen from every named path that covers it."""
    found = [_below(name, path) for name in named if covers(name, path)]
    return found[0] if all(found) else ""


def _below(name: str, path: str) -> str:
    skipped = name.count("/") + 1 if name else 0
    folders = path.split("/")[:-1]
    at = next((at for at in range(skipped, len(folders)) if folders[at] in EXCLUDED_FOLDERS), None)
    return "" if at is None else "/".join(folders[: at + 1])


def _reason(path: str, tag: str, mode: str) -> LeftOut | None:
    if mode == SUBMODULE_MODE:
        return LeftOut(path, "a submodule: its contents belong to another repository", "submodule")
    if tag == _SPARSE:
        return LeftOut(path, "not checked out here (sparse checkout)", "sparse")
    if is_secret_file(path):
        return LeftOut(path, "its name says that it may hold secrets", "secret")
    return None


def _outputs(counts: "Counter[str]") -> Iterator[LeftOut]:
    for folder, count in sorted(counts.items()):
        files = "1 file" if count == 1 else f"{count} files"
        yield LeftOut(f"{folder}/", f"build output or dependencies ({files})", "generated")
