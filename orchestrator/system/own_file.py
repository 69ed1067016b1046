"""The door to files that people write and the tool adds to: nothing of theirs is lost, whoever else writes."""

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from orchestrator.errors import StateError
from orchestrator.system.files import write_all

_PRIVATE = 0o600


def create_file(path: Path, data: bytes) -> bool:
    """Makes `path` with `data`, readable for the user alone, and its folders; False when there is one already.

    Raises StateError when it cannot be made.
    """
    with _reported(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with _beside(path, data, _PRIVATE) as beside:
            try:
                path.hardlink_to(beside)
            except FileExistsError:
                return False
    return True


def replace_file(path: Path, before: bytes, after: bytes) -> bool:
    """Puts `after` in the place of `before`; False when the file holds something else by now.

    A link is followed, and the file behind it replaced. Its mode is kept. Raises StateError when it cannot be written,
    or belongs to somebody else.
    """
    with _reported(path):
        target = path.resolve(strict=True)
        state = target.stat()
        if state.st_uid != os.geteuid():
            raise StateError(f"{target} belongs to somebody else")
        if not os.access(target, os.W_OK):
            raise StateError(f"{target} cannot be written: it is read-only")
        with _beside(target, after, stat.S_IMODE(state.st_mode)) as beside:
            if target.read_bytes() != before:
                return False
            beside.replace(target)
    return True


@contextmanager
def _beside(path: Path, data: bytes, mode: int) -> Iterator[Path]:
    """A file with `data` in the folder of `path`, gone afterwards unless it was moved."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}.tmp")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, _PRIVATE)
        try:
            write_all(handle, data)
            os.fchmod(handle, mode)
            os.fsync(handle)
        finally:
            os.close(handle)
        yield beside
    finally:
        beside.unlink(missing_ok=True)


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StateError(f"{path} cannot be written: {error.strerror}") from error
