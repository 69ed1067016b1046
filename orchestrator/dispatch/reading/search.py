"""One search: which files are looked into, how many lines are shown, what is said of the rest."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import anyio

from orchestrator.dispatch.reading.answers import Answer, Style
from orchestrator.dispatch.reading.arguments import BadCallError, flag_of, text_of
from orchestrator.dispatch.reading.finder import Finder
from orchestrator.dispatch.reading.holdings import Holdings
from orchestrator.dispatch.reading.query import SECONDS, Hit, Query
from orchestrator.lenses.globs import glob_problem, matching
from orchestrator.values.text import printable_path

_BATCH, _MOST = 20, 1_000


@dataclass(frozen=True, slots=True)
class Search:
    """Looks into `holdings`; one search shows `most` lines."""

    holdings: Holdings
    finder: Finder
    style: Style
    most: int

    async def answer(self, arguments: Mapping[str, object]) -> Answer:
        """The lines found, in the order of their paths. Raises BadCallError."""
        query = Query(text_of(arguments, "pattern"), flag_of(arguments, "regex"))
        place, glob = self._place(text_of(arguments, "path", "")), text_of(arguments, "glob", "")
        if glob and glob_problem(glob):
            raise BadCallError(glob_problem(glob))
        try:
            with anyio.fail_after(SECONDS):
                hits = await self._hits(query, place, glob)
        except TimeoutError as error:
            raise BadCallError(f"the search took longer than {SECONDS:g} s") from error
        notes = [f"There are more than these {self.most} results; narrow the search."] if len(hits) > self.most else []
        shown = hits[: self.most]
        return self.style.results(shown, {path: self._text(path) for path, _ in shown}, notes)

    async def _hits(self, query: Query, place: str, glob: str) -> list[Hit]:
        """The first lines, more than are shown where there are more. Few files are read that are not needed for them."""
        found = await self.finder.files(query, place, lambda: self._selected(self.holdings.paths, place, glob))
        files = self._selected(found, place, glob)
        hits: list[Hit] = []
        start, size = 0, _BATCH
        while start < len(files) and len(hits) <= self.most:
            hits += await self._lines(query, files[start : start + size])
            # Where most of them have no line after all, or may not be shown, it goes on in larger steps.
            start, size = start + size, min(size * 2, _MOST)
        return hits

    async def _lines(self, query: Query, files: Sequence[str]) -> list[Hit]:
        self.finder.prefetch(files)
        readable = tuple(filter(self._is_plain, self.holdings.readable(files)))
        found = await self.finder.lines(query, readable, self.most + 1)
        # One of the programs counts an empty line behind the last one.
        return [hit for hit in found if hit[1] <= len(self.style.lines(self._text(hit[0])))]

    def _selected(self, paths: Iterable[str], place: str, glob: str) -> tuple[str, ...]:
        """Those of `paths` that are searched, judged by their names alone."""
        below = (path for path in paths if path == place or not place or (place[-1] == "/" and path.startswith(place)))
        named = tuple(path for path in below if not is_hidden(path))
        return matching([glob], named) if glob else named

    def _is_plain(self, path: str) -> bool:
        """False for texts in encodings that a search by bytes would take for something else."""
        data = self.holdings.tree.read(path)
        return data is not None and b"\0" not in data

    def _text(self, path: str) -> str:
        return self.holdings.text(path) or ""

    def _place(self, name: str) -> str:
        """The folder, with its slash, or the file to look in."""
        try:
            place = self.holdings.folder(name)
        except BadCallError:
            place = self.holdings.file(name)
        if is_hidden(place):
            raise BadCallError(
                f"hidden files and folders are not searched; read {printable_path(place)} with read_file"
            )
        return place


def is_hidden(path: str) -> bool:
    """True when the file or a folder on the way to it begins with a dot."""
    return path.startswith(".") or "/." in path
