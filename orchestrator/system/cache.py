"""The door to the cache: entries of bytes under a digest, in a folder that nobody but the user may touch."""

import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from orchestrator.errors import StateError

DAYS = 30
MEGABYTES = 200
_DAY = 86_400.0
_MOST = 1_000_000
_STAMP = "pruned"
_BLOCK = 512
_AFTER = 0.8


class CacheStore:
    """Entries below `folder`, which `private_folder` has approved. A method that cannot do its work does nothing."""

    def __init__(self, folder: Path, *, megabytes: int = MEGABYTES, days: int = DAYS) -> None:
        self._folder = folder
        self._bytes = megabytes * 1_000_000
        self._seconds = days * _DAY

    def load(self, key: str) -> bytes | None:
        """The entry under `key`; None when there is none, or when it is no plain file of the user's own."""
        try:
            handle = os.open(self._path(key), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            return None
        with os.fdopen(handle, "rb") as file:
            try:
                state = os.fstat(handle)
                if not stat.S_ISREG(state.st_mode) or state.st_uid != os.geteuid() or state.st_size > _MOST:
                    return None
                data = file.read(_MOST + 1)
                if time.time() - state.st_mtime > _DAY:
                    os.utime(handle)
            except OSError:
                return None
        return data

    def save(self, key: str, data: bytes) -> None:
        """Puts `data` under `key`: whole or not at all, whoever else writes at the same time."""
        path = self._path(key)
        beside = path.with_name(f"{path.name}.{secrets.token_hex(8)}.tmp")
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, exist_ok=True)
            try:
                handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                # Not synced to the disk: an entry that a power cut tears fails its checksum, and is a miss.
                beside.replace(path)
            finally:
                beside.unlink(missing_ok=True)

    def prune(self, now: float) -> None:
        """Removes what was not used for long, then the oldest beyond the size; looks at most once a day. `now`: POSIX seconds."""
        stamp = self._folder / _STAMP
        with suppress(OSError):
            if stamp.exists() and abs(now - stamp.stat().st_mtime) < _DAY:
                return
            stamp.touch(mode=0o600)
            os.utime(stamp, (now, now))
        entries = sorted(self._entries(), key=lambda entry: entry.used)
        total = sum(entry.size for entry in entries)
        target = self._bytes * _AFTER if total > self._bytes else total
        for entry in entries:
            if now - entry.used <= self._seconds and total <= target:
                break
            with suppress(OSError):
                entry.path.unlink()
            total -= entry.size

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / key

    def _entries(self) -> Iterator["_Entry"]:
        with suppress(OSError):
            for path in self._folder.glob("??/*"):
                with suppress(OSError):
                    state = path.lstat()
                    yield _Entry(path, state.st_mtime, state.st_blocks * _BLOCK)


@dataclass(frozen=True, slots=True)
class _Entry:
    """One file of the cache; `used` in POSIX seconds, `size` in bytes on the disk."""

    path: Path
    used: float
    size: int


def private_folder(folder: Path) -> None:
    """Makes `folder` for the user alone. Raises StateError when it cannot be made, or when others may reach into it."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        state = folder.lstat()
    except OSError as error:
        raise StateError(f"{folder} cannot be made: {error.strerror}") from error
    if not stat.S_ISDIR(state.st_mode):
        raise StateError(f"{folder} is no folder")
    if state.st_uid != os.geteuid():
        raise StateError(f"{folder} belongs to somebody else")
    if state.st_mode & 0o077:
        raise StateError(f"{folder} is open to others", hint=f"chmod 700 {folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise StateError(f"{folder} cannot be written to")
