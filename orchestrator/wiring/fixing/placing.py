"""Where the fixes end up: staged, in a commit of their own, in the work tree, or taken back."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from orchestrator.values.change import ScopeKind
from orchestrator.values.finding import Finding
from orchestrator.values.text import printable_path
from orchestrator.wiring.convened import Doors
from orchestrator.wiring.fixing.commit import Committed, Committer, commit_message
from orchestrator.wiring.fixing.workspace import Workspace

STAGED, COMMITTED, LEFT = "staged", "committed", "left"
_NOT_COMMITTED = "the fixes are in the work tree and not committed; --commit-fixes commits them, and only then they are part of what --since reviews"
_NOT_MENDED = (
    "the fixes are in the work tree and not committed, because none of them was found to mend what it was made for"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """`where` is empty when there are no fixes, or they had to be taken back; `notices` are lines for people.

    `unstaged` are files that hold a fix that was to be staged and is not, with the reason.
    """

    where: str
    commits: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    unstaged: MappingProxyType[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Placer:
    """Puts the fixes of one review where they belong. `kind` is its scope; `commits` says that fixes of commits are committed."""

    workspace: Workspace
    doors: Doors
    kind: ScopeKind
    commits: bool

    async def place(self, paths: Sequence[str], mended: Sequence[Finding], unmended: Sequence[Finding]) -> Placed:
        """Settles what was done to `paths`. `mended` are the findings that are gone, `unmended` those that stand although
        a fix for them is among the changes. Raises what git raises."""
        if not paths:
            return Placed(where="")
        if self.kind in {ScopeKind.AUTO, ScopeKind.STAGED}:
            return self._staged(paths)
        if self.kind is ScopeKind.SINCE and self.commits and mended:
            return await self._committed(paths, commit_message(mended, unmended))
        self.workspace.settle()
        if self.kind is not ScopeKind.SINCE:
            return Placed(where=LEFT)
        return Placed(where=LEFT, notices=(_NOT_MENDED if self.commits else _NOT_COMMITTED,))

    def _staged(self, paths: Sequence[str]) -> Placed:
        left = self.workspace.stage(paths)
        self.workspace.settle()
        return Placed(
            where=STAGED if len(left) < len(paths) else LEFT,
            notices=tuple(f"{one.line}, so its fix is in the work tree and not staged" for one in left),
            unstaged=MappingProxyType({one.path: one.reason for one in left}),
        )

    async def _committed(self, paths: Sequence[str], message: str) -> Placed:
        committer = Committer(workspace=self.workspace, process=self.doors.process, environ=self.doors.environ)
        done = await committer.commit(paths, message)
        if not done.id:
            return Placed(where="", notices=(_taken_back(done), *(one.line for one in done.left)))
        hooks = f"hooks of the project changed {', '.join(done.by_hooks)} in the commit of the fixes"
        return Placed(where=COMMITTED, commits=(done.id,), notices=(hooks,) if done.by_hooks else ())


def _taken_back(done: Committed) -> str:
    """What became of fixes that could not be committed, in a line."""
    still = tuple(dict.fromkeys(printable_path(one.path) for one in done.left))
    if not still:
        return f"the fixes were taken back: {done.reason}"
    return f"the fixes could not be committed ({done.reason}); what could not be taken back is still in the work tree: {', '.join(still)}"
