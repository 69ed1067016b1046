"""Reading a git patch. Hunk lines are counted, so a removed `-- x` (printed `--- x`) is never taken for a header.

Nothing is skipped that could be a change: what is not understood is an error, because nobody would have reviewed it.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.errors import UsageError
from orchestrator.scope.between import Between, bare, broken, names_a_file
from orchestrator.scope.headers import Draft, lacking, mode_of, paths_of, read_header, status_of
from orchestrator.scope.quoting import halves, path_text
from orchestrator.values.change import ChangedFile, DiffLine, Hunk, LineKind, Status
from orchestrator.values.text import printable_path

_START = b"diff --git "
_COMBINED = (b"diff --cc ", b"diff --combined ")
_HUNK = re.compile(rb"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?(.*)", re.DOTALL)
_ENCODED = re.compile(rb"(?:literal|delta) \d+|[A-Za-z][!-~]{5,}|")
_KINDS = {b" ": LineKind.CONTEXT, b"+": LineKind.ADDED, b"-": LineKind.REMOVED}


@dataclass(frozen=True, slots=True)
class Section:
    """One file of a patch: its text as git printed it and what it says."""

    text: str
    file: ChangedFile


def parse_patch(data: bytes) -> tuple[ChangedFile, ...]:
    """Files of a patch in its order. UsageError when the patch is cut off, is the combined diff of a merge,
    or has a line that may be part of a change and is not understood.

    A line keeps no carriage return at its end; text that is not UTF-8 is read as Latin-1. A file that became a link
    (or the reverse) appears as git prints it: once deleted, once added.
    """
    return tuple(section.file for section in parse_sections(data))


def parse_sections(data: bytes) -> tuple[Section, ...]:
    """The same with the text of each file's part."""
    return tuple(_Reader(data.removeprefix(BOM_UTF8).split(b"\n")).sections())


class _Reader:
    """Reads one file after another; `at` is the index of the line that comes next."""

    def __init__(self, lines: list[bytes]) -> None:
        self.lines = lines
        self.at = 0

    def sections(self) -> Iterator[Section]:
        between = Between()
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.startswith(_COMBINED):
                raise UsageError("the patch is the combined diff of a merge", hint="give a diff of two commits")
            if line.startswith(_START) or names_a_file(self.lines, self.at):
                between.begin()
                yield self._section()
            else:
                between.pass_over(self.lines, self.at)
                self.at += 1
        between.end(len(self.lines) - 1)

    def _section(self) -> Section:
        start, line = self.at, bare(self.lines[self.at])
        # Programs other than git print no line of their own before the names of a file.
        draft = Draft(halves(line.removeprefix(_START)) if line.startswith(_START) else None)
        self.at += line.startswith(_START)
        while self._has_line() and read_header(draft, bare(self.lines[self.at])):
            self.at += 1
        if draft.binary:
            self._skip_encoded()
        while not draft.binary and self._has_line() and (head := _HUNK.match(self.lines[self.at])):
            self.at += 1
            draft.hunks.append((head, self._body(head)))
        if draft.hunks and self._has_line() and self.lines[self.at].startswith(b" ") and self.lines[self.at].strip():
            raise broken(self.at, "the hunk has more lines than its head announces")
        section = _finish(draft, self.lines[start : self.at])
        lacks = lacking(draft)
        if lacks:
            raise broken(start, f"{printable_path(section.file.path)} is named, and {lacks}")
        return section

    def _has_line(self) -> bool:
        return self.at < len(self.lines)

    def _skip_encoded(self) -> None:
        while self._has_line() and _ENCODED.fullmatch(bare(self.lines[self.at])):
            self.at += 1

    def _body(self, hunk: "re.Match[bytes]") -> list[bytes]:
        """Raw lines of one hunk, as many as its head announces."""
        old, new = (int(hunk[group]) if hunk[group] else 1 for group in (2, 4))
        if not old and not new:
            raise broken(self.at - 1, "a hunk that holds no line")
        body: list[bytes] = []
        while old > 0 or new > 0:
            line = self._body_line()
            if line.startswith(b"\\ "):
                continue
            if line[:1] not in _KINDS:
                raise broken(self.at - 1, f"{line[:60]!r} is no line of a hunk")
            old -= line[:1] != b"+"
            new -= line[:1] != b"-"
            if old < 0 or new < 0:
                raise broken(self.at - 1, "the hunk has other lines than its head announces")
            body.append(line)
        while self._has_line() and self.lines[self.at].startswith(b"\\ "):
            self.at += 1
        return body

    def _body_line(self) -> bytes:
        # Behind the last line end there is no line at all.
        if self.at >= len(self.lines) - (not self.lines[-1]):
            raise UsageError(f"the patch is cut off inside a hunk, after its line {self.at}")
        self.at += 1
        # Editors strip the blank from an empty line of context.
        return b" " if not bare(self.lines[self.at - 1]) else self.lines[self.at - 1]


def _finish(draft: Draft, lines: list[bytes]) -> Section:
    bodies = b"\n".join(line for _, body in draft.hunks for line in body)
    codec = "utf-8" if _is_utf8(bodies) else "latin-1"
    head = next((at for at, line in enumerate(lines) if _HUNK.match(line)), len(lines))
    text = "\n".join(
        [line.decode("utf-8", "replace") for line in lines[:head]]
        + [line.decode(codec, "replace") for line in lines[head:]]
    )
    old_path, new_path = paths_of(draft)
    status = status_of(draft.says)
    kept = draft.says["index"].partition(b" ")[2] if "index" in draft.says else b""
    file = ChangedFile(
        path=path_text(old_path if status is Status.DELETED else new_path),
        status=status,
        old_path=path_text(old_path) if status in {Status.RENAMED, Status.COPIED} else None,
        old_mode=mode_of(draft.says, ("old mode", "deleted file mode"), b"" if status is Status.ADDED else kept),
        new_mode=mode_of(draft.says, ("new mode", "new file mode"), b"" if status is Status.DELETED else kept),
        binary=draft.binary,
        hunks=tuple(_hunk(hunk, body, codec) for hunk, body in draft.hunks),
    )
    return Section(text.rstrip("\n") + "\n", file)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _hunk(head: "re.Match[bytes]", body: list[bytes], codec: str) -> Hunk:
    old_start, new_start = int(head[1]), int(head[3])
    old, new = old_start, new_start
    lines: list[DiffLine] = []
    for raw in body:
        kind = _KINDS[raw[:1]]
        on_old, on_new = kind is not LineKind.ADDED, kind is not LineKind.REMOVED
        text = raw[1:].decode(codec).removesuffix("\r")
        lines.append(DiffLine(kind, text, old if on_old else None, new if on_new else None))
        old += on_old
        new += on_new
    counts = [int(head[group]) if head[group] else 1 for group in (2, 4)]
    heading = head[5].decode(codec, "replace").removesuffix("\r")
    return Hunk(old_start, counts[0], new_start, counts[1], tuple(lines), heading)
