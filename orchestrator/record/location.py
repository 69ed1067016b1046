"""Locations of findings: `path:line`, `path:start-end`, or `<file>#<heading>` of the plan."""

import re
from dataclasses import dataclass

from orchestrator.record.layout import Heading, parts, split_lines
from orchestrator.record.model import StepName

_LINES = re.compile(r"(?P<path>.+):(?P<first>[1-9]\d{0,8})(?:-(?P<last>[1-9]\d{0,8}))?", re.DOTALL)
_DRIVE = re.compile(r"[A-Za-z]:")


@dataclass(frozen=True, slots=True)
class Place:
    """A file relative to the project root, and either 1-based lines of it or the text of a heading."""

    path: str
    first: int = 0
    last: int = 0
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines `first` to `last` of a file, 1-based."""

    first: int
    last: int


def read_location(text: str, step: StepName, change_folder: str) -> Place | str:
    """The place that `text` cites, or why it cites none.

    `\\` reads as `/`. At the plan a `#` introduces a heading, and the file is one of `change_folder` (relative to the
    project root, empty for the root itself). A path that leaves the project is none.
    """
    slashed = text.replace("\\", "/")
    file, hash_mark, heading = text.partition("#")
    lines = _LINES.fullmatch(slashed)
    if hash_mark and file and (step is StepName.PLAN or lines is None):
        path = _confined(file.replace("\\", "/"))
        if path is None or not heading.strip():
            return f"{text[:200]!r} cites no heading of a file in the folder of the change"
        return Place(f"{change_folder.rstrip('/')}/{path}".lstrip("/"), heading=" ".join(heading.split()))
    if lines is None:
        return f"{text[:200]!r} is neither `path:line`, `path:start-end` nor `<file>#<heading>`"
    path = _confined(lines["path"])
    if path is None:
        return f"{text[:200]!r} cites a file outside of the project"
    first = int(lines["first"])
    last = int(lines["last"] or first)
    return Place(path, first, last) if first <= last else f"{text[:200]!r} ends before it begins"


def code_location(path: str, first: int, last: int) -> str:
    """The location of lines `first` to `last` of `path`."""
    return f"{path}:{first}" if last <= first else f"{path}:{first}-{last}"


class Outline:
    """The headings of a Markdown file."""

    def __init__(self, text: str) -> None:
        lines = split_lines(text)
        self._total = len(lines)
        self._headings = [part for part in parts(lines) if isinstance(part, Heading)]

    def sections(self, heading: str) -> list[Lines]:
        """Where the sections below `heading` stand: each from the heading to the next one of its level."""
        numbers = range(len(self._headings))
        return [
            Lines(self._headings[number].at + 1, self._end(number))
            for number in numbers
            if heading_text(self._headings[number]) == heading
        ]

    def above(self, line: int) -> str:
        """The text of the last heading at or above the 1-based `line`, empty without one."""
        found = [part for part in self._headings if part.at < line]
        return heading_text(found[-1]) if found else ""

    def _end(self, number: int) -> int:
        level = self._headings[number].level
        later = (self._headings[index] for index in range(number + 1, len(self._headings)))
        return next((part.at for part in later if part.level <= level), self._total)


def heading_text(part: Heading) -> str:
    """What a heading says: white space folded, without the `#` that may close it."""
    words = part.text.split()
    if words and not words[-1].strip("#"):
        words.pop()
    return " ".join(words)


def _confined(path: str) -> str | None:
    """`path` without `.` parts, or None when it is absolute, leaves the project, or holds a NUL."""
    if path.startswith("/") or _DRIVE.match(path) or "\0" in path:
        return None
    kept = [part for part in path.split("/") if part not in {"", "."}]
    return None if ".." in kept or not kept else "/".join(kept)
