"""Comparing two trees: git's list of files and its patch, put together file by file, ignored files taken out between."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace

from orchestrator.errors import RepositoryError
from orchestrator.redaction import is_secret_file
from orchestrator.scope.ignore.including import including
from orchestrator.scope.ignore.rules import NO_RULES, IgnoreRules, Match
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
_TOGETHER = 100


@dataclass(frozen=True, slots=True)
class Compared:
    """One changed file and its part of the patch. Of a file that may hold secrets neither hunks nor text are kept."""

    file: ChangedFile
    text: str
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between two trees, in git's order: the files to review, and those that a rule keeps out."""

    kept: tuple[Compared, ...]
    ignored: tuple[tuple[ChangedFile, Match], ...] = ()


def compare(git: Git, base: str, tree: str, rules: IgnoreRules = NO_RULES) -> Comparison:
    """What differs between two trees or commits, given by full ids.

    A moved file counts by its new path. One that comes from an ignored path is an added file. No patch is made of
    ignored files, of which there may be very many.
    """
    entries = _entries(git, base, tree)
    ignored = {entry.path: why for entry in entries if (why := rules.why(entry.path)) is not None}
    hidden = {entry.old_path for entry in entries if entry.old_path and rules.why(entry.old_path) is not None}
    if not ignored and not hidden:
        return Comparison(_with_patch(git, (base, tree), entries))
    kept = [entry for entry in entries if entry.path not in ignored]
    compared = _limited(git, (base, tree), kept, entries, hidden) if kept else ()
    return Comparison(compared, tuple((_file(one), ignored[one.path]) for one in entries if one.path in ignored))


def _limited(
    git: Git, sides: tuple[str, str], kept: Sequence[RawEntry], entries: Sequence[RawEntry], hidden: Set[str | None]
) -> tuple[Compared, ...]:
    """The `kept` ones of `entries` with their patch, and nothing of what lies at `hidden` paths."""
    wanted = _paths(kept) - hidden
    names = including(wanted, _paths(entries) - wanted)
    new = {entry.path for entry in kept}
    if names:
        # Asked again with the same limits as the patch: which files belong together depends on what there is to see.
        listed = _entries(git, *sides, *names)
        return tuple(one for one in _with_patch(git, sides, listed, *names) if one.file.path in new)
    moved = [entry.path for entry in kept if entry.old_path in hidden]
    added = {one.file.path: one for one in _alone(git, sides, moved)}
    return tuple(added.get(one.file.path, one) for one in _with_patch(git, sides, entries) if one.file.path in new)


def _alone(git: Git, sides: tuple[str, str], paths: Sequence[str]) -> Iterator[Compared]:
    """Each of `paths` without what it came from."""
    for start in range(0, len(paths), _TOGETHER):
        names = paths[start : start + _TOGETHER]
        yield from _with_patch(git, sides, _entries(git, *sides, *names), *names)


def _paths(entries: Sequence[RawEntry]) -> set[str]:
    return {path for entry in entries for path in (entry.path, entry.old_path) if path}


def _entries(git: Git, base: str, tree: str, *paths: str) -> tuple[RawEntry, ...]:
    return parse_raw(git.run("diff-tree", *_DETECT, *_RECORDS, base, tree, *(("--", *paths) if paths else ())))


def _with_patch(git: Git, sides: tuple[str, str], entries: Sequence[RawEntry], *paths: str) -> tuple[Compared, ...]:
    if not entries:
        return ()
    limits = ("--", *paths) if paths else ()
    remaining = iter(parse_sections(git.run("diff-tree", *_DETECT, *_PATCH, *sides, *limits)))
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
    file = replace(
        _file(entry),
        binary=any(part.file.binary for part in found),
        hunks=tuple(hunk for part in found for hunk in part.file.hunks),
    )
    if any(is_secret_file(path) for path in (entry.path, entry.old_path) if path):
        return Compared(replace(file, hunks=()), "", secret=True)
    return Compared(file, "".join(part.text for part in found))


def _file(entry: RawEntry) -> ChangedFile:
    return ChangedFile(
        path=entry.path,
        status=entry.status,
        old_path=entry.old_path,
        old_mode=entry.old_mode.replace(_NO_MODE, ""),
        new_mode=entry.new_mode.replace(_NO_MODE, ""),
    )
