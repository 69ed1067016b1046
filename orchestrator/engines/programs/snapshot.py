"""The subject's files as an agent may read them: a fresh folder with nothing that steers, leaks or leads elsewhere."""

import os
import shutil
import stat
import tempfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath

from orchestrator.checks.scratch import outside_repositories
from orchestrator.engines.programs.exclusions import may_be_read
from orchestrator.redaction import redact
from orchestrator.seams import SourceTree
from orchestrator.values.text import decode_text

FILE_CAP = 300_000
TOTAL_CAP = 12_000_000
"""Characters of one file and of all files; what is over is not in the folder, files near the change come first."""
_FOLDER = "folder"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A folder of plain files; `home` holds it and nothing else. `digests` is what was written, by name."""

    home: Path
    digests: Mapping[str, str]

    @property
    def root(self) -> Path:
        """Where an agent is started."""
        return self.home / "subject"

    @classmethod
    def make(cls, tree: SourceTree, near: Collection[str], *, writable: bool = False) -> "Snapshot":
        """Writes every text of `tree` that may be read, secrets redacted; `near` are the paths under review.

        A symbolic link becomes a file that holds the link's text, so none leads anywhere. Everything is made read-only
        unless it is to be `writable`.
        """
        home = Path(tempfile.mkdtemp(prefix="code-review-", dir=outside_repositories())).resolve()
        root = home / "subject"
        root.mkdir()
        left = TOTAL_CAP
        for path in _in_order(tree, near):
            text = _text(tree, path)
            if text is not None and len(text) <= min(left, FILE_CAP):
                left -= len(text)
                _write(root / path, redact(text)[0])
        made = cls(home, look(root))
        if writable:
            return made
        for folder, _, files in os.walk(root, topdown=False):
            for name in files:
                Path(folder, name).chmod(0o444)
            Path(folder).chmod(0o555)
        return made

    def changed(self) -> tuple[str, ...]:
        """Names that are not as they were written: changed, added or gone."""
        now = look(self.root)
        return tuple(sorted(name for name in {*now, *self.digests} if now.get(name) != self.digests.get(name)))

    def is_file(self, path: str) -> bool:
        """True for a file that the snapshot was made with."""
        return self.digests.get(path, _FOLDER) != _FOLDER

    def text(self, path: str) -> str | None:
        """What the file `path` was given as; None when it is not part of the snapshot."""
        if not self.is_file(path):
            return None
        return (self.root / path).read_text(encoding="utf-8")

    def remove(self) -> None:
        """Deletes the folder, whatever an agent made of its permissions."""
        for folder, _, _ in os.walk(self.home):
            Path(folder).chmod(0o700)
        shutil.rmtree(self.home, ignore_errors=True)


def look(root: Path) -> dict[str, str]:
    """Every name below `root` with what it holds; no link is followed. Empty when the folder is gone."""
    seen: dict[str, str] = {}
    for folder, folders, files in os.walk(root):
        for name in (*folders, *files):
            place = Path(folder, name)
            seen[place.relative_to(root).as_posix()] = _digest(place)
    return seen


def _digest(place: Path) -> str:
    try:
        mode = place.lstat().st_mode
        if stat.S_ISDIR(mode):
            return _FOLDER
        if stat.S_ISREG(mode):
            return sha256(place.read_bytes()).hexdigest()
        return f"link to {str(place.readlink())!r}" if stat.S_ISLNK(mode) else "special file"
    except OSError as error:
        return f"unreadable: {error.strerror}"


def _in_order(tree: SourceTree, near: Collection[str]) -> list[str]:
    """The readable paths, those under review first, then their neighbours."""
    changed, folders = set(near), {str(PurePosixPath(path).parent) for path in near}
    paths = [path for path in tree.paths() if may_be_read(path)]
    prefetch = getattr(tree, "prefetch", None)
    if prefetch is not None:
        prefetch(paths)
    return sorted(paths, key=lambda path: (path not in changed, str(PurePosixPath(path).parent) not in folders, path))


def _text(tree: SourceTree, path: str) -> str | None:
    data = tree.read(path)
    return None if data is None or len(data) > FILE_CAP * 4 else decode_text(data)


def _write(place: Path, text: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text.encode("utf-8", "replace"))
