"""Whether somebody changed the person's own work tree while an engine ran."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from orchestrator.seams import Git

_OWN = (".claude/memory/", ".claude/metrics/", ".dev-team-reports/")
"""Where this tool itself writes while a panel is asked."""
_PLACES = ("HEAD", "config", "hooks")
State = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class WorkTreeGuard:
    """Looks at the work tree of `git`: its files, its index, its branches, its configuration and its hooks.

    Ignored folders are not looked into; ignored files elsewhere are. `ours` are further folders this run writes to,
    relative to the top level.
    """

    git: Git
    ours: tuple[str, ...] = ()

    def look(self) -> State:
        """What there is, by path; repository files under `.git/`. Times of files count: a rewrite is a change."""
        seen = {path: _stamp(self.git.top / path) for path in self._paths()}
        seen[".git/index"] = _digest(self.git.run("ls-files", "--stage", "-z"))
        seen[".git/refs/heads"] = _digest(self.git.run("for-each-ref", "refs/heads"))
        for name, place in zip(_PLACES, self._git_paths(), strict=True):
            files = sorted(place.iterdir()) if place.is_dir() else [place]
            for file in files:
                seen[f".git/{name}/{file.name}" if place.is_dir() else f".git/{name}"] = _content(file)
        return seen

    def _paths(self) -> Iterator[str]:
        passed = (*_OWN, *(f"{folder}/" for folder in self.ours))
        for listing in (("--cached", "--others"), ("--others", "--ignored", "--directory")):
            for raw in self.git.run("ls-files", "-z", *listing, "--exclude-standard").split(b"\0"):
                path = os.fsdecode(raw)
                if path and not path.endswith("/") and not path.startswith(passed):
                    yield path

    def _git_paths(self) -> list[Path]:
        asked = [word for name in _PLACES for word in ("--git-path", name)]
        lines = self.git.run("rev-parse", *asked).removesuffix(b"\n").split(b"\n")
        return [self.git.top / os.fsdecode(line) for line in lines]


def differences(before: State, after: State) -> tuple[str, ...]:
    """The paths that are not the same in both."""
    return tuple(sorted(path for path in {*before, *after} if before.get(path) != after.get(path)))


def _stamp(place: Path) -> str:
    try:
        now = place.lstat()
    except OSError as error:
        return f"unreadable: {error.strerror}"
    return f"{now.st_mode} {now.st_ino} {now.st_size} {now.st_mtime_ns} {now.st_ctime_ns}"


def _content(place: Path) -> str:
    try:
        return _digest(place.read_bytes()) + f" {place.stat().st_mode}"
    except OSError as error:
        return f"unreadable: {error.strerror}"


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()
