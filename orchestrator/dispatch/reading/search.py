"""One search: which files are looked into, how many lines are shown, what is said of the rest."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from orchestrator.dispatch.reading.answers import Answer, Style
from orchestrator.dispatch.reading.arguments import BadCallError, flag_of, text_of
from orchestrator.dispatch.reading.finder import Finder
from orchestrator.dispatch.reading.holdings import Holdings
from orchestrator.dispatch.reading.query import Hit, Query
from orchestrator.lenses.globs import glob_problem, matching
from orchestrator.redaction import is_secret_file
from orchestrator.values.text import printable_path

_BATCH = 20


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
        files = await self.finder.files(query, place, lambda: self._selected(self.holdings.paths, place, glob))
        hits = await self._hits(query, self._selected(files, place, glob))
        notes = [f"There are more than these {self.most} results; narrow the search."] if len(hits) > self.most else []
        shown = hits[: self.most]
        return self.style.results(shown, {path: self._text(path) for path, _ in shown}, notes)

    async def _hits(self, query: Query, files: Sequence[str]) -> list[Hit]:
        """The first lines, more than are shown where there are more. No file is read that is not needed for them."""
        hits: list[Hit] = []
        for start in range(0, len(files), _BATCH):
            readable = self.holdings.readable(files[start : start + _BATCH])
            found = await self.finder.lines(query, tuple(filter(self._is_plain, readable)), self.most + 1)
            # One of the programs counts an empty line behind the last one.
            hits += (hit for hit in found if hit[1] <= len(self.style.lines(self._text(hit[0]))))
            if len(hits) > self.most:
                break
        return hits

    def _selected(self, paths: Iterable[str], place: str, glob: str) -> tuple[str, ...]:
        """Those of `paths` that are searched, judged by their names alone."""
        below = (path for path in paths if path == place or not place or (place[-1] == "/" and path.startswith(place)))
        named = tuple(path for path in below if not is_hidden(path) and not is_secret_file(path))
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
