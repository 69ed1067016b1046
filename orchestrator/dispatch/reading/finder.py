"""Searching a tree with `git grep`: it knows trees and work trees, and its expressions take linear time.

Its answer is only where a match lies. What is shown comes from the tree under review, so that nothing reaches a
reviewer that is not part of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import anyio
import anyio.to_thread

from orchestrator.dispatch.reading.arguments import BadCallError
from orchestrator.dispatch.reading.pattern import checked, extended
from orchestrator.errors import RepositoryError
from orchestrator.seams import Git

SECONDS = 10.0
_BATCH = 10
_FLAGS = ("grep", "-z", "-a", "--full-name", "--no-color", "--no-recurse-submodules")
_NOTHING = "failed: exit 1"


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for: a text as it stands or, with `regex`, an extended expression."""

    pattern: str
    regex: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The query for git. Raises BadCallError for one that cannot be used."""
        pattern = checked(self.pattern)
        return ("-E", "-e", extended(pattern)) if self.regex else ("-F", "-e", pattern)


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds lines in the tree `name` of `git`; without a name in the work tree, ignored files left out."""

    git: Git
    name: str = ""

    async def files(self, query: Query, below: str) -> tuple[str, ...]:
        """Files at or below `below` (a folder with its slash, or empty) with a match, sorted."""
        place = (below.removesuffix("/"),) if below else ()
        raw = await self._grep(("-l", *query.words), place)
        return tuple(sorted(self._path(one) for one in raw.split(b"\0") if one))

    async def lines(self, query: Query, files: Sequence[str], enough: int) -> tuple[tuple[str, int], ...]:
        """Path and line number of matches in `files`, in their order; stops looking once there are more than `enough`.

        No file may be binary: the answer of git could not be taken apart.
        """
        found: list[tuple[str, int]] = []
        for start in range(0, len(files), _BATCH):
            batch = tuple(files[start : start + _BATCH])
            raw = await self._grep(("-n", *query.words), batch)
            known = {path: index for index, path in enumerate(batch)}
            found += sorted(
                (hit for hit in self._hits(raw) if hit[0] in known), key=lambda one: (known[one[0]], one[1])
            )
            if len(found) > enough:
                break
        return tuple(found)

    async def _grep(self, words: tuple[str, ...], paths: tuple[str, ...]) -> bytes:
        where = (self.name,) if self.name else ("--untracked",)
        ordered = (*_FLAGS, *where, *words) if not self.name else (*_FLAGS, *words, *where)
        call = partial(self.git.run, *ordered, "--", *paths, seconds=SECONDS)
        try:
            return await anyio.to_thread.run_sync(call, abandon_on_cancel=True)
        except RepositoryError as error:
            if error.reason.endswith(_NOTHING):
                return b""
            raise BadCallError(error.reason) from error

    def _hits(self, raw: bytes) -> Iterator[tuple[str, int]]:
        at = 0
        while at < len(raw):
            end = raw.index(b"\0", at)
            number = raw.index(b"\0", end + 1)
            yield self._path(raw[at:end]), int(raw[end + 1 : number])
            line_end = raw.find(b"\n", number)
            at = len(raw) if line_end < 0 else line_end + 1

    def _path(self, raw: bytes) -> str:
        return raw.decode("utf-8", "surrogateescape").removeprefix(f"{self.name}:" if self.name else "")
