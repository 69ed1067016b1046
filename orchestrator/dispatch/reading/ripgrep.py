"""ripgrep, started so that nothing but its arguments decides what it finds: no settings, ignore rules or encodings of its own."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import MappingProxyType

from orchestrator.dispatch.reading.query import SECONDS, Hit, Query
from orchestrator.seams import Process

OLDEST = 13
_ROOM = 100_000
"""Bytes of file names that one start is given."""
_FLAGS = (
    *("--no-config", "--no-ignore", "--no-messages", "--text", "--encoding=none", "--no-unicode", "--case-sensitive"),
    *("--color=never", "--no-heading", "--with-filename", "--null"),
)
_NUMBERED = ("--line-number", "--max-columns=1")
"""What stands in a line is not wanted, and may be long."""
_VERSION = re.compile(rb"ripgrep (\d+)\.")
_ENVIRONMENT = MappingProxyType({"LC_ALL": "C"})


class RipgrepError(RuntimeError):
    """It cannot be relied on for this search."""


class Ripgrep:
    """Looks into files below `top` with the program at `program`. `is_plain` tells files from links, folders and pipes."""

    def __init__(self, program: str, process: Process, top: Path, is_plain: Callable[[str], bool]) -> None:
        self._program = program
        self._process = process
        self._top = top
        self._is_plain = is_plain
        self._known: bool | None = None

    async def files(self, query: Query, paths: Iterable[str]) -> tuple[str, ...]:
        """Those of `paths` with a match. Raises RipgrepError, TimeoutError, and BadCallError for the pattern."""
        found: list[str] = []
        for batch in _batches(filter(self._is_plain, paths)):
            raw = await self._search(("--files-with-matches", *query.ripgrep), batch)
            found += (one.decode("utf-8", "surrogateescape") for one in raw.split(b"\0") if one)
        return tuple(found)

    async def lines(self, query: Query, paths: Iterable[str], most: int) -> tuple[Hit, ...]:
        """Matches in `paths`, at least `most` of each file that has as many. Raises as `files` does."""
        found: list[Hit] = []
        for batch in _batches(filter(self._is_plain, paths)):
            raw = await self._search((*_NUMBERED, f"--max-count={max(1, most)}", *query.ripgrep), batch)
            found += _hits(raw)
        return tuple(found)

    async def _search(self, words: Sequence[str], paths: Sequence[str]) -> bytes:
        if self._known is None:
            found = _VERSION.match(await self._run(("--version",), (0,)))
            self._known = bool(found) and int(found[1] if found else 0) >= OLDEST
        if not self._known:
            raise RipgrepError(f"{self._program} is no ripgrep of version {OLDEST} or newer")
        # 1 says that nothing was found, 2 that some file could not be read, also when others had matches.
        return await self._run((*_FLAGS, *words, "--", *paths), (0, 1))

    async def _run(self, words: Sequence[str], codes: Sequence[int]) -> bytes:
        try:
            done = await self._process.run((self._program, *words), cwd=self._top, env=_ENVIRONMENT, seconds=SECONDS)
        except OSError as error:
            if isinstance(error, TimeoutError):
                raise
            raise RipgrepError(f"{self._program} cannot be started") from error
        if done.code not in codes:
            raise RipgrepError(f"{self._program} ended with code {done.code}")
        return done.stdout


def _batches(paths: Iterable[str]) -> Iterator[tuple[str, ...]]:
    batch: list[str] = []
    room = _ROOM
    for path in paths:
        size = len(path.encode("utf-8", "surrogateescape")) + 9
        if size > room and batch:
            yield tuple(batch)
            batch, room = [], _ROOM
        batch.append(path)
        room -= size
    if batch:
        yield tuple(batch)


def _hits(raw: bytes) -> Iterator[Hit]:
    at = 0
    while at < len(raw):
        end = raw.find(b"\0", at)
        colon = raw.find(b":", end)
        number = raw[end + 1 : colon]
        if end < 0 or not number.isdigit():
            raise RipgrepError("its answer cannot be taken apart")
        yield raw[at:end].decode("utf-8", "surrogateescape"), int(number)
        line_end = raw.find(b"\n", colon)
        at = len(raw) if line_end < 0 else line_end + 1
