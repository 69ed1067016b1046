"""The change with its fixes: the same two sides as before, the newer one with the fixed files in it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from orchestrator.scope.base import merge_base
from orchestrator.scope.paths import inside
from orchestrator.scope.request import Resolved, ScopeRequest
from orchestrator.scope.resolve import resolve
from orchestrator.scope.sides import Sides, resolve_sides
from orchestrator.scope.staging import tree_of_index
from orchestrator.scope.status import WorkState, read_status
from orchestrator.scope.subject import Subject, subject_from_default_base, subject_of
from orchestrator.seams import Git
from orchestrator.system.worktree import WorkTree
from orchestrator.values.change import Change, ScopeKind
from orchestrator.wiring.aside import index_aside
from orchestrator.wiring.fixing.index import stage_files

UNCOMMITTED = "the fixes are not committed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviser:
    """Looks at one change again after fixes. `first` is what was reviewed, `scope` what was asked for.

    `commits` says that the fixes of a review of commits will be committed, so that they have a subject.
    """

    git: Git
    scope: ScopeRequest
    first: Resolved
    commits: bool

    def revised(self, paths: Sequence[str]) -> Resolved:
        """The change with `paths` as they lie in the work tree now. Nothing but git's object store is written."""
        change = self.first.change
        if not change.kind.has_diff:
            scope = replace(self.scope, kind=change.kind, rules=self.first.rules)
            again = resolve(scope, self.git, work_tree=lambda listed: WorkTree(self.git.top, listed))
            return replace(again, notices=self.first.notices)
        state = read_status(self.git)
        with index_aside(self.git) as aside:
            if change.kind is ScopeKind.SINCE:
                aside.run("read-tree", "--reset", state.head)
            stage_files(aside, paths)
            tree = tree_of_index(aside)
        sides = Sides(
            kind=change.kind,
            base_ref=change.base_ref,
            base=change.base_sha,
            tree=tree,
            subject=self._subject(change, state, tree),
        )
        named = inside(self.scope.paths, self.scope.cwd, self.git.top)
        again = resolve_sides(self.git, state, sides, () if "" in named else named, rules=self.first.rules)
        return replace(again, notices=self.first.notices)

    def _subject(self, change: Change, state: WorkState, tree: str) -> Subject:
        if not change.subject:
            return Subject(reason=change.no_subject)
        if change.kind is not ScopeKind.SINCE:
            return subject_from_default_base(self.git, state.head, tree)
        if not self.commits:
            return Subject(reason=UNCOMMITTED)
        return subject_of(self.git, merge_base(self.git, self.scope.since, state.head), tree)
