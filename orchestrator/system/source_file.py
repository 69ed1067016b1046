"""The door to files of the project that a fix replaces: whole or not at all, never behind a link, never somebody's change.

A file is named relative to the top level with `/`. Every step down is taken by name in the folder that is open, so that
nothing can be slipped in between looking and writing.
"""

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from orchestrator.system.files import write_all

CHANGED = "it was changed meanwhile"
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_GIT = ".git"
_NO_FOLDER = frozenset({errno.ENOTDIR, errno.ELOOP})


class UnfitFileError(Exception):
    """A file that is not to be written, with the reason for a person."""


def read_source(top: Path, path: str) -> bytes | None:
    """Bytes of the file `path`, None where there is none. Raises UnfitFileError for what could not be replaced safely."""
    with _reported(), ExitStack() as opened:
        place = _descend(opened, top, _folders(path))
        return None if place is None else _content(opened, _name(path), place)


def swap_source(top: Path, path: str, before: bytes | None, after: bytes | None, *, token: str) -> None:
    """Puts `after` in the place of `before`; None is no file. The mode of a file that is replaced stays.

    What is written lies in a file beside it for a moment, whose name holds `token`. Missing folders are made. Raises
    UnfitFileError, then nothing was changed: also when the file does not hold `before`.
    """
    folders, name = _folders(path), _name(path)
    with _reported(), ExitStack() as opened:
        if after is not None:
            _make_folders(opened, top, folders)
        place = _descend(opened, top, folders)
        found = None if place is None else _content(opened, name, place)
        if found != before:
            raise UnfitFileError(CHANGED)
        if place is None or before == after:
            return
        if after is None:
            os.unlink(name, dir_fd=place)
        else:
            _write(name, place, after, token)
        os.fsync(place)


def missing_folders(top: Path, path: str) -> tuple[str, ...]:
    """Folders above `path` that are not there, the outermost first."""
    above = _folders(path)
    steps = ("/".join(above[:count]) for count in range(1, len(above) + 1))
    return tuple(step for step in steps if not os.path.lexists(top / step))


def remove_folders(top: Path, folders: Sequence[str]) -> None:
    """Removes those of `folders` that are empty, the innermost first."""
    for folder in reversed(folders):
        with suppress(OSError, UnfitFileError), ExitStack() as opened:
            place = _descend(opened, top, _folders(folder))
            if place is not None:
                os.rmdir(_name(folder), dir_fd=place)


def remove_remains(top: Path, path: str, token: str) -> None:
    """Removes what a killed `swap_source` of `path` left beside it."""
    with suppress(OSError, UnfitFileError), ExitStack() as opened:
        place = _descend(opened, top, _folders(path))
        if place is not None:
            os.unlink(_beside(token), dir_fd=place)


def _folders(path: str) -> tuple[str, ...]:
    parts = path.split("/")
    if not {"", ".", ".."}.isdisjoint(parts) or "\0" in path:
        raise UnfitFileError("it is not a path inside the repository")
    if any(part.lower() == _GIT for part in parts):
        raise UnfitFileError("it belongs to git")
    return tuple(parts[:-1])


def _name(path: str) -> bytes:
    return os.fsencode(path.rpartition("/")[2])


def _descend(opened: ExitStack, top: Path, folders: Sequence[str]) -> int | None:
    """The folder that holds the file; None when one on the way is missing."""
    place = _open(opened, os.fsencode(top), _FOLDER & ~os.O_NOFOLLOW)
    for folder in folders:
        try:
            place = _open(opened, os.fsencode(folder), _FOLDER, place)
        except FileNotFoundError:
            return None
        except OSError as error:
            if error.errno not in _NO_FOLDER:
                raise
            raise UnfitFileError("a link or a file is on the way to it") from error
        if _is_there(_GIT, place):
            raise UnfitFileError("it belongs to another repository inside this one")
    return place


def _make_folders(opened: ExitStack, top: Path, folders: Sequence[str]) -> None:
    for count, folder in enumerate(folders):
        place = _descend(opened, top, folders[:count])
        if place is not None:
            with suppress(FileExistsError):
                os.mkdir(os.fsencode(folder), dir_fd=place)


def _content(opened: ExitStack, name: bytes, place: int) -> bytes | None:
    try:
        found = os.stat(name, dir_fd=place, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(found.st_mode):
        raise UnfitFileError("it is a symbolic link")
    if not stat.S_ISREG(found.st_mode):
        raise UnfitFileError("it is not a regular file")
    if found.st_uid != os.geteuid():
        raise UnfitFileError("it belongs to somebody else")
    if not found.st_mode & stat.S_IWUSR:
        raise UnfitFileError("it is read-only")
    with open(_open(opened, name, _FILE, place), "rb", closefd=False) as file:
        return file.read()


def _write(name: bytes, place: int, data: bytes, token: str) -> None:
    beside = _beside(token)
    with suppress(FileNotFoundError):
        os.unlink(beside, dir_fd=place)
    handle = os.open(beside, _NEW, 0o666, dir_fd=place)
    try:
        write_all(handle, data)
        with suppress(FileNotFoundError):
            os.fchmod(handle, stat.S_IMODE(os.stat(name, dir_fd=place, follow_symlinks=False).st_mode))
        os.fsync(handle)
        os.replace(beside, name, src_dir_fd=place, dst_dir_fd=place)
    except BaseException:
        os.unlink(beside, dir_fd=place)
        raise
    finally:
        os.close(handle)


def _beside(token: str) -> str:
    return f".code-review-{token}.tmp"


def _is_there(name: str, place: int) -> bool:
    try:
        os.stat(name, dir_fd=place, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def _open(opened: ExitStack, name: bytes, flags: int, place: int | None = None) -> int:
    handle = os.open(name, flags, dir_fd=place)
    opened.callback(os.close, handle)
    return handle


@contextmanager
def _reported() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UnfitFileError(f"it cannot be read or written: {error.strerror}") from error
