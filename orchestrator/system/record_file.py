"""The door to a file that people and several commands write: changed under a lock, and only from what was read."""

import fcntl
import os
import secrets
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from orchestrator.errors import StateError, UsageError
from orchestrator.system.files import write_all

_PAUSE = 0.02
_ATTEMPTS = 5


def update(top: Path, path: str, change: Callable[[bytes | None], bytes | None], *, wait: float = 10.0) -> bool:
    """Replaces the file `path` below `top` by what `change` makes of its bytes, None for a file that is not there.

    `change` returns None to leave everything as it is; then the answer is False. Folders are made. Whoever else calls
    this waits; an editor that saves in between is noticed and `change` asked again. The mode of the file is kept. Nothing
    is written through a symbolic link. Raises StateError, UsageError for a link, and whatever `change` raises.
    """
    target = top / path
    with _reported(target):
        refuse_links(top, path)
        made = None if target.parent.is_dir() else change(None)
        if made is None and not target.parent.is_dir():
            return False  # No folder is made for nothing.
        target.parent.mkdir(parents=True, exist_ok=True)
        with _locked(target.parent, wait):
            for _ in range(_ATTEMPTS):
                before = _bytes(target)
                after = change(before) if made is None or before is not None else made
                if after is None or after == before:
                    return False
                if _swapped(target, before, after):
                    return True
    raise StateError(f"{target} is changed by somebody else all the time; nothing was written")


def _swapped(target: Path, before: bytes | None, after: bytes) -> bool:
    """Puts `after` in the place of `before`; False when something else stands there by now."""
    beside = target.with_name(f".{target.name}.{secrets.token_hex(8)}.tmp")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
        try:
            write_all(handle, after)
            if before is not None:
                os.fchmod(handle, stat.S_IMODE(target.lstat().st_mode))
            os.fsync(handle)
        finally:
            os.close(handle)
        if before is None:
            with suppress(FileExistsError):
                target.hardlink_to(beside)
                return True
            return False
        if _bytes(target) != before:
            return False
        beside.replace(target)
        return True
    except FileNotFoundError:
        return False  # It was deleted in between: what to make of that is for `change` to say.
    finally:
        beside.unlink(missing_ok=True)


def _bytes(target: Path) -> bytes | None:
    try:
        handle = os.open(target, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise StateError(f"{target} is not a regular file")
        return file.read()


def refuse_links(top: Path, path: str) -> None:
    """UsageError when `path` below `top`, or a folder on the way to it, is a symbolic link."""
    parts = path.split("/")
    for count in range(1, len(parts) + 1):
        place = "/".join(parts[:count])
        if (top / place).is_symlink():
            raise UsageError(
                f"{place} is a symbolic link, and no record is read or written through one",
                hint="put what it points to in its place",
            )


@contextmanager
def _locked(folder: Path, wait: float) -> Iterator[None]:
    """An exclusive lock on the folder itself, so that no file has to lie there for it."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        until = time.monotonic() + wait
        while True:
            with suppress(BlockingIOError):
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            if time.monotonic() >= until:
                raise StateError(f"{folder} is locked for more than {wait:g} s", hint="try again")
            time.sleep(_PAUSE)
        yield
    finally:
        os.close(handle)


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StateError(f"{path} cannot be written: {error.strerror}") from error
