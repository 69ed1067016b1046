"""Listing whole files of the work tree, for the scopes that compare nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from orchestrator.redaction import is_secret_file
from orchestrator.scope.ignore.rules import IgnoreRules
from orchestrator.scope.ignored import ignored_line, left_out_of, refuse_ignored
from orchestrator.scope.paths import covers, no_such_path
from orchestrator.scope.quoting import path_text
from orchestrator.scope.status import WorkState
from orchestrator.seams import Git
from orchestrator.values.change import SUBMODULE_MODE, LeftOut

_SPARSE = "S"


@dataclass(frozen=True, slots=True)
class Listing:
    """Paths with their mode (empty for an untracked file), sorted, and what was left out.

    `hidden` is what the ignore rules took out, `ignored` says so in one line, empty when that is nothing.
    """

    modes: dict[str, str]
    left_out: tuple[LeftOut, ...]
    hidden: tuple[LeftOut, ...] = ()
    ignored: str = ""


def list_files(git: Git, state: WorkState, named: Sequence[str], rules: IgnoreRules) -> Listing:
    """Tracked files and untracked ones that git does not ignore, at or under `named` (`""` is everything).

    What `rules` ignore is left out, as are submodules, nested repositories and files that may hold secrets. UsageError
    for a named path where nothing lies, and for one that `rules` ignore.
    """
    tracked = tuple(_tracked(git))
    present = {path: (tag, mode) for tag, mode, path in tracked if path not in state.deleted}
    everything = present | dict.fromkeys(state.untracked, ("?", ""))
    ignored = tuple(_ignored(git, name) for name in named if not _any_covered(name, (*everything, *state.nested)))
    chosen = {path: facts for path, facts in everything.items() if any(covers(name, path) for name in named)}
    refuse_ignored([name for name in named if _any_covered(name, tuple(chosen))], chosen, rules)
    matches = {path: rules.why(path) for path in sorted(chosen)}
    own = {path: _reason(path, *facts) for path, facts in chosen.items()}
    # What is wrong with one file is told as such, unless it lies in a folder that is ignored as a whole.
    hidden = [(path, why) for path, why in matches.items() if why and (why.folder or own[path] is None)]
    outside = {path for path, _ in hidden}
    reasons = {path: why for path, why in own.items() if path not in outside}
    nested = [path.rstrip("/") for path in state.nested if any(covers(name, path) for name in named)]
    return Listing(
        {path: chosen[path][1] for path in sorted(reasons) if reasons[path] is None},
        (
            *ignored,
            *(left for path in sorted(reasons) if (left := reasons[path]) is not None),
            *(LeftOut(path, "a repository of its own inside the work tree", "nested-repository") for path in nested),
        ),
        left_out_of(hidden, each=0),
        ignored_line(hidden, "file"),
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


def _reason(path: str, tag: str, mode: str) -> LeftOut | None:
    if mode == SUBMODULE_MODE:
        return LeftOut(path, "a submodule: its contents belong to another repository", "submodule")
    if tag == _SPARSE:
        return LeftOut(path, "not checked out here (sparse checkout)", "sparse")
    if is_secret_file(path):
        return LeftOut(path, "its name says that it may hold secrets", "secret")
    return None
