"""Single entries of git's index: read, staged, and put back as they were."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from orchestrator.scope.quoting import path_bytes, path_text
from orchestrator.seams import Git

_BATCH = 200
_PLAIN = "H"


class Entry(NamedTuple):
    """What the index holds at one path: mode (six octal digits) and full object id."""

    mode: str
    oid: str


class Listed(NamedTuple):
    """Entries by path, and the paths that git was told not to look at (skip-worktree, assume-unchanged)."""

    entries: Mapping[str, Entry]
    hidden: frozenset[str]


def list_entries(git: Git, paths: Collection[str]) -> Listed:
    """What the index holds at `paths`; a path without an entry is left out."""
    entries: dict[str, Entry] = {}
    hidden: set[str] = set()
    for batch in _batches(paths):
        raw = git.run("ls-files", "-z", "-v", "--stage", "--", *batch)
        for record in filter(None, raw.split(b"\0")):
            facts, _, name = record.partition(b"\t")
            tag, mode, oid, _stage = facts.decode("ascii").split(" ")
            path = path_text(name)
            entries[path] = Entry(mode, oid)
            if tag != _PLAIN:
                hidden.add(path)
    wanted = set(paths)
    return Listed({path: one for path, one in entries.items() if path in wanted}, frozenset(hidden & wanted))


def stage_files(git: Git, paths: Sequence[str]) -> None:
    """Stages exactly `paths` as they lie in the work tree. Raises RepositoryError, then the index is as it was."""
    exact = b"".join(path_bytes(path) + b"\0" for path in paths)
    git.run("update-index", "-z", "--add", "--remove", "--stdin", stdin=exact)


def put_entries(git: Git, entries: Mapping[str, Entry | None]) -> None:
    """Puts `entries` into the index, None takes the path out. Raises RepositoryError."""
    gone = b"".join(path_bytes(path) + b"\0" for path, one in entries.items() if one is None)
    if gone:
        git.run("update-index", "-z", "--force-remove", "--stdin", stdin=gone)
    rows = [f"{one.mode} {one.oid}\t".encode("ascii") + path_bytes(path) for path, one in entries.items() if one]
    if rows:
        git.run("update-index", "-z", "--index-info", stdin=b"\0".join((*rows, b"")))
        # An entry put in by hand knows no file; without this, plumbing takes an unchanged file for a changed one.
        git.ok("update-index", "-q", "--refresh")


def staged_id(git: Git, path: str, data: bytes) -> str:
    """The object id that staging `data` at `path` leads to, through the filters of that path."""
    return git.run("hash-object", f"--path={path}", "--stdin", stdin=data).decode("ascii").strip()


def _batches(paths: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(paths)
    while batch := list(islice(rest, _BATCH)):
        yield batch
