"""Stage 1 as a run needs it: the scope resolved, the full-repository fallback asked about, its size checked."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from orchestrator.errors import NothingToReviewError, UsageError
from orchestrator.scope.resolve import Resolved, ScopeRequest, resolve
from orchestrator.seams import Git
from orchestrator.system.worktree import WorkTree
from orchestrator.values.change import Change, ScopeKind

WARN_ABOVE = 200
SLICE_ABOVE = 500

Confirm = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class TargetRequest:
    """A scope, and whether more than 500 files may be reviewed in a single pass."""

    scope: ScopeRequest
    single_pass: bool = False


def find_targets(request: TargetRequest, git: Git, confirm: Confirm) -> Resolved:
    """What to review. With nothing changed, auto-scope turns to the whole repository if `confirm` agrees.

    A change that is ignored as a whole is the only one without files. Raises NothingToReviewError when no file is left
    otherwise, UsageError for a full repository that is too large.
    """
    resolved = _resolve(request.scope, git)
    if resolved.change.kind is ScopeKind.AUTO and not resolved.change.files and not resolved.change.left_out:
        resolved = _fall_back(request.scope, git, confirm)
    if not resolved.change.files and not resolved.change.ignored:
        raise nothing_to_review(resolved)
    if resolved.change.kind is ScopeKind.ALL:
        return _check_size(resolved, single_pass=request.single_pass)
    return resolved


def nothing_to_review(resolved: Resolved, besides: str = "") -> NothingToReviewError:
    """The error for a scope in which no file is left; `besides` is said after the reason."""
    hint = (
        "to review ignored files: --unignore PATTERN, or --unignore '*' for all of them"
        if resolved.ignored
        else "name another base with --since REF, or review everything with --all"
    )
    return NothingToReviewError(f"{nothing_left(resolved)}{besides}", hint=hint)


def _resolve(scope: ScopeRequest, git: Git) -> Resolved:
    return resolve(scope, git, work_tree=lambda paths: WorkTree(git.top, paths))


def _fall_back(scope: ScopeRequest, git: Git, confirm: Confirm) -> Resolved:
    resolved = _resolve(replace(scope, kind=ScopeKind.ALL), git)
    count = len(resolved.change.files)
    if count and not confirm(f"Nothing has changed. Review the whole repository ({count} files)?"):
        raise NothingToReviewError(
            "nothing has changed, and the whole repository was declined", hint="name a base with --since REF"
        )
    return replace(resolved, notices=(*resolved.notices, "nothing has changed, so the whole repository is reviewed"))


def _check_size(resolved: Resolved, *, single_pass: bool) -> Resolved:
    count = len(resolved.change.files)
    if count > SLICE_ABOVE and not single_pass:
        raise UsageError(
            f"{count} files are more than the {SLICE_ABOVE} that one pass over a whole repository takes",
            hint="narrow it with --path DIR, or force a single pass with --no-slice",
        )
    if count <= WARN_ABOVE:
        return resolved
    return replace(
        resolved, notices=(*resolved.notices, f"Reviewing {count} files; consider --path to narrow the scope.")
    )


def nothing_left(resolved: Resolved) -> str:
    """Why no file of the scope is left to review."""
    change = resolved.change
    named = " at or under the named paths" if change.narrowed else ""
    if resolved.ignored:
        return f"nothing to review: every file of the change is left out; {resolved.ignored}"
    if change.left_out:
        first = change.left_out[0]
        more = f" and {len(change.left_out) - 1} more" if len(change.left_out) > 1 else ""
        return f"nothing to review: every file of the change is left out ({first.path}: {first.reason}{more})"
    if change.kind in {ScopeKind.SINCE, ScopeKind.WORKTREE}:
        return f"nothing to review: nothing differs between {compared(change)}{named}"
    if change.kind is ScopeKind.STAGED:
        return f"nothing to review: nothing is staged{named}"
    return "nothing to review: no file is in the scope"


def compared(change: Change) -> str:
    """The two sides of a change, as a person would name them."""
    if change.kind is ScopeKind.WORKTREE:
        return f"the work tree and {change.base_ref}"
    if change.kind is ScopeKind.STAGED:
        return f"the index and {change.base_ref}"
    return f"{change.base_ref} and {change.head_ref or 'HEAD'}"
