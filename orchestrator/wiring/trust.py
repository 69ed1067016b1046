"""What the user has agreed to: settings of a project that start programs or send code and keys elsewhere.

Remembered is the digest of exactly those settings, part by part, for one repository, in the platform's state folder.
A change to any of them asks again.
"""

import hashlib
import json
import os
import stat
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orchestrator.errors import ConfigurationError, StateError
from orchestrator.scope.policy_files import SETTINGS_FILES
from orchestrator.seams import Git
from orchestrator.settings.executing import executes, group_of
from orchestrator.settings.model import Settings, Value
from orchestrator.system.cache import private_folder
from orchestrator.system.files import write_atomic
from orchestrator.wiring.ci import in_ci
from orchestrator.wiring.places import state_folder
from orchestrator.wiring.session import BASE, Session

SCHEMA = "code-review-trust/1"
COMMAND = "code-review config trust"
_KEPT = 20
"""Digests remembered for one part of one repository: branches may differ, and old ones need not be kept for ever."""


@dataclass(frozen=True, slots=True)
class TrustStore:
    """The file of decisions. One that others could have written, or that is damaged, holds none."""

    path: Path

    def digests(self, project: str) -> frozenset[str]:
        """What is trusted for `project`."""
        return frozenset(self._read().get(project, ()))

    def add(self, project: str, digests: Iterable[str]) -> None:
        """Remembers `digests`. Raises StateError when the file cannot be written."""
        known = self._read()
        kept = list(dict.fromkeys((*known.get(project, ()), *digests)))[-_KEPT:]
        self._write({**known, project: kept})

    def forget(self, project: str) -> bool:
        """Forgets everything about `project`; True when there was something."""
        known = self._read()
        if project not in known:
            return False
        self._write({name: kept for name, kept in known.items() if name != project})
        return True

    def _write(self, projects: Mapping[str, list[str]]) -> None:
        private_folder(self.path.parent)
        text = json.dumps({"schema": SCHEMA, "projects": projects}, indent=2, sort_keys=True)
        write_atomic(self.path, f"{text}\n".encode("ascii"))
        self.path.chmod(0o600)

    def _read(self) -> dict[str, list[str]]:
        try:
            if not _is_ours(self.path.lstat()) or not _is_ours(self.path.parent.lstat()):
                return {}
            value = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return _projects(value)


@dataclass(frozen=True, slots=True)
class Consent:
    """The decisions about the repository of one session."""

    session: Session
    store: TrustStore
    in_ci: bool

    @property
    def project(self) -> str:
        """What the repository is known by: all its work trees share one folder of git's."""
        return project_of(self.session.git)

    def asked(self) -> Mapping[str, Value]:
        """Settings of the project that need consent, by key."""
        own = self.session.gate
        return {key: value for key, value in own.values.items() if own.sources[key] in SETTINGS_FILES and executes(key)}

    def untrusted(self) -> tuple[str, ...]:
        """Keys among them that nobody has agreed to."""
        if self.in_ci and self.session.trust == BASE:
            return ()
        asked = self.asked()
        trusted = self.store.digests(self.project) if asked else frozenset()
        return tuple(key for key in asked if digest(group_of(key), asked) not in trusted)

    def trust(self) -> None:
        """Remembers all of them. Raises StateError when that cannot be done safely."""
        asked = self.asked()
        _outside(self.store.path, self.session.git)
        self.store.add(self.project, [digest(group, asked) for group in dict.fromkeys(map(group_of, asked))])

    def require(self, groups: Iterable[str] | None = None, *, without: Collection[str] = ()) -> None:
        """Raises ConfigurationError when a setting is in force that nobody has agreed to.

        Looked at are the parts `groups`, all when None, less those in `without`: nobody uses them in this run.
        """
        settings = self.session.settings
        wanted = set(map(group_of, settings.values) if groups is None else groups) - set(without)
        waiting = [key for key in self.untrusted() if group_of(key) in wanted and _in_force(settings, key)]
        if waiting:
            source = settings.sources[waiting[0]]
            raise ConfigurationError(
                f"{source}: {', '.join(waiting)} would start a program or send code and keys where the project says, "
                "and you have not agreed to that",
                hint=f"look at {'them' if len(waiting) > 1 else 'it'} with `{COMMAND} --status`, agree with `{COMMAND}`, "
                "or set it in your own settings"
                + ("; in CI they count when they are read from the base of the change" if self.in_ci else ""),
            )


def open_consent(session: Session, environ: Mapping[str, str]) -> Consent:
    """The decisions for `session`; `environ` says where they are kept and whether this is CI."""
    return Consent(session, TrustStore(trust_file(environ)), in_ci(environ))


def trust_file(environ: Mapping[str, str]) -> Path:
    """Below `$CODE_REVIEW_HOME`, else in the platform's folder for state."""
    return state_folder(environ) / "trust.json"


def project_of(git: Git) -> str:
    """The absolute folder of git that all work trees of a repository share."""
    raw = git.run("rev-parse", "--git-common-dir").removesuffix(b"\n")
    return str((git.top / os.fsdecode(raw)).resolve()).encode("utf-8", "backslashreplace").decode("utf-8")


def digest(group: str, asked: Mapping[str, Value]) -> str:
    """sha256 of the settings of `group` among `asked`."""
    part = {key: plain(value) for key, value in asked.items() if group_of(key) == group}
    return hashlib.sha256(json.dumps(part, sort_keys=True, ensure_ascii=True).encode("ascii")).hexdigest()


def plain(value: object) -> Any:
    """A value of the settings as JSON knows it."""
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, tuple) else value


def _in_force(settings: Settings, key: str) -> bool:
    value = settings.values[key]
    off = key.startswith("checks.") and str(value).strip().lower() in {"", "off", "false"}
    return settings.sources[key] in SETTINGS_FILES and not off


def _is_ours(found: os.stat_result) -> bool:
    """True for what belongs to the user and cannot be written by others; a link is neither."""
    return not stat.S_ISLNK(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022


def _projects(value: object) -> dict[str, list[str]]:
    found = value.get("projects") if isinstance(value, dict) and value.get("schema") == SCHEMA else None
    if not isinstance(found, dict):
        return {}
    return {
        str(name): [one for one in kept if isinstance(one, str)]
        for name, kept in found.items()
        if isinstance(kept, list)
    }


def _outside(path: Path, git: Git) -> None:
    if path.resolve().is_relative_to(git.top.resolve()):
        raise StateError(
            f"{path} lies inside the repository, so a commit could agree for you", hint="move CODE_REVIEW_HOME"
        )
