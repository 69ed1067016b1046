"""Resolving scopes of a test repository through the real doors."""

from pathlib import Path

from orchestrator.scope.ignore.builtin import BUILT_IN, SOURCE
from orchestrator.scope.ignore.rules import NO_RULES, IgnoreLayer, IgnoreRules
from orchestrator.scope.request import Resolved, ScopeRequest
from orchestrator.scope.resolve import resolve
from orchestrator.system.git import GitDoor
from orchestrator.system.worktree import WorkTree
from orchestrator.values.change import ScopeKind, Status
from tests.support.repo import Repo, git_environment


def door(repo: Repo, cwd: Path | None = None) -> GitDoor:
    """The git door on `repo`, started in `cwd`, without the configuration of whoever runs the tests."""
    return GitDoor(cwd or repo.top, environ=git_environment(repo.home))


def ignoring(*patterns: str, source: str = "command line") -> IgnoreRules:
    """The built-in list at the base, and `patterns` of somebody who runs a review."""
    return IgnoreRules([IgnoreLayer(SOURCE, BUILT_IN, by_base=True), IgnoreLayer(source, patterns, rank=1)])


def scope(
    repo: Repo,
    kind: ScopeKind,
    *paths: str,
    since: str = "",
    cwd: Path | None = None,
    rules: IgnoreRules = NO_RULES,
) -> Resolved:
    """Resolves one scope of `repo`."""
    place = cwd or repo.top
    git = door(repo, place)
    request = ScopeRequest(kind=kind, cwd=place, since=since, paths=paths, rules=rules)
    return resolve(request, git, work_tree=lambda listed: WorkTree(git.top, listed))


def statuses(resolved: Resolved) -> dict[str, Status | None]:
    """Path to status of everything in scope."""
    return {file.path: file.status for file in resolved.change.files}


def left_out(resolved: Resolved) -> dict[str, str]:
    """Path to kind of everything that was left out."""
    return {left.path: left.kind for left in resolved.change.left_out}
