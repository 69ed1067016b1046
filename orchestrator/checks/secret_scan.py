"""Hard-coded secrets on the lines a review answers for: our own expressions first, then the formats of the library."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from orchestrator.checks.changed_lines import ChangedLines
from orchestrator.checks.secret_library import LibraryError, SecretFormat, library_kinds, load_formats, worth_a_look
from orchestrator.checks.secret_patterns import secret_kind
from orchestrator.checks.suppressions import secret_suppression
from orchestrator.seams import SourceTree
from orchestrator.values.change import ChangedFile
from orchestrator.values.text import decode_text, printable_path

_PIECE = 5000
_OVERLAP = 600


@dataclass(slots=True)
class SecretScan:
    """What a scan saw: `places` as file, line and kind; `allowed` secrets that an older comment vouches for.

    `read` counts the files looked into, `unread` maps the others to the reason. `broken` says why the library did not
    look, or not at everything; what our own expressions found stands all the same.
    """

    places: list[str] = field(default_factory=list)
    allowed: int = 0
    read: int = 0
    unread: dict[str, str] = field(default_factory=dict)
    broken: str = ""

    def add(self, other: "SecretScan") -> None:
        """Takes in what was seen elsewhere."""
        self.places += other.places
        self.allowed += other.allowed
        self.read += other.read
        self.unread |= other.unread
        self.broken = self.broken or other.broken


class SecretScanner:
    """Scans files one by one. The library is loaded when the first line that could interest it turns up."""

    def __init__(
        self, patterns: Sequence[re.Pattern[str]], load: Callable[[], tuple[SecretFormat, ...]] = load_formats
    ) -> None:
        self._patterns = tuple(patterns)
        self._load = load
        self._formats: tuple[SecretFormat, ...] | None = None
        self._scan = SecretScan()

    def scan(self, files: Sequence[ChangedFile], tree: SourceTree, changed: ChangedLines) -> SecretScan:
        """Every file that still exists, as the reviewed tree has it."""
        self._scan = SecretScan()
        for file in files:
            if file.deleted or file.is_submodule:
                continue
            data = tree.read(file.path)
            text = decode_text(data) if data is not None else None
            if text is None:
                self._scan.unread[file.path] = "binary" if data is not None else "unreadable"
                continue
            self._scan.read += 1
            self._text(file, text.split("\n"), changed)
        return self._scan

    def _text(self, file: ChangedFile, lines: Sequence[str], changed: ChangedLines) -> None:
        # What git takes for binary (UTF-16, or an attribute the change itself may have set) has no known added lines.
        unknown = changed.has_diff and file.binary
        some = changed.has_diff and not unknown
        for number in sorted(changed.added(file.path)) if some else range(1, len(lines) + 1):
            kind = self._kind(lines[number - 1]) if number <= len(lines) else ""
            if not kind:
                continue
            vouched = secret_suppression(lines, number)
            if vouched is not None and not unknown and not (some and changed.touches(file.path, vouched)):
                self._scan.allowed += 1
                continue
            self._scan.places.append(f"{printable_path(file.path)}:{number} ({kind})")

    def _kind(self, line: str) -> str:
        kind = next(_own_kinds(line, self._patterns), "")
        if kind or self._scan.broken or not worth_a_look(line):
            return kind
        try:
            if self._formats is None:
                self._formats = self._load()
            return next(library_kinds(line, self._formats), "")
        except LibraryError as error:
            self._scan.broken = str(error)
            return ""


def _own_kinds(line: str, patterns: Sequence[re.Pattern[str]]) -> Iterator[str]:
    """What is hard-coded in `line`. A very long line is read in overlapping pieces, which bounds what a pattern costs."""
    for start in range(0, max(1, len(line)), _PIECE - _OVERLAP):
        piece = line[start : start + _PIECE]
        for pattern in patterns:
            found = pattern.search(piece)
            kind = secret_kind(found[0]) if found else ""
            if kind:
                yield kind
