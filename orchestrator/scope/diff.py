"""Git's lists of changed files for people and programs: name-status and numstat. The rest of them is named here too."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.errors import UsageError
from orchestrator.scope.patch import parse_patch
from orchestrator.scope.quoting import path_text, unquoted
from orchestrator.scope.raw import RawEntry, parse_raw, status_of
from orchestrator.values.status import Status

__all__ = ["NameStatus", "NumstatEntry", "RawEntry", "parse_name_status", "parse_numstat", "parse_patch", "parse_raw"]

_STATUS = re.compile(rb"([ACDMRTUX])\d*")
_COUNTS = re.compile(rb"(\d+|-)\t(\d+|-)\t(.*)", re.DOTALL)
_MOVED = re.compile(rb"(?P<head>.*?)\{(?P<old>.*) => (?P<new>.*)\}(?P<tail>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class NameStatus:
    """One line of `git diff --name-status`."""

    status: Status
    path: str
    old_path: str | None = None


@dataclass(frozen=True, slots=True)
class NumstatEntry:
    """One line of `git diff --numstat`; both counts are None for a binary file."""

    path: str
    added: int | None
    removed: int | None
    old_path: str | None = None


def parse_name_status(data: bytes) -> tuple[NameStatus, ...]:
    """Entries of a `--name-status` list, with `-z` or by line; UsageError naming the entry that is none."""
    if b"\0" in data:
        return tuple(_name_status_fields(iter(data.split(b"\0"))))
    return tuple(_name_status_line(line) for line in _lines(data))


def parse_numstat(data: bytes) -> tuple[NumstatEntry, ...]:
    """Entries of a `--numstat` list, with `-z` or by line; UsageError naming the entry that is none."""
    if b"\0" in data:
        return tuple(_numstat_fields(iter(data.split(b"\0"))))
    return tuple(_numstat_line(line) for line in _lines(data))


def _lines(data: bytes) -> list[bytes]:
    return [line.removesuffix(b"\r") for line in data.split(b"\n") if line.strip()]


def _name_status_fields(fields: Iterator[bytes]) -> Iterator[NameStatus]:
    for code in fields:
        if code:
            paths = [next(fields, b"") for _ in range(2 if code[:1] in b"RC" else 1)]
            yield _name_status(code, paths)


def _name_status_line(line: bytes) -> NameStatus:
    code, *paths = line.split(b"\t")
    return _name_status(code, [unquoted(path) for path in paths])


def _name_status(code: bytes, paths: list[bytes]) -> NameStatus:
    match = _STATUS.fullmatch(code)
    wanted = 2 if code[:1] in {b"R", b"C"} else 1
    if match is None or len(paths) != wanted or not all(paths) or match[1] in {b"U", b"X"}:
        raise UsageError(f"not a name-status entry: {path_text(code)!r} {[path_text(path) for path in paths]}")
    status = status_of(match[1].decode("ascii"))
    return NameStatus(status, path_text(paths[-1]), path_text(paths[0]) if wanted == 2 else None)


def _numstat_fields(fields: Iterator[bytes]) -> Iterator[NumstatEntry]:
    for field in fields:
        if field:
            added, removed, path = _counts(field)
            yield _numstat(added, removed, [path] if path else [next(fields, b""), next(fields, b"")])


def _numstat_line(line: bytes) -> NumstatEntry:
    added, removed, path = _counts(line)
    whole = unquoted(path)
    moved = _MOVED.fullmatch(path)
    if moved is not None:
        sides = [moved["head"] + moved[side] + moved["tail"] for side in ("old", "new")]
        # `a/{ => b}/c` leaves an empty folder name on one side.
        return _numstat(added, removed, [side.replace(b"//", b"/").removeprefix(b"/") for side in sides])
    return _numstat(added, removed, [whole] if whole != path else path.split(b" => ", 1))


def _counts(field: bytes) -> tuple[int | None, int | None, bytes]:
    match = _COUNTS.fullmatch(field)
    if match is None:
        raise UsageError(f"not a numstat entry: {path_text(field)!r}")
    added, removed = (None if count == b"-" else int(count) for count in match.groups()[:2])
    return added, removed, match[3]


def _numstat(added: int | None, removed: int | None, paths: list[bytes]) -> NumstatEntry:
    if not all(paths) or (added is None) != (removed is None):
        raise UsageError(f"not a numstat entry: {added} {removed} {[path_text(path) for path in paths]}")
    old = path_text(unquoted(paths[0])) if len(paths) == 2 else None
    return NumstatEntry(path_text(unquoted(paths[-1])), added, removed, old)
