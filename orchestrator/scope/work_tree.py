"""The work tree as it is against a commit: for reviewers that must leave the index alone."""

from dataclasses import replace

from orchestrator.scope.own import own_files
from orchestrator.scope.paths import covers
from orchestrator.scope.refs import checked_ref
from orchestrator.scope.request import Resolved, ScopeRequest, WorkTreeFactory
from orchestrator.scope.sides import Sides, resolve_sides
from orchestrator.scope.staging import plan_staging, stage
from orchestrator.scope.status import WorkState, refuse_unmerged
from orchestrator.scope.subject import Subject
from orchestrator.seams import Git
from orchestrator.values.change import ScopeKind

_NO_SUBJECT = Subject(reason="the work tree is reviewed, not what will be committed")
HEAD = "HEAD"


def resolve_work_tree(
    request: ScopeRequest, git: Git, state: WorkState, named: tuple[str, ...], work_tree: WorkTreeFactory
) -> Resolved:
    """Everything that differs from the commit `request.since`, untracked files included.

    `git` must have an index of its own, which is what the work tree is gathered in. Raises UsageError for an unknown
    commit; on an unborn branch HEAD is the empty tree.
    """
    refuse_unmerged(state)
    ref = request.since or HEAD
    base = "" if ref == HEAD and not state.head else checked_ref(git, ref)
    candidates = (*state.unstaged, *state.untracked)
    plan = plan_staging(state, own_files(candidates, work_tree(candidates)), request.rules)
    tree = stage(git, state, plan).tree
    beside = tuple(one.path for one in plan.left_out)
    sides = Sides(kind=ScopeKind.WORKTREE, base_ref=ref, base=base, tree=tree, subject=_NO_SUBJECT, beside=beside)
    resolved = resolve_sides(git, state, sides, named, rules=request.rules, untracked=plan.ignored)
    left_out = tuple(
        replace(one, reason=one.reason.replace("so it is not staged", "so it is not read"))
        for one in plan.left_out
        if not named or any(covers(name, one.path) for name in named)
    )
    return replace(resolved, change=replace(resolved.change, left_out=(*resolved.change.left_out, *left_out)))
