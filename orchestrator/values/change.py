"""What is under review: the change, its files, their hunks."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from orchestrator.values.status import SUBMODULE_MODE, SYMLINK_MODE, Status

__all__ = [
    "SUBMODULE_MODE",
    "SYMLINK_MODE",
    "Change",
    "ChangedFile",
    "DiffLine",
    "Hunk",
    "LeftOut",
    "LineKind",
    "LineRange",
    "ScopeKind",
    "Status",
]


class ScopeKind(StrEnum):
    """Where the files of a review come from."""

    AUTO = "auto"
    STAGED = "staged"
    SINCE = "since"
    PATH = "path"
    ALL = "all"
    WORKTREE = "worktree"
    PATCH = "patch"

    @property
    def has_diff(self) -> bool:
        """True when the scope compares two trees; the others review whole files."""
        return self not in {ScopeKind.PATH, ScopeKind.ALL}


class LineKind(StrEnum):
    """Side of a diff line."""

    CONTEXT = " "
    ADDED = "+"
    REMOVED = "-"


@dataclass(frozen=True, slots=True)
class LineRange:
    """Lines `start` to `end`, 1-based, both included."""

    start: int
    end: int

    def __contains__(self, line: int) -> bool:
        return self.start <= line <= self.end


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a hunk. `old` and `new` are 1-based line numbers, None on the side that lacks the line."""

    kind: LineKind
    text: str
    old: int | None
    new: int | None


@dataclass(frozen=True, slots=True)
class Hunk:
    """One hunk as git printed it. A side with `count` 0 has its `start` on the line before the hunk."""

    old_start: int
    old_count: int
    new_start: int
    new_count: int
    lines: tuple[DiffLine, ...]
    heading: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedFile:
    """One file of the scope; `status` is None when the scope reviews whole files and there is no diff.

    `path` is relative to the repository's top level with `/`, undecodable bytes as surrogate escapes.
    """

    path: str
    status: Status | None = None
    old_path: str | None = None
    old_mode: str = ""
    new_mode: str = ""
    binary: bool = False
    hunks: tuple[Hunk, ...] = ()

    @property
    def is_submodule(self) -> bool:
        """True when either side is a submodule pointer."""
        return SUBMODULE_MODE in {self.old_mode, self.new_mode}

    @property
    def is_symlink(self) -> bool:
        """True when the new side is a symbolic link; its content is the link's target."""
        return self.new_mode == SYMLINK_MODE

    @property
    def deleted(self) -> bool:
        """True when the new side does not hold the file."""
        return self.status is Status.DELETED

    @property
    def added_count(self) -> int:
        """Number of added lines."""
        return sum(line.kind is LineKind.ADDED for hunk in self.hunks for line in hunk.lines)

    @property
    def removed_count(self) -> int:
        """Number of removed lines."""
        return sum(line.kind is LineKind.REMOVED for hunk in self.hunks for line in hunk.lines)

    @property
    def added_ranges(self) -> tuple[LineRange, ...]:
        """Added lines as ranges of new-side numbers."""
        return _ranges(line.new for hunk in self.hunks for line in hunk.lines if line.kind is LineKind.ADDED)

    @property
    def removed_ranges(self) -> tuple[LineRange, ...]:
        """Removed lines as ranges of old-side numbers."""
        return _ranges(line.old for hunk in self.hunks for line in hunk.lines if line.kind is LineKind.REMOVED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Everything the run knows about what is under review; built once.

    `base_sha` is the commit the diff starts from (empty string for the empty tree), `tree` the tree whose bytes are
    reviewed (empty when whole files are read from the work tree), `subject` the hash of `gate`'s content domain or
    empty with the reason in `no_subject`. `left_out` lists paths that were seen and not reviewed, with the reason;
    those that ignore rules took out are in `ignored` as well.
    """

    kind: ScopeKind
    files: tuple[ChangedFile, ...]
    base_ref: str = ""
    base_sha: str = ""
    head_ref: str = ""
    head_sha: str = ""
    tree: str = ""
    diff: str = ""
    subject: str = ""
    no_subject: str = ""
    left_out: tuple["LeftOut", ...] = ()
    ignored: tuple["IgnoredFile", ...] = ()
    narrowed: bool = False

    @property
    def paths(self) -> tuple[str, ...]:
        """Paths in scope, new side, in git's order."""
        return tuple(file.path for file in self.files)

    @property
    def added(self) -> tuple[str, ...]:
        """Paths that did not exist before."""
        return tuple(file.path for file in self.files if file.status is Status.ADDED)

    def file(self, path: str) -> ChangedFile | None:
        """The entry for `path`, or None."""
        return next((file for file in self.files if file.path == path), None)


@dataclass(frozen=True, slots=True)
class IgnoredFile:
    """A changed file that an ignore rule keeps from the reviewers. The secret gate still reads it.

    `rule` is the pattern as it was written, `source` where it stands. `by_base` is False when it took a rule that the
    base of the change does not have: one of the user, of the command line, of the change itself.
    """

    file: ChangedFile
    rule: str
    source: str
    by_base: bool


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A path that belongs to the change and is not reviewed, with the reason a person would want to read."""

    path: str
    reason: str
    kind: str = "ignored"


def _ranges(numbers: Iterable[int | None]) -> tuple[LineRange, ...]:
    ranges: list[LineRange] = []
    for number in numbers:
        if number is None:
            continue
        if ranges and ranges[-1].end + 1 == number:
            ranges[-1] = LineRange(ranges[-1].start, number)
        else:
            ranges.append(LineRange(number, number))
    return tuple(ranges)
