"""The log of one run, in the user's state folder: what was read, what was in force, how it ended."""

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from orchestrator.errors import StateError
from orchestrator.redaction import redact
from orchestrator.scope.policy_files import SETTINGS_FILES
from orchestrator.settings.model import COMMAND_LINE, DEFAULTS, Settings
from orchestrator.system.cache import private_folder
from orchestrator.system.files import write_all
from orchestrator.wiring.places import state_folder
from orchestrator.wiring.session import Session
from orchestrator.wiring.shown import shown, shown_modes

KEPT = 50
_NAME = re.compile(r"\d{8}T\d{6}\.\d{6}Z-\d+(?:-error)?\.log")


@dataclass(frozen=True, slots=True)
class RunLog:
    """A log that lines are appended to, secrets masked. Without a `path` (no place to write) every line is dropped."""

    path: Path | None

    def note(self, *lines: str) -> None:
        """Appends `lines`. A log that cannot be written any more costs nobody the review."""
        if self.path is None or not lines:
            return
        text = redact("\n".join(" ".join(line.splitlines()) for line in lines))[0] + "\n"
        with suppress(OSError):
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                write_all(handle, text.encode("utf-8", "backslashreplace"))
            finally:
                os.close(handle)

    def session(self, session: Session) -> None:
        """Appends which settings files were read, where policy comes from, and what became of the user's file."""
        said = (*session.user.said, *session.user.noted, *session.policy.notices)
        self.note(f"policy: {session.trust} {session.origin}", *_files(session), *(f"note: {line}" for line in said))

    def settings(self, settings: Settings) -> None:
        """Appends every value in force that is not the default, with its source: once a mode's presets are in it."""
        rows = [row for row in (*shown(settings), *shown_modes(settings)) if not row.is_default]
        self.note(*(f"setting: {row.key} = {row.text} ({row.source})" for row in rows))

    def warn(self, lines: Iterable[str]) -> None:
        """Appends warnings."""
        self.note(*(f"warning: {line}" for line in lines))

    def end(self, code: int) -> None:
        """Appends the exit code."""
        self.note(f"exit code: {int(code)}")


def open_run_log(
    now: datetime, first: str, *, environ: Mapping[str, str] | None = None, tree: Path | None = None
) -> RunLog:
    """A new log whose first line is `first`, and room for it: the newest 50 are kept.

    `now` is an aware time in UTC, `tree` the work tree, in which no log is written. Nothing is raised.
    """
    try:
        log = RunLog(_new(now, "", environ, tree))
    except (OSError, StateError):
        return RunLog(None)
    log.note(first)
    return log


def write_error_log(now: datetime, text: str, environ: Mapping[str, str] | None = None) -> Path:
    """A log of its own for an error nobody expected, secrets masked. Raises OSError or StateError."""
    path = _new(now, "-error", environ, None)
    path.write_text(redact(text)[0], encoding="utf-8", errors="backslashreplace")
    return path


def log_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Where the logs of runs are."""
    return state_folder(environ) / "logs"


def _new(now: datetime, suffix: str, environ: Mapping[str, str] | None, tree: Path | None) -> Path:
    folder = log_folder(environ)
    if tree is not None and folder.resolve().is_relative_to(tree.resolve()):
        raise StateError(f"{folder} lies in the work tree")
    private_folder(folder.parent)
    private_folder(folder)
    path = folder / f"{now:%Y%m%dT%H%M%S.%fZ}-{os.getpid()}{suffix}.log"
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
    _prune(folder)
    return path


def _prune(folder: Path) -> None:
    logs = sorted(entry.name for entry in os.scandir(folder) if _NAME.fullmatch(entry.name))
    for name in logs[:-KEPT]:
        with suppress(OSError):
            (folder / name).unlink()


def _files(session: Session) -> list[str]:
    sources = [layer.source for layer in session.settings.layers if layer.source not in {COMMAND_LINE, DEFAULTS}]
    read = [f"settings file: {source}" for source in sources if source in SETTINGS_FILES or Path(source).is_file()]
    return read or ["settings file: none"]
