"""The files of an exchange: `<id>.request.json` from us, `<id>.response.json` from whoever answers."""

import errno
import json
import os
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orchestrator.errors import ConfigurationError, StateError, UsageError
from orchestrator.system.files import write_atomic

REQUEST, RESPONSE, ASIDE = ".request.json", ".response.json", ".rejected.json"
MAX_BYTES = 16 * 1024 * 1024
ID = re.compile(r"[a-z0-9][a-z0-9-]{0,150}")


class RefusedFileError(ValueError):
    """A file of the exchange is not one that may be read."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One request: `state` is waiting, answered or expired; `request` is what its file holds."""

    id: str
    state: str
    request: Mapping[str, Any]


class ExchangeFolder:
    """The folder `root`; nothing in it but files with names of this module is ever looked at."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def open(self) -> "ExchangeFolder":
        """Makes the folder, closed to others and ignored by git. Raises ConfigurationError where that cannot be done."""
        try:
            self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
            ignore = self.root / ".gitignore"
            if not ignore.exists():
                write_atomic(ignore, b"*\n")
        except (OSError, StateError) as error:
            raise ConfigurationError(f"{self.root} cannot be used as an exchange folder: {error}") from error
        return self

    def ask(self, name: str, request: Mapping[str, Any]) -> None:
        """Writes the request `name`, whole or not at all. Raises StateError."""
        data = json.dumps(request, ensure_ascii=False, indent=1).encode("utf-8", "replace")
        write_atomic(self.root / f"{name}{REQUEST}", data + b"\n")

    def response(self, name: str) -> bytes | None:
        """What the response to `name` holds now, None while there is none. Raises RefusedFileError."""
        return _content(self.root / f"{name}{RESPONSE}")

    def set_aside(self, name: str) -> str:
        """Renames the response to `name`, so that another one can take its place; returns its new name."""
        kept = f"{name}{ASIDE}"
        with suppress(FileNotFoundError):
            (self.root / f"{name}{RESPONSE}").replace(self.root / kept)
        return kept

    def answer(self, name: str, answer: Mapping[str, Any], *, again: bool = False) -> Path:
        """Writes the response to `name`. Raises UsageError for a name nobody asked under and for a second answer."""
        self.request(name)
        place = self.root / f"{name}{RESPONSE}"
        if (place.exists() or place.is_symlink()) and not again:
            raise UsageError(f"{name} has an answer already", hint="replace it with --again")
        write_atomic(place, json.dumps(answer, ensure_ascii=False, indent=1).encode("utf-8", "replace") + b"\n")
        return place

    def request(self, name: str) -> Mapping[str, Any]:
        """The request `name`. Raises UsageError."""
        if not ID.fullmatch(name):
            raise UsageError(f"{name!r} is no id of a request", hint="see `code-review exchange list`")
        found = self._request(name)
        if found is None:
            raise UsageError(f"{self.root} has no request {name}", hint="see `code-review exchange list`")
        return found

    def entries(self, now: str) -> tuple[Entry, ...]:
        """Every request, oldest first; `now` is a time in the form of the field `expires`."""
        if not self.root.is_dir():
            raise UsageError(f"{self.root} is no folder", hint="name the one that the review uses with --exchange-dir")
        names = (path.name.removesuffix(REQUEST) for path in self.root.glob(f"*{REQUEST}"))
        found = ((name, self._request(name)) for name in sorted(names) if ID.fullmatch(name))
        entries = [Entry(name, self._state(name, request, now), request) for name, request in found if request]
        return tuple(sorted(entries, key=lambda entry: (str(entry.request.get("created", "")), entry.id)))

    def _state(self, name: str, request: Mapping[str, Any], now: str) -> str:
        if (self.root / f"{name}{RESPONSE}").exists():
            return "answered"
        return "expired" if str(request.get("expires", "")) < now else "waiting"

    def _request(self, name: str) -> Mapping[str, Any] | None:
        try:
            data = json.loads(_content(self.root / f"{name}{REQUEST}") or b"null")
        except ValueError:
            return None
        return data if isinstance(data, dict) and data.get("id") == name else None


def _content(place: Path) -> bytes | None:
    try:
        handle = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as error:
        why = "it is a symbolic link" if error.errno == errno.ELOOP else error.strerror
        raise RefusedFileError(f"{place.name} is not read: {why}") from error
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise RefusedFileError(f"{place.name} is not read: it is no regular file")
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise RefusedFileError(f"{place.name} is not read: it is larger than {MAX_BYTES} bytes")
    return data
