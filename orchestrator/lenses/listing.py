"""Listings from two halves of one change, staged and unstaged, brought together: each file once."""

from collections.abc import Iterable

from orchestrator.errors import UsageError
from orchestrator.scope.diff import NameStatus, NumstatEntry, parse_numstat
from orchestrator.scope.quoting import path_text
from orchestrator.values.change import Status

# What is true of both halves together: gone beats new, new beats moved, anything beats merely changed.
_PRECEDENCE = (Status.DELETED, Status.ADDED, Status.RENAMED, Status.COPIED, Status.MODIFIED)


def united(entries: Iterable[NameStatus]) -> dict[str, Status]:
    """Path to status of each file once, in the order of first mention."""
    found: dict[str, Status] = {}
    for entry in entries:
        found[entry.path] = min(found.get(entry.path, entry.status), entry.status, key=_PRECEDENCE.index)
    return found


def numstat_entries(data: bytes) -> tuple[NumstatEntry, ...]:
    """Entries of a `--numstat` listing; where it cannot be understood, an entry without counts instead of an error.

    An entry without counts keeps the change from ever looking small.
    """
    try:
        return parse_numstat(data)
    except UsageError:
        return tuple(_readable(line) for line in data.replace(b"\0", b"\n").split(b"\n") if line.strip())


def _readable(line: bytes) -> NumstatEntry:
    try:
        return parse_numstat(line)[0]
    except UsageError:
        return NumstatEntry(path_text(line), None, None)
