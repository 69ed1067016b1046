"""What git says about HEAD, the index and the work tree, from one call."""

from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.errors import UsageError
from orchestrator.scope.quoting import path_text
from orchestrator.seams import Git

_DETACHED = "(detached)"
_UNBORN = "(initial)"


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkState:
    """HEAD and every path that differs from it.

    `head` is empty on an unborn branch, `branch` is `HEAD` when detached. `unstaged` (of tracked files, with
    `deleted` among them) and `untracked` are sorted by git; `nested` are folders that are repositories of their own;
    `intended` are entries made by `git add --intent-to-add`.
    """

    head: str
    branch: str
    staged: tuple[str, ...]
    unstaged: tuple[str, ...]
    deleted: frozenset[str]
    untracked: tuple[str, ...]
    nested: tuple[str, ...]
    unmerged: tuple[str, ...]
    intended: tuple[str, ...]

    @property
    def changed(self) -> frozenset[str]:
        """Every path with a change that is not committed."""
        return frozenset((*self.staged, *self.unstaged, *self.untracked, *self.unmerged))


def read_status(git: Git) -> WorkState:
    """Reads the state of the calling work tree. Submodules are looked at from outside only."""
    data = git.run(
        "status",
        "--porcelain=v2",
        "-z",
        "--branch",
        "--no-ahead-behind",
        "--no-renames",
        "--untracked-files=all",
        "--ignored=no",
        "--ignore-submodules=dirty",
    )
    heads: dict[str, str] = {}
    rows: list[tuple[str, str, str]] = []
    for record in _records(data):
        if record.startswith("# "):
            name, _, value = record[2:].partition(" ")
            heads[name] = value
        else:
            rows.append(_row(record))
    return _state(heads, rows)


def refuse_unmerged(state: WorkState) -> None:
    """UsageError when a merge left conflicts: an index with them has no tree that could be reviewed."""
    if state.unmerged:
        count = len(state.unmerged)
        reason = f"the index holds merge conflicts ({state.unmerged[0]}{f' and {count - 1} more' if count > 1 else ''})"
        raise UsageError(reason, hint="resolve them and `git add` the files, or review commits with --since REF")


def _records(data: bytes) -> Iterator[str]:
    return (path_text(record) for record in data.split(b"\0") if record)


def _row(record: str) -> tuple[str, str, str]:
    """Kind, the two status letters and the path of one record."""
    kind = record[0]
    if kind == "?":
        return kind, "??", record[2:]
    # `1 XY sub mH mI mW hH hI path`; an unmerged record has three modes and three ids more than none.
    fields = record.split(" ", 8 if kind == "1" else 10)
    return kind, fields[1], fields[-1]


def _state(heads: dict[str, str], rows: list[tuple[str, str, str]]) -> WorkState:
    ordinary = [(letters, path) for kind, letters, path in rows if kind == "1"]
    untracked = [path for kind, _, path in rows if kind == "?"]
    oid, branch = heads.get("branch.oid", _UNBORN), heads.get("branch.head", _DETACHED)
    return WorkState(
        head="" if oid == _UNBORN else oid,
        branch="HEAD" if branch == _DETACHED else branch,
        staged=tuple(path for letters, path in ordinary if letters[0] != "."),
        unstaged=tuple(path for letters, path in ordinary if letters[1] != "."),
        deleted=frozenset(path for letters, path in ordinary if letters[1] == "D"),
        untracked=tuple(path for path in untracked if not path.endswith("/")),
        nested=tuple(path for path in untracked if path.endswith("/")),
        unmerged=tuple(path for kind, _, path in rows if kind == "u"),
        intended=tuple(path for letters, path in ordinary if letters == ".A"),
    )
