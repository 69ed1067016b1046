"""Bringing back what a record speaks of: files and entries of the index that still are as they were left by the run."""

from collections.abc import Collection
from shlex import quote
from typing import NamedTuple

from orchestrator.errors import StateError
from orchestrator.seams import Git
from orchestrator.system.source_file import UnfitFileError, read_source, remove_folders, remove_remains, swap_source
from orchestrator.values.text import printable_path
from orchestrator.wiring.fixing.index import Entry, list_entries, put_entries
from orchestrator.wiring.fixing.journal import FileNote, Journal, Record, digest


class Left(NamedTuple):
    """A path that is left as it is, and why."""

    path: str
    reason: str

    @property
    def line(self) -> str:
        """For people."""
        return f"{printable_path(self.path)}: {self.reason}"


def take_back(git: Git, journal: Journal, record: Record, only: Collection[str] | None = None) -> tuple[Left, ...]:
    """Brings files and entries back to what they were, all of `record` or those in `only`; returns what could not be.

    What somebody else has changed since is left alone, and where its earlier content is kept is said. Raises
    RepositoryError when git fails, after every file was brought back.
    """
    left = [_file(git, journal, record.token, path, note) for path, note in record.files.items() if _in(path, only)]
    return (*filter(None, left), *_entries(git, record, only))


def digest_of(data: bytes | None) -> str | None:
    """sha256 of a content, None where there is no file."""
    return None if data is None else digest(data)


def _in(path: str, only: Collection[str] | None) -> bool:
    return only is None or path in only


def _file(git: Git, journal: Journal, token: str, path: str, note: FileNote) -> Left | None:
    remove_remains(git.top, path, token)
    try:
        now = read_source(git.top, path)
        if digest_of(now) not in (note.before, *note.written):
            return Left(path, f"it was changed meanwhile and is left as it is{_kept(journal, note)}")
        before = None if note.before is None else journal.content(note.before)
        swap_source(git.top, path, now, before, token=token)
    except (UnfitFileError, StateError) as error:
        return Left(path, f"it could not be brought back: {error}{_kept(journal, note)}")
    if before is None:
        remove_folders(git.top, note.folders)
    return None


def _kept(journal: Journal, note: FileNote) -> str:
    if note.before is None:
        return "; there was no such file before"
    return f"; its former content is kept in {journal.kept(note.before)}"


def _entries(git: Git, record: Record, only: Collection[str] | None) -> tuple[Left, ...]:
    notes = {path: note for path, note in record.entries.items() if _in(path, only)}
    if not notes:
        return ()
    now = list_entries(git, notes).entries
    back: dict[str, Entry | None] = {}
    left: list[Left] = []
    for path, note in notes.items():
        found = now.get(path)
        if found == note.before:
            continue
        if found is not None and found.oid in note.staged:
            back[path] = note.before
        else:
            how = f"it was staged anew meanwhile, and the index is left as it is there; {_by_hand(path, note.before)}"
            left.append(Left(path, how))
    put_entries(git, back)
    return tuple(left)


def _by_hand(path: str, before: Entry | None) -> str:
    name = quote(printable_path(path))
    if before is None:
        return f"`git rm --cached -- {name}` takes it out"
    return f"`git update-index --add --cacheinfo {before.mode} {before.oid} {name}` stages again what it held before"
