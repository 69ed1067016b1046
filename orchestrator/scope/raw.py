"""Git's raw records of changed files: what the subject is made of. Hooks read them, so little is imported here."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from orchestrator.scope.quoting import path_text
from orchestrator.values.status import Status

_RAW = re.compile(r":(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*")


class RawEntry(NamedTuple):
    """One record of `git diff-tree --raw -z`. `record` is its exact bytes, both NULs included."""

    old_mode: str
    new_mode: str
    old_id: str
    new_id: str
    status: Status
    type_changed: bool
    path: str
    old_path: str | None
    record: bytes


def parse_raw(data: bytes) -> tuple[RawEntry, ...]:
    """Records of `git diff-tree -r --raw -z` in git's order; ValueError when they are not that."""
    return tuple(_raw_entries(iter(data.split(b"\0"))))


def status_of(letter: str) -> Status:
    """Git's letter as a status; a type change counts as modified. ValueError for an unmerged or unknown file."""
    return Status.MODIFIED if letter == "T" else Status(letter)


def _raw_entries(fields: Iterator[bytes]) -> Iterator[RawEntry]:
    for head in fields:
        if not head:
            continue
        match = _RAW.fullmatch(head.decode("ascii", "replace"))
        path = next(fields, None)
        if match is None or path is None:
            raise ValueError(f"not a raw record: {head!r}")
        old_mode, new_mode, old_id, new_id, letter = match.groups()
        status = status_of(letter)
        target = next(fields) if status in (Status.RENAMED, Status.COPIED) else None
        yield RawEntry(
            old_mode=old_mode,
            new_mode=new_mode,
            old_id=old_id,
            new_id=new_id,
            status=status,
            type_changed=letter == "T",
            path=path_text(path if target is None else target),
            old_path=None if target is None else path_text(path),
            record=b"\0".join((head, path, b"") if target is None else (head, path, target, b"")),
        )
