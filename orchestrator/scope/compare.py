"""Comparing two trees: git's list of files and its patch, put together file by file."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from orchestrator.errors import RepositoryError
from orchestrator.redaction import is_secret_file
from orchestrator.scope.patch import Section, parse_sections
from orchestrator.scope.raw import RawEntry, parse_raw
from orchestrator.seams import Git
from orchestrator.values.change import ChangedFile

# Renames and copies are found by fixed thresholds: the defaults may be configured and have changed between versions.
_DETECT = ("-r", "--find-renames=50%", "--find-copies=50%", "-l2000", "--ignore-submodules=none", "-O/dev/null")
_RECORDS = ("--raw", "-z", "--no-abbrev")
_PATCH = (
    "--patch",
    "--full-index",
    "--no-color",
    "--no-relative",
    "--unified=3",
    "--inter-hunk-context=0",
    "--diff-algorithm=myers",
    "--indent-heuristic",
    "--submodule=short",
    "--src-prefix=a/",
    "--dst-prefix=b/",
)
_NO_MODE = "000000"


@dataclass(frozen=True, slots=True)
class Compared:
    """One changed file and its part of the patch. Of a file that may hold secrets neither hunks nor text are kept."""

    file: ChangedFile
    text: str
    secret: bool = False


def compare(git: Git, base: str, tree: str) -> tuple[Compared, ...]:
    """What differs between two trees or commits, given by full ids, in git's order."""
    entries = parse_raw(git.run("diff-tree", *_DETECT, *_RECORDS, base, tree))
    sections = parse_sections(git.run("diff-tree", *_DETECT, *_PATCH, base, tree)) if entries else ()
    remaining = iter(sections)
    compared = tuple(_compared(entry, remaining) for entry in entries)
    if next(remaining, None) is not None:
        raise RepositoryError("git's patch shows more files than its list")
    return compared


def _compared(entry: RawEntry, sections: Iterator[Section]) -> Compared:
    # A file that became a link, or the reverse, is printed as a deletion and an addition.
    parts = [next(sections, None) for _ in range(2 if entry.type_changed else 1)]
    found = [part for part in parts if part is not None and part.file.path == entry.path]
    if len(found) != len(parts):
        raise RepositoryError(f"git's list and its patch disagree about {entry.path!r}")
    file = ChangedFile(
        path=entry.path,
        status=entry.status,
        old_path=entry.old_path,
        old_mode=entry.old_mode.replace(_NO_MODE, ""),
        new_mode=entry.new_mode.replace(_NO_MODE, ""),
        binary=any(part.file.binary for part in found),
        hunks=tuple(hunk for part in found for hunk in part.file.hunks),
    )
    if any(is_secret_file(path) for path in (entry.path, entry.old_path) if path):
        return Compared(replace(file, hunks=()), "", secret=True)
    return Compared(file, "".join(part.text for part in found))
