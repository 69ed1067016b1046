"""What a run that fixes has changed, kept in git's folder so that a kill loses nothing: each step is noted before it is taken."""

import json
import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from orchestrator.errors import StateError
from orchestrator.schemas import validator
from orchestrator.seams import Git
from orchestrator.system.cache import private_folder
from orchestrator.system.files import write_atomic
from orchestrator.wiring.fixing.index import Entry

NAME = "fix-journal"
SCHEMA = f"code-review-{NAME}/1"
_FOLDER = "code-review"


@dataclass(frozen=True, slots=True)
class FileNote:
    """A file: sha256 of its content before, of each that was written since (None is no file), and folders made for it."""

    before: str | None
    written: tuple[str | None, ...] = ()
    folders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryNote:
    """An entry of the index before, and the object ids that were staged there since."""

    before: Entry | None
    staged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that is not settled, by path. `token` is part of the names of files that are being written."""

    token: str
    files: Mapping[str, FileNote] = field(default_factory=dict)
    entries: Mapping[str, EntryNote] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Journal:
    """The record of one work tree in `folder`, and beside it the contents that it speaks of."""

    folder: Path

    @property
    def path(self) -> Path:
        """The record."""
        return self.folder / f"{NAME}.json"

    @property
    def lock(self) -> Path:
        """Locked for as long as a run fixes."""
        return self.folder / "fix.lock"

    def exists(self) -> bool:
        """True while a run fixes, and after one that was killed."""
        return os.path.lexists(self.path)

    def save(self, record: Record) -> None:
        """Replaces the record. Raises StateError."""
        data = json.dumps({"schema": SCHEMA, **_plain(record)}, indent=1, sort_keys=True)
        write_atomic(self.path, f"{data}\n".encode("ascii"))

    def load(self) -> Record:
        """The record. Raises StateError when it cannot be read."""
        try:
            value = json.loads(self.path.read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            raise StateError(f"{self.path} cannot be read", hint=self._hint) from error
        if next(validator(NAME).iter_errors(value), None) is not None:
            raise StateError(f"{self.path} is damaged", hint=self._hint)
        return _record(value)

    def keep(self, data: bytes) -> str:
        """Keeps a content and returns its sha256. Raises StateError."""
        name = digest(data)
        place = self.folder / "fix-before" / name
        if not place.exists():
            private_folder(place.parent)
            write_atomic(place, data)
        return name

    def content(self, name: str) -> bytes:
        """A kept content. Raises StateError when it is gone or damaged."""
        place = self.kept(name)
        try:
            data = place.read_bytes()
        except OSError as error:
            raise StateError(f"{place} cannot be read: {error.strerror}") from error
        if digest(data) != name:
            raise StateError(f"{place} is damaged")
        return data

    def kept(self, name: str) -> Path:
        """Where a content is kept."""
        return self.folder / "fix-before" / name

    def drop(self, record: Record, *, lost: Collection[str] = ()) -> None:
        """Removes the record, then what it keeps of each file. What was told to be kept stays: that of the paths `lost`."""
        self.path.unlink(missing_ok=True)
        told = {note.before for path, note in record.files.items() if path in lost}
        for name in {note.before for note in record.files.values()} - told - {None}:
            self.kept(str(name)).unlink(missing_ok=True)

    @property
    def _hint(self) -> str:
        return (
            f"what the files held is in {self.folder / 'fix-before'}; remove {self.path} when nothing of it is needed"
        )


def open_journal(git: Git) -> Journal:
    """The journal of the calling work tree; each linked one has its own."""
    raw = git.run("rev-parse", "--git-path", _FOLDER).removesuffix(b"\n")
    return Journal((git.top / os.fsdecode(raw)).absolute())


def digest(data: bytes) -> str:
    """sha256, 64 hex digits."""
    return sha256(data).hexdigest()


def _plain(record: Record) -> dict[str, Any]:
    return {
        "token": record.token,
        "files": {
            path: {"before": one.before, "written": list(one.written), "folders": list(one.folders)}
            for path, one in record.files.items()
        },
        "entries": {
            path: {"before": list(one.before) if one.before else None, "staged": list(one.staged)}
            for path, one in record.entries.items()
        },
    }


def _record(value: Mapping[str, Any]) -> Record:
    return Record(
        value["token"],
        {
            path: FileNote(one["before"], tuple(one["written"]), tuple(one["folders"]))
            for path, one in value["files"].items()
        },
        {
            path: EntryNote(Entry(*one["before"]) if one["before"] else None, tuple(one["staged"]))
            for path, one in value["entries"].items()
        },
    )
