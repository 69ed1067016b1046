"""The evidence ledger: append only, each row naming the one before it by hash.

The hash of the last row is kept a second time in the git directory, which is not copied along with the work tree's
files: rows taken away at the end, added by hand or brought from another repository do not fit to it.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from orchestrator.errors import StateError
from orchestrator.gate.place import Place
from orchestrator.gate.rows import START, Row, RowKind, digest_of, line_of, parse_row, stamp
from orchestrator.system.files import locked, unwritten, write_all, write_atomic

REPAIR = "code-review gate repair"
_TAIL = 65536


class ChainBrokenError(StateError):
    """The rows do not follow from each other, so none of them is believed."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the evidence ledger is broken: {why}", hint=f"run `{REPAIR}`, then review again")


@dataclass(frozen=True, slots=True)
class Chain:
    """The rows about one subject in the order they were written, or `broken` saying why none is believed.

    `newest` is the time of the last row of all.
    """

    rows: tuple[Row, ...] = ()
    broken: str = ""
    newest: str = ""


def read_chain(place: Place, subject: str) -> Chain:
    """Reads and proves the whole ledger; only rows about `subject` are taken apart. Never raises."""
    chain = _read(place, subject)
    if not chain.broken:
        return chain
    # A row and the second copy of its hash are written one after the other: between the two a whole chain looks broken.
    with unwritten(place.ledger):
        return _read(place, subject)


def _read(place: Place, subject: str) -> Chain:
    try:
        data = _content(place.ledger)
        head = _head(place)
    except OSError as error:
        return Chain(broken=f"it cannot be read: {error.strerror}")
    # What follows the last line end is a write that was cut; it never became a row.
    lines = data.split(b"\n")[:-1]
    last = START
    for number, line in enumerate(lines, start=1):
        if b'"prev":"%s"' % last.encode() not in line:
            return Chain(broken=f"row {number} does not follow from the row before it")
        last = digest_of(line)
    if last != head:
        return Chain(broken=_unlike(head, bool(lines)))
    try:
        rows = tuple(parse_row(line) for line in lines if subject and subject.encode() in line)
        newest = parse_row(lines[-1]).ts if lines else ""
    except ValueError as error:
        return Chain(broken=f"it holds a line that is no row: {error}")
    return Chain(tuple(row for row in rows if row.subject == subject), newest=newest)


def append_rows(place: Place, rows: Sequence[Row], key: bytes) -> None:
    """Adds `rows` in one write under the ledger's lock. Raises ChainBrokenError, StateError when it cannot be written."""
    with locked(place.ledger, root=place.top) as handle:
        last, torn = _tail(handle)
        if last != _head(place):
            raise ChainBrokenError(_unlike(_head(place), last != START))
        if torn:
            os.ftruncate(handle, os.fstat(handle).st_size - len(torn))
            rows = (_mended(rows, "torn-line", torn), *rows)
        data = b""
        for row in rows:
            line = line_of(replace(row, prev=last).sealed(key)).encode()
            data += line + b"\n"
            last = digest_of(line)
        write_all(handle, data)
        os.fsync(handle)
        write_atomic(place.head, f"{last}\n".encode("ascii"))


def bypassed_since_review(place: Place) -> int:
    """How often somebody went around the gate since the last verdict of a review; 0 where nothing can be read."""
    count = 0
    with suppress(OSError):
        for line in reversed(_content(place.ledger).split(b"\n")):
            if b'"kind":"verdict"' in line:
                break
            count += b'"kind":"bypass"' in line
    return count


def restart_chain(place: Place, now: datetime, key: bytes) -> Path | None:
    """Puts a broken ledger aside and begins a new one; None when nothing is broken.

    The gate file goes too: what it rests on is no longer believed.
    """
    if not read_chain(place, "").broken:
        return None
    aside = place.ledger.with_name(f"{place.ledger.name}.broken-{stamp(now).replace(':', '')}")
    with locked(place.ledger, root=place.top) as handle:
        digest = digest_of(_all(handle))
        place.ledger.rename(aside)
    place.gate_file.unlink(missing_ok=True)
    place.head.unlink(missing_ok=True)
    append_rows(place, (Row(ts=stamp(now), kind=RowKind.MENDED, rule="chain-restarted", digest=digest),), key)
    return aside


def _mended(rows: Sequence[Row], rule: str, lost: bytes) -> Row:
    return Row(ts=rows[0].ts, kind=RowKind.MENDED, rule=rule, digest=digest_of(lost))


def _unlike(head: str, has_rows: bool) -> str:
    if not has_rows:
        return "its rows are gone"
    if head == START:
        return "it was not written in this clone"
    return "its last row is not the one that was written last"


def _content(path: Path) -> bytes:
    """Bytes of a regular file, nothing for one that is not there; a link is an OSError."""
    with suppress(FileNotFoundError):
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as file:
            return file.read()
    return b""


def _head(place: Place) -> str:
    text = _content(place.head).decode("ascii", "replace").strip()
    return text or START


def _tail(handle: int) -> tuple[str, bytes]:
    """Hash of the last whole row, and what stands behind it without a line end."""
    data = b"".join(_backwards(handle))
    *lines, torn = data.split(b"\n")
    return (digest_of(lines[-1]) if lines else START), torn


def _backwards(handle: int) -> Iterator[bytes]:
    """The end of the file, long enough to hold the last whole line."""
    size = os.fstat(handle).st_size
    length = min(size, _TAIL)
    while True:
        data = os.pread(handle, length, size - length)
        if length == size or data.count(b"\n") > 1:
            yield data
            return
        length = min(size, length * 4)


def _all(handle: int) -> bytes:
    return os.pread(handle, os.fstat(handle).st_size, 0)
