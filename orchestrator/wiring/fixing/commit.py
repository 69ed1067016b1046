"""Committing fixes as the user would: with the user's identity, hooks and signature, and nothing but the fixed files.

The commit is made from a copy of the index that holds HEAD and the fixed files. What the user has staged stays staged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from orchestrator.checks.project_model import telling_line
from orchestrator.errors import RepositoryError
from orchestrator.redaction import redact
from orchestrator.report.safe import one_line, shorten
from orchestrator.scope.raw import parse_raw
from orchestrator.seams import Git, Process
from orchestrator.system.source_file import UnfitFileError, read_source
from orchestrator.values.finding import Finding
from orchestrator.values.text import printable_path
from orchestrator.wiring.aside import GitAside, index_aside
from orchestrator.wiring.fixing.index import Entry, list_entries, put_entries, stage_files
from orchestrator.wiring.fixing.taking_back import Left
from orchestrator.wiring.fixing.workspace import MOVED, Workspace

SECONDS = 900.0
_MOST_LISTED = 50
_MOST_SIGNS = 200
_IDENTITY = ("GIT_AUTHOR_", "GIT_COMMITTER_")
_UNDER_WAY = {
    "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase",
    "BISECT_START": "a bisection",
}
_ABSENT = "000000"


@dataclass(frozen=True, slots=True)
class Committed:
    """What became of a commit: its full id, empty when there is none and the fixes were undone for `reason`.

    `by_hooks` are paths that hooks of the project changed on the way, `kept` says where that lies after it was undone;
    `left` could not be undone.
    """

    id: str
    reason: str = ""
    by_hooks: tuple[str, ...] = ()
    kept: tuple[Left, ...] = ()
    left: tuple[Left, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Committer:
    """Commits for one workspace. `environ` is what git and the hooks get; `seconds` bound one commit with its hooks."""

    workspace: Workspace
    process: Process
    environ: Mapping[str, str]
    seconds: float = SECONDS

    async def commit(self, paths: Sequence[str], message: str) -> Committed:
        """Commits `paths` as they lie in the work tree, and settles the workspace; or undoes them.

        Cancelled, the workspace knows whether the commit was made. Raises RepositoryError when git fails otherwise.
        """
        why = self._why_not(paths)
        if why:
            return self._undone(paths, why)
        git = self.workspace.git
        with index_aside(git) as aside:
            aside.run("read-tree", "--reset", self.workspace.head)
            stage_files(aside, paths)
            tree = git.run("rev-parse", "--verify", f"{self.workspace.head}^{{tree}}").strip()
            if aside.run("write-tree").strip() == tree:
                return self._undone(paths, "nothing in it differs from HEAD")
            try:
                why = await self._run(aside, message)
            finally:
                done = self._after(paths)
        return done if done.id else replace(done, reason=why, left=self.workspace.undo(paths))

    async def _run(self, aside: GitAside, message: str) -> str:
        """Why there is no commit, empty when there is one."""
        argv = ("git", "-c", "gc.auto=0", "-c", "maintenance.auto=false", "commit", "--quiet")
        try:
            done = await self.process.run(
                (*argv, "--cleanup=whitespace", "--file=-"),
                cwd=aside.top,
                env=_environment(self.environ, aside.index),
                stdin=message.encode("utf-8", "replace"),
                seconds=self.seconds,
            )
        except TimeoutError:
            return f"git commit with its hooks took longer than {self.seconds:g} s"
        except FileNotFoundError:
            return "git was not found"
        line, _ = redact(telling_line(done.stderr, done.stdout))
        return f"git commit refused (exit {done.code}): {line}" if done.code else ""

    def _after(self, paths: Sequence[str]) -> Committed:
        """Notes what there is now, whatever way the commit ended."""
        workspace = self.workspace
        old, new = workspace.head, _head(workspace.git)
        if new == old or _parent(workspace.git, new) != old:
            made = workspace.adopt(paths)
            kept = (Left(path, f"what a hook made of it was undone, and is kept in {at}") for path, at in made.items())
            return Committed("", by_hooks=tuple(made), kept=tuple(kept))
        listed = workspace.git.run("diff-tree", "-r", "--raw", "-z", "--no-renames", "--no-abbrev", old, new)
        changed = {one.path: one for one in parse_raw(listed)}
        now = list_entries(workspace.git, changed).entries
        follow: dict[str, Entry | None] = {}
        for path, one in changed.items():
            before = None if one.old_mode == _ABSENT else Entry(one.old_mode, one.old_id)
            if now.get(path) == before:
                follow[path] = None if one.new_mode == _ABSENT else Entry(one.new_mode, one.new_id)
        put_entries(workspace.git, follow)
        touched = tuple(path for path in paths if not _holds(workspace, path))
        workspace.settle_commit(new)
        return Committed(new, by_hooks=tuple(dict.fromkeys((*touched, *sorted(set(changed) - set(paths))))))

    def _why_not(self, paths: Sequence[str]) -> str:
        workspace = self.workspace
        if not workspace.head:
            return "there is no commit yet to add to"
        if workspace.moved():
            return MOVED
        changed = [path for path in paths if not _holds(workspace, path)]
        if changed:
            return f"{printable_path(changed[0])} was changed meanwhile"
        under_way = next((name for file, name in _UNDER_WAY.items() if _in_git(workspace.git, file)), "")
        return f"{under_way} is under way" if under_way else ""

    def _undone(self, paths: Sequence[str], why: str) -> Committed:
        return Committed("", why, left=self.workspace.undo(paths))


def commit_message(findings: Sequence[Finding], unmended: Sequence[Finding] = ()) -> str:
    """`Fix 2 review findings`, and in the body where and what each of them is, without secrets.

    `unmended` are named apart: they stand, although a change for them is in the commit.
    """
    count = len(findings)
    others = ("", "Changed for these too, without mending them:", "", *_listed(unmended)) if unmended else ()
    return "\n".join((f"Fix {count} review finding{'' if count == 1 else 's'}", "", *_listed(findings), *others, ""))


def _listed(findings: Sequence[Finding]) -> tuple[str, ...]:
    shown = [f"- {one_line(printable_path(one.file))}:{one.line}: {_told(one.message)}" for one in findings]
    if len(shown) > _MOST_LISTED:
        shown[_MOST_LISTED:] = [f"- and {len(shown) - _MOST_LISTED} more"]
    return tuple(shown)


def _told(message: str) -> str:
    return shorten(one_line(redact(message)[0]), _MOST_SIGNS)


def _environment(environ: Mapping[str, str], index: Path) -> dict[str, str]:
    kept = {name: value for name, value in environ.items() if not name.startswith("GIT_") or name.startswith(_IDENTITY)}
    return {**kept, "GIT_INDEX_FILE": str(index), "GIT_EDITOR": ":", "GIT_TERMINAL_PROMPT": "0"}


def _holds(workspace: Workspace, path: str) -> bool:
    try:
        return read_source(workspace.git.top, path) == workspace.read(path)
    except (UnfitFileError, KeyError):
        return False


def _head(git: Git) -> str:
    return git.run("rev-parse", "--verify", "HEAD").decode("ascii").strip()


def _parent(git: Git, commit: str) -> str:
    try:
        return git.run("rev-parse", "--verify", "--quiet", f"{commit}^1").decode("ascii").strip()
    except RepositoryError:
        return ""


def _in_git(git: Git, name: str) -> bool:
    raw = git.run("rev-parse", "--git-path", name).removesuffix(b"\n").decode("utf-8", "surrogateescape")
    return (git.top / raw).exists()
