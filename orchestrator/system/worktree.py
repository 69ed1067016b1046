"""Files of the work tree as a tree under review, for scopes that review whole files."""

import os
import stat
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

from orchestrator.values.status import SYMLINK_MODE

_Seen = TypeVar("_Seen")
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class WorkTree:
    """`paths` below `top` (seams.SourceTree). No symbolic link is ever followed, on the way or at the end.

    Of a link its target text is read, as git would store it; what it points to, inside or outside, is not. Of a file
    not more than `most` bytes are read.
    """

    def __init__(self, top: Path, paths: tuple[str, ...], *, most: int = -1) -> None:
        self._top = top
        self._most = most
        self._paths = tuple(sorted(paths))

    def paths(self) -> tuple[str, ...]:
        """The given paths, sorted."""
        return self._paths

    def read(self, path: str) -> bytes | None:
        """Bytes of `path`, or None when it is missing, unreadable, not a file, behind a link or outside the tree."""
        return self._at(path, lambda opened, name, place: _content(opened, name, place, self._most))

    def mode(self, path: str) -> str:
        """The mode that git would give `path`, empty where nothing can be read."""
        return self._at(path, _mode) or ""

    def _at(self, path: str, look: Callable[[ExitStack, str, int], _Seen | None]) -> _Seen | None:
        """What `look` sees in the folder of `path`, None where that cannot be reached."""
        *folders, name = path.split("/")
        if not name or not {"", ".", ".."}.isdisjoint({*folders, name}):
            return None
        try:
            with ExitStack() as opened:
                place = _open(opened, os.fspath(self._top), _FOLDER & ~os.O_NOFOLLOW)
                for folder in folders:
                    place = _open(opened, folder, _FOLDER, place)
                return look(opened, name, place)
        except (OSError, ValueError):
            return None


def _mode(_opened: ExitStack, name: str, place: int) -> str:
    found = os.stat(name, dir_fd=place, follow_symlinks=False).st_mode
    if stat.S_ISLNK(found):
        return SYMLINK_MODE
    if not stat.S_ISREG(found):
        return ""
    return "100755" if found & stat.S_IXUSR else "100644"


def _content(opened: ExitStack, name: str, place: int, most: int) -> bytes | None:
    if stat.S_ISLNK(os.stat(name, dir_fd=place, follow_symlinks=False).st_mode):
        return os.fsencode(os.readlink(name, dir_fd=place))
    handle = _open(opened, name, _FILE, place)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        return None
    with open(handle, "rb", closefd=False) as file:
        return file.read(most)


def _open(opened: ExitStack, name: str, flags: int, place: int | None = None) -> int:
    handle = os.open(os.fsencode(name), flags, dir_fd=place)
    opened.callback(os.close, handle)
    return handle
