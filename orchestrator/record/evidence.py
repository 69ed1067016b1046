"""The evidence of recorded findings against the files as they are now."""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence

from orchestrator.findings.quotes import Quote, readings
from orchestrator.findings.sources import FileSource
from orchestrator.findings.sources import Place as Found
from orchestrator.record.location import Lines, Outline, Place
from orchestrator.record.model import Code
from orchestrator.redaction import MASK, redact

Read = Callable[[str], bytes | None]
"""The bytes of a file by its path from the project root; None when there is none that may be read."""

NEAR = 5
"""Lines between what is cited and where the quote starts that still count as the same place."""
MAX_BYTES = 4 * 1024 * 1024
MAX_COMPARISONS = 20_000_000
"""Lines of a quote times lines of its file: a longer quote could keep a machine busy for minutes, and is not sought."""

Fault = tuple[Code, str]

_LONG_BLANK = re.compile(r"[^\S\n]{40,}")


def forms(evidence: str) -> tuple[Quote, ...]:
    """The ways in which a recorded quote can be meant. White space does not matter, so no run of it is long."""
    return readings(_LONG_BLANK.sub(" ", evidence))


class Files:
    """The cited files, each read and indexed once. A reader that follows no links keeps all of it inside the project."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._files: dict[str, str | Fault] = {}
        self._sources: dict[tuple[str, bool], FileSource] = {}
        self._outlines: dict[str, Outline] = {}

    def text(self, path: str) -> str | Fault:
        """The text of a file with `\\n` line endings, or why it cannot be compared."""
        if path not in self._files:
            self._files[path] = self._decoded(path)
        return self._files[path]

    def find(self, path: str, text: str, quote: str) -> Sequence[Found]:
        """Where `quote` stands in `text`, which is that of `path`, in file order, in the most literal reading that occurs."""
        if _is_too_long(text, quote):
            return ()
        for redacted in (False, True) if MASK in quote else (False,):
            key = (path, redacted)
            if key not in self._sources:
                self._sources[key] = FileSource((), redact(text)[0] if redacted else text)
            found = (self._sources[key].find(form) for form in forms(quote))
            places = next((places for places in found if places), ())
            if places:
                return places
        return ()

    def outline(self, path: str, text: str) -> Outline:
        """The headings of `text`, which is that of `path`."""
        if path not in self._outlines:
            self._outlines[path] = Outline(text)
        return self._outlines[path]

    def _decoded(self, path: str) -> str | Fault:
        data = self._read(path)
        if data is None:
            return Code.LOCATION_MISSING, f"there is no file {path}"
        reason = ""
        if len(data) > MAX_BYTES:
            reason = "is larger than 4 MiB"
        elif b"\0" in data:
            reason = "holds NUL bytes"
        if not reason:
            try:
                return data.decode("utf-8-sig").replace("\r\n", "\n")
            except UnicodeDecodeError:
                reason = "is not UTF-8 text"
        return Code.EVIDENCE_UNCHECKED, f"{path} {reason}, so the evidence was not compared"


def compare(files: Files, place: Place, quote: str) -> Fault | None:
    """What is wrong with `quote` at `place`, or None."""
    text = files.text(place.path)
    if not isinstance(text, str):
        return text
    cited = _cited(files, text, place)
    if not isinstance(cited, list):
        return cited
    found = files.find(place.path, text, quote)
    if not found and _is_too_long(text, quote):
        return Code.EVIDENCE_NOT_FOUND, f"the evidence is too long to be sought in {place.path}: quote what matters"
    if not found:
        return Code.EVIDENCE_NOT_FOUND, f"the evidence does not stand in {place.path}"
    if any(_starts_near(found, lines) for lines in cited):
        return None
    nearest = min(found, key=lambda one: min(_distance(one.first, lines) for lines in cited))
    return Code.EVIDENCE_MOVED, f"the evidence stands on line {nearest.first} of {place.path}, away from what is cited"


def _is_too_long(text: str, quote: str) -> bool:
    lines = quote.strip("\n").count("\n")
    return lines * text.count("\n") > MAX_COMPARISONS


def _cited(files: Files, text: str, place: Place) -> list[Lines] | Fault:
    if place.heading:
        found = files.outline(place.path, text).sections(place.heading)
        return found or (Code.LOCATION_MISSING, f"{place.path} has no heading {place.heading[:200]!r}")
    count = text.count("\n") + (not text.endswith("\n") and bool(text))
    if place.last > count:
        return Code.LOCATION_MISSING, f"{place.path} has {count} lines, and line {place.last} is cited"
    return [Lines(place.first, place.last)]


def _starts_near(found: Sequence[Found], lines: Lines) -> bool:
    at = bisect_left(found, lines.first - NEAR, key=lambda one: one.first)
    return at < len(found) and found[at].first <= lines.last + NEAR


def _distance(line: int, lines: Lines) -> int:
    return max(lines.first - line, line - lines.last, 0)
