"""A policy file being read: remembers its name so that every problem names file and line."""

import re
from dataclasses import dataclass

from orchestrator.errors import PolicyError

LENS_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Source:
    """The file name as a person would find it."""

    filename: str

    def error(self, line: int, problem: str, hint: str = "") -> PolicyError:
        """The error for `problem` on the 1-based `line`; the caller raises it."""
        return PolicyError(f"{self.filename}:{line}: {problem}", hint=hint)


@dataclass(frozen=True, slots=True)
class Entry:
    """A value with the 1-based line it stands on; `items` holds its parts when it is a list."""

    text: str
    line: int
    items: tuple[str, ...] = ()
