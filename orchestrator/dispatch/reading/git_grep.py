"""`git grep`: it knows trees and work trees, and its expressions take linear time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import anyio
import anyio.to_thread

from orchestrator.dispatch.reading.arguments import BadCallError
from orchestrator.dispatch.reading.query import SECONDS, Hit, Query
from orchestrator.errors import RepositoryError
from orchestrator.seams import Git

_FLAGS = ("grep", "-z", "-a", "--full-name", "--no-color", "--no-column", "--no-recurse-submodules")
_NOTHING = "failed: exit 1"
_SLOW = f"took longer than {SECONDS:g} s"


@dataclass(frozen=True, slots=True)
class GitGrep:
    """Looks into the tree `name` of `git`; without a name into the work tree, ignored files left out."""

    git: Git
    name: str

    async def files(self, query: Query, below: str) -> frozenset[str]:
        """Files at or below `below` with a match."""
        place = (below.removesuffix("/"),) if below else ()
        raw = await self._grep(("-l", *query.git), place)
        return frozenset(self._path(one) for one in raw.split(b"\0") if one)

    async def lines(self, query: Query, files: Sequence[str]) -> tuple[Hit, ...]:
        """Matches in `files`, none of which may be binary: the answer could not be taken apart.

        An empty line behind the last line end counts as one more line here.
        """
        return tuple(self._hits(await self._grep(("-n", *query.git), tuple(files)))) if files else ()

    async def _grep(self, words: tuple[str, ...], paths: tuple[str, ...]) -> bytes:
        where = (self.name,) if self.name else ("--untracked",)
        ordered = (*_FLAGS, *where, *words) if not self.name else (*_FLAGS, *words, *where)
        call = partial(self.git.run, *ordered, "--", *paths, seconds=SECONDS)
        try:
            return await anyio.to_thread.run_sync(call, abandon_on_cancel=True)
        except RepositoryError as error:
            if error.reason.endswith(_NOTHING):
                return b""
            slow = error.reason.endswith(_SLOW)
            raise BadCallError(f"the search {_SLOW}" if slow else error.reason) from error

    def _hits(self, raw: bytes) -> Iterator[Hit]:
        at = 0
        while at < len(raw):
            end = raw.index(b"\0", at)
            number = raw.index(b"\0", end + 1)
            yield self._path(raw[at:end]), int(raw[end + 1 : number])
            line_end = raw.find(b"\n", number)
            at = len(raw) if line_end < 0 else line_end + 1

    def _path(self, raw: bytes) -> str:
        return raw.decode("utf-8", "surrogateescape").removeprefix(f"{self.name}:" if self.name else "")
