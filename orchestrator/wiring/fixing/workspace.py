"""The user's work tree while fixes are tried in it: what is not settled in the end is taken back, whatever happens."""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from orchestrator.errors import StateError, UsageError
from orchestrator.redaction import is_secret_file
from orchestrator.scope.status import read_status, refuse_unmerged
from orchestrator.seams import Git
from orchestrator.system.files import locked
from orchestrator.system.source_file import CHANGED, UnfitFileError, missing_folders, read_source, swap_source
from orchestrator.wiring.fixing.index import list_entries, stage_files, staged_id
from orchestrator.wiring.fixing.journal import EntryNote, FileNote, Journal, Record, open_journal
from orchestrator.wiring.fixing.taking_back import Left, digest_of, take_back

MOVED = "HEAD was moved meanwhile"
UNFINISHED = "an earlier run was ended in the middle of fixing"
UNFINISHED_HINT = "take its fixes back with `code-review fixes undo`, or keep them with `code-review fixes keep`"
_UNKNOWN = "it was not read before the fix"
_SECRET = "its name says that it may hold secrets"  # noqa: S105 - a sentence


class Base(StrEnum):
    """What a file must equal before it is touched: what is staged, what is committed, or nothing in particular."""

    INDEX = "index"
    HEAD = "head"
    NONE = "none"


class Workspace:
    """Files that fixes may touch. A file that is no longer as this run left it is never written.

    `left` tells what could not be brought back when everything was to be.
    """

    def __init__(self, git: Git, journal: Journal, base: Base, head: str) -> None:
        self.git = git
        self.journal = journal
        self.base = base
        self.head = head
        self.left: tuple[Left, ...] = ()
        self._now: dict[str, bytes | None] = {}
        self._before: dict[str, bytes | None] = {}
        self._lost: set[str] = set()
        self._record = Record(secrets.token_hex(8))

    def watch(self, paths: Iterable[str]) -> tuple[Left, ...]:
        """Remembers `paths` as they are, a missing one too; returns those that no fix may touch."""
        left: list[Left] = []
        read: dict[str, bytes | None] = {}
        for path in (path for path in dict.fromkeys(paths) if path not in self._now):
            try:
                read[path] = read_source(self.git.top, path)
            except UnfitFileError as error:
                left.append(Left(path, str(error)))
        unfit = _unfit(self.git, self.base, read)
        for path, data in read.items():
            if path not in unfit:
                self._now[path] = self._before[path] = data
        return (*left, *(Left(path, why) for path, why in unfit.items()))

    def read(self, path: str) -> bytes | None:
        """What `path` holds as far as this run knows, None for no file. Raises KeyError for one that is not watched."""
        return self._now[path]

    def apply(self, texts: Mapping[str, bytes]) -> tuple[Left, ...]:
        """Writes the whole new contents of one fix. All are written, or none and it is returned why."""
        wrong = tuple(Left(path, why) for path in texts if (why := self._why_not(path)))
        fresh = {path: data for path, data in texts.items() if data != self._now.get(path)}
        if wrong or not fresh:
            return wrong
        self._note_files(fresh)
        earlier = {path: self._now[path] for path in fresh}
        for path, data in fresh.items():
            try:
                self._swap(path, data)
            except UnfitFileError as error:
                return (Left(path, str(error)), *self._put_back(earlier))
        return ()

    def undo(self, paths: Sequence[str]) -> tuple[Left, ...]:
        """Brings `paths` back to what was last settled, in the index too; returns those that somebody else changed.

        No fix touches those any more.
        """
        left = take_back(self.git, self.journal, self._record, paths)
        lost = {one.path for one in left}
        self._lost |= lost
        for path in paths:
            if path in lost:
                self._now.pop(path, None)
            elif path in self._before:
                self._now[path] = self._before[path]
        return left

    def stage(self, paths: Sequence[str]) -> tuple[Left, ...]:
        """Stages exactly `paths`; returns those that are not staged, because they or HEAD were changed meanwhile."""
        if self.base is not Base.INDEX:
            raise ValueError(f"nothing is staged for a review of {self.base}")
        moved = self.moved()
        wrong = {path: why for path in paths if (why := MOVED if moved else self._why_not(path))}
        wanted = [path for path in paths if path not in wrong]
        if wanted:
            self._note_entries(wanted)
            stage_files(self.git, wanted)
        return tuple(Left(path, why) for path, why in wrong.items())

    def moved(self) -> bool:
        """True when HEAD is no longer the commit that this run started from or made last."""
        return read_status(self.git).head != self.head

    def settle(self) -> None:
        """What was done so far is to stay, whatever happens later."""
        self.journal.drop(self._record, lost=self._lost)
        self._record = Record(self._record.token)
        self._before = dict(self._now)

    def settle_commit(self, head: str) -> None:
        """As `settle`, after `head` was committed. Files are known as they are now: hooks may have written them."""
        self.head = head
        for path in self._now:
            try:
                self._now[path] = read_source(self.git.top, path)
            except UnfitFileError:
                # It stays known as it was, so that every later fix of it is refused as changed meanwhile.
                continue
        self.settle()

    def adopt(self, paths: Iterable[str]) -> Mapping[str, Path]:
        """Takes what a program of the project made of `paths` for this run's own, so that it can be undone.

        Returns those it changed, and where what it made of them is kept: the user may have been at work as well.
        """
        changed: dict[str, bytes] = {}
        for path in paths:
            try:
                data = read_source(self.git.top, path)
            except UnfitFileError:
                continue
            if data is not None and data != self._now.get(path):
                changed[path] = data
        if changed:
            self._note_files(changed)
        self._now.update(changed)
        return {path: self.journal.kept(self.journal.keep(data)) for path, data in changed.items()}

    def restore(self) -> None:
        """Brings back everything that is not settled. Raises RepositoryError when git fails; the journal stays then."""
        self.left = take_back(self.git, self.journal, self._record)
        lost = {one.path for one in self.left}
        self.journal.drop(self._record, lost=lost | self._lost)
        self._record = Record(self._record.token)
        self._now = {path: data for path, data in self._before.items() if path not in lost}

    def _why_not(self, path: str) -> str:
        if path not in self._now:
            return CHANGED if path in self._before else _UNKNOWN
        try:
            return "" if read_source(self.git.top, path) == self._now[path] else CHANGED
        except UnfitFileError as error:
            return str(error)

    def _put_back(self, earlier: Mapping[str, bytes | None]) -> tuple[Left, ...]:
        left = []
        for path, data in earlier.items():
            try:
                if self._now[path] != data:
                    self._swap(path, data)
            except UnfitFileError as error:
                del self._now[path]
                left.append(Left(path, str(error)))
        return tuple(left)

    def _swap(self, path: str, data: bytes | None) -> None:
        swap_source(self.git.top, path, self._now[path], data, token=self._record.token)
        self._now[path] = data

    def _note_files(self, texts: Mapping[str, bytes]) -> None:
        files, entries = dict(self._record.files), self._entries(texts)
        for path, data in texts.items():
            before = self._before[path]
            if path not in files:
                kept = None if before is None else self.journal.keep(before)
                files[path] = FileNote(kept, (), missing_folders(self.git.top, path))
            note = files[path]
            written = dict.fromkeys((*note.written, digest_of(data)))
            files[path] = replace(note, written=tuple(written))
        self._save(replace(self._record, files=files, entries=entries))

    def _note_entries(self, paths: Sequence[str]) -> None:
        texts = {path: self._now[path] or b"" for path in paths}
        self._save(replace(self._record, entries=self._entries(texts)))

    def _entries(self, texts: Mapping[str, bytes]) -> dict[str, EntryNote]:
        """What the index holds, with the ids that `texts` have when somebody stages them: by whom, nobody can tell."""
        entries = dict(self._record.entries)
        now = list_entries(self.git, [path for path in texts if path not in entries]).entries
        for path, data in texts.items():
            note = entries.get(path) or EntryNote(now.get(path))
            staged = dict.fromkeys((*note.staged, staged_id(self.git, path, data)))
            entries[path] = replace(note, staged=tuple(staged))
        return entries

    def _save(self, record: Record) -> None:
        self.journal.save(record)
        self._record = record


@contextmanager
def open_workspace(git: Git, base: Base) -> Iterator[Workspace]:
    """A workspace over the calling work tree, for one run at a time.

    On leaving, by whatever way, everything that was not settled is brought back. Raises UsageError while another run
    fixes here, after one that was killed, and in a merge with conflicts.
    """
    journal = open_journal(git)
    with ExitStack() as opened:
        lock_work_tree(journal, opened)
        if journal.exists():
            raise UsageError(UNFINISHED, hint=UNFINISHED_HINT)
        state = read_status(git)
        refuse_unmerged(state)
        workspace = Workspace(git, journal, base, state.head)
        try:
            yield workspace
        finally:
            workspace.restore()


def check_workspace(git: Git) -> None:
    """Raises what `open_workspace` would raise, before anybody was asked for anything."""
    with open_workspace(git, Base.NONE):
        pass


def refuse_unfinished(git: Git) -> None:
    """Raises UsageError while fixes of another run, at work or killed, are in the work tree and not settled."""
    journal = open_journal(git)
    if not journal.exists():
        return
    with ExitStack() as opened:
        lock_work_tree(journal, opened)
        if journal.exists():
            raise UsageError(UNFINISHED, hint=UNFINISHED_HINT)


def lock_work_tree(journal: Journal, opened: ExitStack) -> None:
    """Keeps other runs from fixing here until `opened` is closed. Raises UsageError when one does."""
    manager = locked(journal.lock, 0)
    try:
        manager.__enter__()
    except StateError as error:
        if "is locked" not in error.reason:
            raise
        raise UsageError("another run is fixing files in this work tree", hint="try again when it has ended") from error
    # An error from inside the block says nothing about the file of the lock.
    opened.callback(manager.__exit__, None, None, None)


def _unfit(git: Git, base: Base, read: Mapping[str, bytes | None]) -> dict[str, str]:
    """Those of the files that no fix may touch, with the reason."""
    listed = list_entries(git, read)
    differing: frozenset[str] = frozenset()
    if base is not Base.NONE:
        state = read_status(git)
        differing = state.changed if base is Base.HEAD else frozenset((*state.unstaged, *state.untracked))
    found = {}
    for path, data in read.items():
        if is_secret_file(path):
            found[path] = _SECRET
        elif path in listed.hidden:
            found[path] = "git is told not to look at it (skip-worktree or assume-unchanged)"
        elif path in differing:
            found[path] = "it differs from HEAD" if base is Base.HEAD else "it differs from what is staged"
        elif base is not Base.NONE and data is not None and path not in listed.entries:
            found[path] = "git does not track it"
    return found
