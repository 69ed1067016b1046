"""Stage 1 of a run with a mode: where the change comes from, without staging and without turning to the whole repository."""

from dataclasses import dataclass, replace

from orchestrator.errors import NothingToReviewError, UsageError
from orchestrator.scope.paths import inside
from orchestrator.scope.recorded import Around, resolve_patch
from orchestrator.scope.request import Resolved, ScopeRequest
from orchestrator.scope.resolve import resolve
from orchestrator.scope.status import read_status
from orchestrator.seams import Git, SourceTree
from orchestrator.system.worktree import WorkTree
from orchestrator.values.change import ScopeKind
from orchestrator.wiring.ignore import ignore_rules
from orchestrator.wiring.session import Session
from orchestrator.wiring.targets import compared, nothing_left

AUTO, GIT, PATCH = "auto", "git", "patch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Where to look: `scope` is asked of git, `patch` holds the recorded change, None when there is none."""

    scope: ScopeRequest
    patch: bytes | None = None


def collect(sources: Sources, session: Session, git: Git) -> Resolved:
    """The change under review. `git` has an index of its own.

    `source` decides: git, the patch, or git first and the patch where nothing has changed. Raises NothingToReviewError
    when no file is left, UsageError for a source that is not there.
    """
    source = session.settings.text("source")
    if source == PATCH or (source == AUTO and sources.patch is not None):
        return _checked(_first(source, sources, session, git))
    if sources.patch is not None:
        raise UsageError("the source is git, so the patch would not be read", hint="leave out --patch or the source")
    return _checked(_of_git(sources.scope, session, git))


def _first(source: str, sources: Sources, session: Session, git: Git) -> Resolved:
    if sources.patch is None:
        raise UsageError("the source is a patch, and none was given", hint="give --patch FILE, or - to read it")
    if source == AUTO:
        resolved = _of_git(sources.scope, session, git)
        if resolved.change.files:
            said = f"the patch was not read, because files differ between {compared(resolved.change)}"
            return replace(resolved, notices=(said, *resolved.notices))
    return _of_patch(sources, sources.patch, session, git)


def _of_git(scope: ScopeRequest, session: Session, git: Git) -> Resolved:
    rules = ignore_rules(session)
    if scope.kind is ScopeKind.WORKTREE and not scope.since:
        scope = replace(scope, since=session.settings.text("git_rev"))
    return resolve(replace(scope, rules=rules), git, work_tree=lambda paths: WorkTree(git.top, paths))


def _of_patch(sources: Sources, patch: bytes, session: Session, git: Git) -> Resolved:
    """A recorded change; the rules of the repository's own ignore files are those of git and do not apply to it."""
    state = read_status(git)
    return resolve_patch(
        patch,
        Around(tree=_work_tree(git), head_ref=state.branch, head_sha=state.head),
        named=inside(sources.scope.paths, sources.scope.cwd, git.top),
        rules=ignore_rules(session, repository=False),
    )


def _work_tree(git: Git) -> SourceTree:
    listed = git.run("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
    return WorkTree(git.top, tuple(raw.decode("utf-8", "surrogateescape") for raw in listed.split(b"\0") if raw))


def _checked(resolved: Resolved) -> Resolved:
    if not resolved.change.files:
        back = ", or put paths back with --unignore PATTERN" if resolved.ignored else ""
        raise NothingToReviewError(nothing_left(resolved), hint=f"name another base with --since REF{back}")
    return resolved
