"""A tree in git's object store, read with two processes however many files are wanted."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from orchestrator.errors import RepositoryError
from orchestrator.scope.quoting import path_text
from orchestrator.seams import Git
from orchestrator.values.status import SUBMODULE_MODE


class TreeEntry(NamedTuple):
    """Mode and object id of one path."""

    mode: str
    id: str


class GitTree:
    """The tree (or commit) `name` as a seams.SourceTree; what was read once is kept.

    Bytes are as stored: no line ending conversion, no filters. A submodule has a path and no content. The paths in
    `together` are likely to be wanted all, so the first read of any of them reads them all.
    """

    def __init__(self, git: Git, name: str, *, together: Iterable[str] = ()) -> None:
        self._git = git
        self._name = name
        self._together = frozenset(together)
        self._read: dict[str, bytes] = {}

    @property
    def name(self) -> str:
        """What git calls it."""
        return self._name

    @cached_property
    def entries(self) -> Mapping[str, TreeEntry]:
        """Every path with its mode and id, sorted by path."""
        listed = self._git.run("ls-tree", "-r", "-z", "--full-tree", self._name)
        pairs = (_entry(record) for record in listed.split(b"\0") if record)
        return MappingProxyType(dict(sorted(pairs, key=lambda pair: pair[0])))

    def apart(self) -> "GitTree":
        """The same tree with nothing kept of what was read: for reading very much once."""
        other = GitTree(self._git, self._name)
        other.__dict__["entries"] = self.entries
        return other

    def paths(self) -> tuple[str, ...]:
        """Every path of the tree, sorted."""
        return tuple(self.entries)

    def mode(self, path: str) -> str:
        """The mode of `path` as git writes it, empty when there is none."""
        entry = self.entries.get(path)
        return entry.mode if entry else ""

    def read(self, path: str) -> bytes | None:
        """Content of `path` (of a link, its target), None when there is none. Starts git unless it was prefetched."""
        entry = self.entries.get(path)
        if entry is None or entry.mode == SUBMODULE_MODE:
            return None
        if entry.id not in self._read:
            self.prefetch(self._together if path in self._together else (path,))
        return self._read[entry.id]

    def prefetch(self, paths: Iterable[str]) -> None:
        """Reads all of `paths` that the tree holds in one start of git."""
        found = (self.entries.get(path) for path in paths)
        wanted = {entry.id for entry in found if entry is not None and entry.mode != SUBMODULE_MODE}
        missing = sorted(wanted - self._read.keys())
        if missing:
            request = "".join(f"{name}\n" for name in missing).encode("ascii")
            self._read.update(_blobs(self._git.run("cat-file", "--batch", stdin=request), missing))


def _entry(record: bytes) -> tuple[str, TreeEntry]:
    head, _, path = record.partition(b"\t")
    mode, _, name = head.decode("ascii").split(" ")
    return path_text(path), TreeEntry(mode, name)


def _blobs(data: bytes, names: list[str]) -> dict[str, bytes]:
    blobs: dict[str, bytes] = {}
    at = 0
    for name in names:
        end = data.index(b"\n", at)
        head = data[at:end].decode("ascii", "replace").split(" ")
        if len(head) != 3:
            raise RepositoryError(f"object {name} cannot be read: {' '.join(head[1:]) or 'no answer'}")
        size = int(head[2])
        blobs[name] = data[end + 1 : end + 1 + size]
        at = end + size + 2
    return blobs
