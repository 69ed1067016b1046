"""Staging what auto-scope reviews, so that what is read is what will be committed and hashed."""

import shlex
from dataclasses import dataclass
from pathlib import PurePosixPath

from orchestrator.redaction import is_secret_file
from orchestrator.scope.ignore.rules import NO_RULES, IgnoreRules, Match
from orchestrator.scope.quoting import path_bytes
from orchestrator.scope.status import WorkState
from orchestrator.seams import Git
from orchestrator.values.change import LeftOut

_SECRET = "its name says that it may hold secrets, so it is not staged"  # noqa: S105 - a sentence
_NESTED = "a repository of its own inside the work tree; it is not staged"


@dataclass(frozen=True, slots=True)
class Plan:
    """Paths to stage (`removed` of them are gone from the work tree) and those that are left as they are.

    `ignored` are untracked files that a rule covers: nobody would look at what is staged there.
    """

    paths: tuple[str, ...]
    removed: frozenset[str]
    left_out: tuple[LeftOut, ...]
    ignored: tuple[tuple[str, Match], ...] = ()


@dataclass(frozen=True, slots=True)
class Staged:
    """The index as a tree, and the command that brings the earlier index back (empty when it was not touched)."""

    tree: str
    restore: str


def plan_staging(state: WorkState, own: frozenset[str], rules: IgnoreRules = NO_RULES) -> Plan:
    """Everything not yet staged, less nested repositories, files that may hold secrets and the tool's own files.

    Untracked files that `rules` ignore are left alone; tracked ones are part of what will be committed.

    The removal of a secret file is staged: it takes a secret away and adds none.
    """
    ignored = {path: why for path in state.untracked if path not in own and (why := _ignored(path, rules))}
    listed = dict.fromkeys((*state.unstaged, *state.untracked))
    wanted = [path for path in listed if path not in own and path not in ignored]
    secret = [path for path in wanted if is_secret_file(path) and path not in state.deleted]
    kept = tuple(path for path in wanted if path not in secret)
    left_out = (
        *(LeftOut(path, _SECRET, "secret") for path in secret),
        *(LeftOut(path.rstrip("/"), _NESTED, "nested-repository") for path in state.nested),
    )
    return Plan(kept, state.deleted.intersection(kept), left_out, tuple(ignored.items()))


def _ignored(path: str, rules: IgnoreRules) -> Match | None:
    """What ignores `path`. A secret lying about is told as such, unless a whole folder is ignored."""
    why = rules.why(path)
    return None if why is None or (is_secret_file(path) and not why.folder) else why


def stage(git: Git, state: WorkState, plan: Plan) -> Staged:
    """Stages `plan` in one step that succeeds or leaves the index alone.

    `update-index` takes exact paths where `add` takes patterns: there a file replaced by a folder would take along
    everything in that folder, secrets included.
    """
    before = tree_of_index(git)
    if not plan.paths:
        return Staged(before, "")
    exact = b"".join(path_bytes(path) + b"\0" for path in _addressable(plan))
    git.run("update-index", "-z", "--add", "--remove", "--replace", "--stdin", stdin=exact)
    return Staged(tree_of_index(git), _restore(before, state.intended))


def tree_of_index(git: Git) -> str:
    """Id of the index written as a tree."""
    return git.run("write-tree").decode("ascii").strip()


def _addressable(plan: Plan) -> tuple[str, ...]:
    """Without removed files whose folder is now a file or a link: git cannot look behind it, and replaces them all."""
    present = set(plan.paths) - plan.removed
    return tuple(
        path
        for path in plan.paths
        if path in present or not any(str(folder) in present for folder in PurePosixPath(path).parents)
    )


def _restore(tree: str, intended: tuple[str, ...]) -> str:
    command = f"git read-tree {tree}"
    return f"{command} && git add --intent-to-add -- {shlex.join(intended)}" if intended else command
