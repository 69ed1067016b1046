"""The door to the tool's own files: written whole or not at all, appended under a lock, never through a link."""

import errno
import fcntl
import os
import secrets
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from orchestrator.errors import StateError
from orchestrator.seams import Git

# Anchored at the top level: a project's own folder of the same name elsewhere stays visible to git. Of `corrections`
# only what the tool writes is left out, because a project may have sources there.
STATE_PATTERNS = ("/.claude/memory/", "/.claude/metrics/", "/.dev-team-reports/", "/corrections/*.json")
_PAUSE = 0.02


def write_atomic(path: Path, data: bytes, *, root: Path | None = None) -> None:
    """Replaces `path` by a file holding `data`; readers see the old or the new content, never a part.

    Folders are made. With `root`, no folder between it and `path` may be a symbolic link either. Raises StateError.
    """
    with _reported(path):
        _prepare(path, root)
        beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}.tmp")
        try:
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
            try:
                write_all(handle, data)
                os.fsync(handle)
            finally:
                os.close(handle)
            beside.replace(path)
            _sync_folder(path.parent)
        finally:
            beside.unlink(missing_ok=True)


def append_line(path: Path, line: str, wait: float = 5.0, *, root: Path | None = None) -> None:
    """Appends `line` and a line end under an exclusive lock, waiting at most `wait` seconds for it.

    A last line without its end (a write that was cut) is ended first, so that the new line stands alone. `root` as
    for `write_atomic`. Raises StateError; ValueError when `line` holds a line end.
    """
    if "\n" in line:
        raise ValueError("a line of a log holds no line end")
    with locked(path, wait, root=root) as handle:
        size = os.fstat(handle).st_size
        torn = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
        write_all(handle, b"\n" * torn + line.encode("utf-8", "surrogateescape") + b"\n")
        os.fsync(handle)


@contextmanager
def locked(path: Path, wait: float = 5.0, *, root: Path | None = None) -> Iterator[int]:
    """A handle for reading and appending to `path`, made when it is missing, under an exclusive lock.

    `wait` and `root` as for `append_line`. Raises StateError, also for what goes wrong inside the block with the file.
    """
    with _reported(path):
        _prepare(path, root)
        handle = _open_locked(path, wait)
        try:
            yield handle
        finally:
            os.close(handle)


def _open_locked(path: Path, wait: float) -> int:
    until = time.monotonic() + wait
    while True:
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        handle = os.open(path, flags, 0o666)
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise StateError(f"{path} is not a regular file")
            _lock(handle, path, until, wait)
            if _is_still(handle, path):
                return handle
        except BaseException:
            os.close(handle)
            raise
        # Somebody moved the file away while this one waited: what it holds now is not what others will read.
        os.close(handle)


@contextmanager
def unwritten(path: Path, wait: float = 5.0) -> Iterator[None]:
    """No `append_line` and no `locked` of another process is at work on `path` inside the block; nothing is made.

    Where the lock cannot be had (no file, no lock on this file system, another process for longer than `wait` seconds)
    the block runs all the same: whoever reads there sees what stands there.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        yield
        return
    try:
        with suppress(OSError, StateError):
            _lock(handle, path, time.monotonic() + wait, wait)
        yield
    finally:
        os.close(handle)


def _is_still(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.lstat())
    except FileNotFoundError:
        return False


def read_text_lenient(path: Path) -> str | None:
    """Text of `path` as UTF-8 (a byte order mark is dropped, bad bytes replaced), or None when there is no file.

    Raises StateError for a file that is there and cannot be read.
    """
    try:
        return path.read_bytes().decode("utf-8-sig", errors="replace")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StateError(f"{path} cannot be read: {error.strerror}") from error


def exclude_own_state(git: Git) -> None:
    """Makes git ignore the tool's state in this clone. Raises StateError."""
    exclude(git, STATE_PATTERNS)


def exclude(git: Git, patterns: Iterable[str]) -> None:
    """Adds each of `patterns` once to this clone's `info/exclude`, which all its worktrees share. Raises StateError."""
    path = exclude_file(git)
    present = set((read_text_lenient(path) or "").splitlines())
    for pattern in patterns:
        if pattern not in present:
            append_line(path, pattern)


def exclude_file(git: Git) -> Path:
    """Where `info/exclude` of this clone is."""
    return git.top / os.fsdecode(git.run("rev-parse", "--git-path", "info/exclude").removesuffix(b"\n"))


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = "it is a symbolic link" if error.errno == errno.ELOOP else error.strerror
        raise StateError(f"{path} cannot be written: {why}") from error


def _prepare(path: Path, root: Path | None) -> None:
    """Makes the folders of `path` and refuses links at it and, with `root`, on the way to it."""
    if root is not None:
        steps = [folder for folder in path.parents if folder != root and folder.is_relative_to(root)]
        for link in (folder for folder in steps if folder.is_symlink()):
            raise StateError(f"{path} cannot be written: {link} is a symbolic link", hint=f"replace {link} by a folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink():
        raise StateError(f"{path} cannot be written: it is a symbolic link", hint="remove the link")


def _lock(handle: int, path: Path, until: float, wait: float) -> None:
    while True:
        with suppress(BlockingIOError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        if time.monotonic() >= until:
            hint = "another run is writing to it; try again when it has ended"
            raise StateError(f"{path} is locked for more than {wait:g} s", hint=hint)
        time.sleep(_PAUSE)


def write_all(handle: int, data: bytes) -> None:
    """Writes every byte of `data`."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
