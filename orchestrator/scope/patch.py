"""Reading a git patch. Hunk lines are counted, so a removed `-- x` (printed `--- x`) is never taken for a header."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from orchestrator.errors import UsageError
from orchestrator.scope.quoting import halves, path_text, unquoted
from orchestrator.values.change import ChangedFile, DiffLine, Hunk, LineKind, Status

_START = b"diff --git "
_COMBINED = (b"diff --cc ", b"diff --combined ")
_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)", re.DOTALL)
_HEADER = re.compile(
    rb"(old mode|new mode|deleted file mode|new file mode|rename from|rename to|copy from|copy to|index|---|\+\+\+) (.+)"
)
_BINARY = (b"Binary files ", b"GIT binary patch")
_KINDS = {b" ": LineKind.CONTEXT, b"+": LineKind.ADDED, b"-": LineKind.REMOVED}
_NOWHERE = b"/dev/null"


@dataclass(frozen=True, slots=True)
class Section:
    """One file of a patch: its text as git printed it and what it says."""

    text: str
    file: ChangedFile


def parse_patch(data: bytes) -> tuple[ChangedFile, ...]:
    """Files of a patch in its order. UsageError when the patch is cut off or is the combined diff of a merge.

    A line keeps no carriage return at its end; text that is not UTF-8 is read as Latin-1. A file that became a link
    (or the reverse) appears as git prints it: once deleted, once added.
    """
    return tuple(section.file for section in parse_sections(data))


def parse_sections(data: bytes) -> tuple[Section, ...]:
    """The same with the text of each file's part."""
    return tuple(_sections(data.split(b"\n")))


@dataclass(slots=True)
class _Draft:
    """A section while it is read: header lines by their words, hunks as raw lines."""

    paths: tuple[bytes, bytes] | None
    says: dict[str, bytes] = field(default_factory=dict)
    binary: bool = False
    hunks: list["tuple[re.Match[bytes], list[bytes]]"] = field(default_factory=list)


def _sections(lines: list[bytes]) -> Iterator[Section]:
    at = 0
    start: int | None = None
    draft = _Draft(None)
    while at < len(lines):
        line = lines[at]
        hunk = _HUNK.match(line) if start is not None and not draft.binary else None
        if hunk is not None:
            body, at = _hunk_body(lines, at + 1, hunk)
            draft.hunks.append((hunk, body))
            continue
        if line.startswith(_START):
            if start is not None:
                yield _finish(draft, lines[start:at])
            start, draft = at, _Draft(halves(line.removeprefix(_START)))
        elif line.startswith(_COMBINED):
            raise UsageError("the patch is the combined diff of a merge", hint="give a diff of two commits")
        elif _begins_plain(lines, at) and (start is None or draft.hunks):
            # Programs other than git print no line of their own before the names of a file.
            if start is not None:
                yield _finish(draft, lines[start:at])
            start, draft = at, _Draft(None)
            _read_header(draft, line)
        elif start is not None and not draft.hunks:
            _read_header(draft, line)
        at += 1
    if start is not None:
        yield _finish(draft, lines[start:])


def _begins_plain(lines: list[bytes], at: int) -> bool:
    heads = lines[at : at + 3]
    return len(heads) == 3 and heads[0][:4] == b"--- " and heads[1][:4] == b"+++ " and bool(_HUNK.match(heads[2]))


def _hunk_body(lines: list[bytes], at: int, hunk: "re.Match[bytes]") -> tuple[list[bytes], int]:
    """Raw lines of one hunk, as many as its head announces, and the position behind them."""
    old, new = (int(hunk[group]) if hunk[group] else 1 for group in (2, 4))
    body: list[bytes] = []
    while old > 0 or new > 0:
        if at == len(lines):
            raise UsageError("the patch is cut off inside a hunk")
        # Editors strip the blank from an empty line of context; behind the last line end there is no line at all.
        line = lines[at] or b" "
        if not lines[at] and at == len(lines) - 1:
            raise UsageError("the patch is cut off inside a hunk")
        at += 1
        if line.startswith(b"\\"):
            continue
        if line[:1] not in _KINDS:
            raise UsageError(f"the patch is broken at its line {at}: {line[:60]!r} is no line of a hunk")
        old -= line[:1] != b"+"
        new -= line[:1] != b"-"
        body.append(line)
    return body, at


def _read_header(draft: _Draft, line: bytes) -> None:
    if line.startswith(_BINARY):
        draft.binary = True
    match = _HEADER.fullmatch(line)
    if match is not None:
        draft.says.setdefault(match[1].decode("ascii"), match[2])


def _finish(draft: _Draft, lines: list[bytes]) -> Section:
    bodies = b"\n".join(line for _, body in draft.hunks for line in body)
    codec = "utf-8" if _is_utf8(bodies) else "latin-1"
    head = next((at for at, line in enumerate(lines) if _HUNK.match(line)), len(lines))
    text = "\n".join(
        [line.decode("utf-8", "replace") for line in lines[:head]]
        + [line.decode(codec, "replace") for line in lines[head:]]
    )
    old_path, new_path = _paths(draft)
    status = _status(draft.says)
    kept = draft.says["index"].partition(b" ")[2] if "index" in draft.says else b""
    file = ChangedFile(
        path=path_text(old_path if status is Status.DELETED else new_path),
        status=status,
        old_path=path_text(old_path) if status in {Status.RENAMED, Status.COPIED} else None,
        old_mode=_mode(draft.says, ("old mode", "deleted file mode"), b"" if status is Status.ADDED else kept),
        new_mode=_mode(draft.says, ("new mode", "new file mode"), b"" if status is Status.DELETED else kept),
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


def _status(says: dict[str, bytes]) -> Status:
    if _NOWHERE in (says.get("---"), says.get("+++")):
        return Status.ADDED if says["---"] == _NOWHERE else Status.DELETED
    marks = {
        "new file mode": Status.ADDED,
        "deleted file mode": Status.DELETED,
        "rename to": Status.RENAMED,
        "copy to": Status.COPIED,
    }
    return next((status for word, status in marks.items() if word in says), Status.MODIFIED)


def _mode(says: dict[str, bytes], words: tuple[str, ...], kept: bytes) -> str:
    return next((says[word] for word in words if word in says), kept).decode("ascii", "replace")


def _paths(draft: _Draft) -> tuple[bytes, bytes]:
    for verb in ("rename", "copy"):
        if f"{verb} to" in draft.says:
            return unquoted(draft.says.get(f"{verb} from", b"")), unquoted(draft.says[f"{verb} to"])
    if draft.paths is not None:
        return draft.paths
    # A tab ends a path with spaces on these two lines, and stands before a time.
    sides = [unquoted(draft.says.get(mark, _NOWHERE).partition(b"\t")[0]) for mark in ("---", "+++")]
    known = [side for side in sides if side != _NOWHERE]
    if not known:
        raise UsageError("the patch names no file in one of its parts")
    old, new = ((known[0] if side == _NOWHERE else side) for side in sides)
    return _without_prefix(old), _without_prefix(new)


def _without_prefix(path: bytes) -> bytes:
    return path[2:] if path[1:2] == b"/" else path


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
