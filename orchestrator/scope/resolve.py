"""Turning a scope into a change: which files, against what, and the trees to read them from."""

from collections.abc import Iterable
from dataclasses import replace

from orchestrator.errors import UsageError
from orchestrator.scope.base import merge_base
from orchestrator.scope.ignore.rules import IgnoreRules
from orchestrator.scope.own import own_files
from orchestrator.scope.paths import inside
from orchestrator.scope.refs import checked_ref
from orchestrator.scope.request import Resolved, ScopeRequest, WorkTreeFactory, counted
from orchestrator.scope.sides import Sides, resolve_sides
from orchestrator.scope.staging import Plan, plan_staging, stage, tree_of_index
from orchestrator.scope.status import WorkState, read_status, refuse_unmerged
from orchestrator.scope.subject import Subject, subject_from_default_base, subject_of
from orchestrator.scope.whole import resolve_whole_files
from orchestrator.scope.work_tree import resolve_work_tree
from orchestrator.seams import Git
from orchestrator.values.change import ScopeKind
from orchestrator.values.text import printable_path

__all__ = ["Resolved", "ScopeRequest", "WorkTreeFactory", "resolve"]

_NARROWED = Subject(reason="--path narrows the review to a part of the change")


def resolve(request: ScopeRequest, git: Git, *, work_tree: WorkTreeFactory) -> Resolved:
    """Resolves `request`. AUTO stages what is not staged, and WORKTREE does so in an index that must be its own; no other scope changes
    anything.

    A clean tree gives AUTO a change without files. Raises UsageError for what the request gets wrong and
    RepositoryError for what git cannot do.
    """
    _check(request)
    named = inside(request.paths, request.cwd, git.top)
    state = read_status(git)
    if not request.kind.has_diff:
        return resolve_whole_files(request, git, state, named=named or ("",), work_tree=work_tree)
    if request.kind is ScopeKind.AUTO:
        return _auto(git, state, work_tree, request.rules)
    narrowing = () if "" in named else named
    if request.kind is ScopeKind.WORKTREE:
        return resolve_work_tree(request, git, state, narrowing, work_tree)
    if request.kind is ScopeKind.STAGED:
        return _staged(git, state, narrowing, request.rules)
    return _since(git, state, narrowing, request)


def _check(request: ScopeRequest) -> None:
    kind, paths = request.kind, request.paths
    if kind is ScopeKind.PATH and not paths:
        raise UsageError("no path was given", hint="use --path . for the current folder")
    if paths and kind in {ScopeKind.AUTO, ScopeKind.ALL}:
        raise UsageError(f"paths do not combine with the scope {kind.value!r}")
    if request.since and kind not in {ScopeKind.SINCE, ScopeKind.WORKTREE}:
        raise UsageError(f"a ref does not combine with the scope {kind.value!r}")


def _auto(git: Git, state: WorkState, work_tree: WorkTreeFactory, rules: IgnoreRules) -> Resolved:
    refuse_unmerged(state)
    candidates = (*state.unstaged, *state.untracked)
    plan = plan_staging(state, own_files(candidates, work_tree(candidates)), rules)
    staged = stage(git, state, plan)
    subject = subject_from_default_base(git, state.head, staged.tree)
    sides = Sides(kind=ScopeKind.AUTO, base_ref="HEAD", base=state.head, tree=staged.tree, subject=subject)
    resolved = resolve_sides(git, state, sides, rules=rules, untracked=plan.ignored)
    change = replace(resolved.change, left_out=(*resolved.change.left_out, *plan.left_out))
    notices = (*_staging_notices(plan), *resolved.notices)
    return replace(resolved, change=change, notices=notices, restore=staged.restore)


def _staged(git: Git, state: WorkState, named: tuple[str, ...], rules: IgnoreRules) -> Resolved:
    refuse_unmerged(state)
    tree = tree_of_index(git)
    subject = _NARROWED if named else subject_from_default_base(git, state.head, tree)
    sides = Sides(kind=ScopeKind.STAGED, base_ref="HEAD", base=state.head, tree=tree, subject=subject)
    resolved = resolve_sides(git, state, sides, named, rules=rules)
    return replace(resolved, notices=(*_outside((*state.unstaged, *state.untracked), "unstaged"), *resolved.notices))


def _since(git: Git, state: WorkState, named: tuple[str, ...], request: ScopeRequest) -> Resolved:
    since = request.since
    if not state.head:
        raise UsageError("there is no commit yet that could be compared", hint="stage files and use --staged")
    checked_ref(git, since)
    base = merge_base(git, since, state.head)
    tree = git.run("rev-parse", "--verify", f"{state.head}^{{tree}}").decode("ascii").strip()
    subject = _NARROWED if named else subject_of(git, base, tree)
    sides = Sides(kind=ScopeKind.SINCE, base_ref=since, base=base.commit, tree=tree, subject=subject)
    resolved = resolve_sides(git, state, sides, named, rules=request.rules)
    return replace(resolved, notices=(*_outside(state.changed, "uncommitted"), *resolved.notices))


def _outside(paths: Iterable[str], what: str) -> tuple[str, ...]:
    """The line that says how much of the work tree is not looked at; the tool's own files go without saying."""
    listed = set(paths)
    count = len(listed - own_files(listed))
    verb = "is" if count == 1 else "are"
    return (f"{counted(count, f'{what} file')} {verb} not part of this review",) if count else ()


def _staging_notices(plan: Plan) -> tuple[str, ...]:
    verb = "was" if len(plan.paths) == 1 else "were"
    staged = f"{counted(len(plan.paths), 'file')} {verb} staged, so that what is reviewed is what will be committed"
    left = "; ".join(f"{printable_path(left.path)}: {left.reason}" for left in plan.left_out[:5])
    more = f"; and {len(plan.left_out) - 5} more" if len(plan.left_out) > 5 else ""
    return ((staged,) if plan.paths else ()) + ((f"left out of the review: {left}{more}",) if left else ())
