"""Searching a tree: with ripgrep where it is there and the tree is the work tree, otherwise with `git grep`.

Both are given patterns that they read alike, look at the same files byte by byte and take linear time. Their answer is
only where a match lies. What is shown comes from the tree under review, so that nothing reaches a reviewer that is not
part of it.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from orchestrator.dispatch.reading.git_grep import GitGrep
from orchestrator.dispatch.reading.query import Hit, Query
from orchestrator.dispatch.reading.ripgrep import Ripgrep, RipgrepError
from orchestrator.seams import Git

T = TypeVar("T")


def _nothing(_paths: Iterable[str]) -> None:
    """Files are read one by one."""


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds lines in the tree `name` of `git`; without a name in the work tree, for which `ripgrep` is asked first.

    `prefetch` is told which files are going to be read, for trees that read many at once faster than one by one.
    """

    git: Git
    name: str = ""
    ripgrep: Ripgrep | None = None
    prefetch: Callable[[Iterable[str]], None] = _nothing

    async def files(self, query: Query, below: str, paths: Callable[[], Sequence[str]]) -> tuple[str, ...]:
        """Files at or below `below` (a folder with its slash, or empty) with a match, sorted; `paths` lists those that
        count. There may be others too, and some whose only match is behind their last line."""

        async def quick(ripgrep: Ripgrep) -> Iterable[str]:
            return await ripgrep.files(query, paths())

        async def plain(git: GitGrep) -> Iterable[str]:
            return await git.files(query, below)

        return tuple(sorted(await self._ask(quick, plain)))

    async def lines(self, query: Query, files: Sequence[str], most: int) -> tuple[Hit, ...]:
        """Path and line number of matches in `files`, in the order of `files`; of each file `most` are enough."""

        async def quick(ripgrep: Ripgrep) -> Iterable[Hit]:
            return await ripgrep.lines(query, files, most)

        async def plain(git: GitGrep) -> Iterable[Hit]:
            return await git.lines(query, files)

        order = {path: index for index, path in enumerate(files)}
        hits = (hit for hit in await self._ask(quick, plain) if hit[0] in order)
        return tuple(sorted(hits, key=lambda hit: (order[hit[0]], hit[1])))

    async def _ask(self, quick: Callable[[Ripgrep], Awaitable[T]], plain: Callable[[GitGrep], Awaitable[T]]) -> T:
        if self.ripgrep is not None and not self.name:
            # Without it there is the same answer, only later.
            with suppress(RipgrepError):
                return await quick(self.ripgrep)
        return await plain(GitGrep(self.git, self.name))
