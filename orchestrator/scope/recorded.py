"""A change that was recorded as a patch: no trees to compare, the files as they lie in the work tree to read."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from orchestrator.errors import UsageError
from orchestrator.redaction import is_secret_file
from orchestrator.scope.ignore.rules import NO_RULES, IgnoreRules
from orchestrator.scope.ignored import Ignored, refuse_ignored
from orchestrator.scope.own import own_files
from orchestrator.scope.patch import Section, parse_sections
from orchestrator.scope.paths import covers, first_unknown
from orchestrator.scope.request import Resolved
from orchestrator.seams import SourceTree
from orchestrator.values.change import Change, ChangedFile, LeftOut, ScopeKind, Status
from orchestrator.values.text import printable_path


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What lies around a patch, which need not be what it was made from: the files, and where HEAD is."""

    tree: SourceTree
    head_ref: str = ""
    head_sha: str = ""


def resolve_patch(data: bytes, around: Around, *, named: Sequence[str] = (), rules: IgnoreRules = NO_RULES) -> Resolved:
    """The change that `data` records without what `rules` ignore; with `named` only what lies at or under those paths.

    A file that a series of patches changes more than once is one file with all of its hunks. Raises UsageError for what
    is no patch, is cut off, or names a path outside the repository; for a named path that it does not change, or that
    is ignored.
    """
    sections = _joined(parse_sections(data))
    if not sections:
        raise UsageError(
            "the patch holds no file" if data.strip() else "the patch is empty",
            hint="give what `git diff` or `git format-patch` printed",
        )
    for section in sections:
        _check(section.file)
    sections = _narrowed(sections, named, rules)
    own = own_files([section.file.path for section in sections])
    judged = [(section, rules.why(section.file.path)) for section in sections if section.file.path not in own]
    kept = [section for section, why in judged if why is None]
    ignored = Ignored(tuple((section.file, why) for section, why in judged if why is not None))
    change = Change(
        kind=ScopeKind.PATCH,
        files=tuple(_shown(section.file) for section in kept),
        head_ref=around.head_ref,
        head_sha=around.head_sha,
        no_subject="a patch is reviewed, and what lies around it may be anything",
        diff="".join(section.text for section in kept if not _is_secret(section.file)),
        left_out=(*(LeftOut(path, "written by this tool", "own") for path in sorted(own)), *ignored.left_out()),
        ignored=ignored.files,
        narrowed=bool(named),
    )
    notices = (*_notices(change, around.tree), *ignored.notices)
    return Resolved(change=change, tree=around.tree, base_tree=None, notices=notices, rules=rules, ignored=ignored.said)


def _joined(sections: Iterable[Section]) -> tuple[Section, ...]:
    found: dict[str, Section] = {}
    for section in sections:
        known = found.get(section.file.path)
        found[section.file.path] = section if known is None else _after(known, section)
    return tuple(found.values())


def _after(first: Section, then: Section) -> Section:
    """One section of two that change the same file, one after the other."""
    old, new = first.file, then.file
    file = replace(
        new,
        status=_status(old.status, new.status),
        old_path=old.old_path or new.old_path,
        old_mode=old.old_mode,
        new_mode=new.new_mode or ("" if new.deleted else old.new_mode),
        binary=old.binary or new.binary,
        hunks=(*old.hunks, *new.hunks),
    )
    return Section(first.text + then.text, file)


def _status(first: Status | None, then: Status | None) -> Status | None:
    if first is Status.DELETED and then is not Status.DELETED:
        return Status.MODIFIED
    return first if then is Status.MODIFIED else then


def _narrowed(sections: tuple[Section, ...], named: Sequence[str], rules: IgnoreRules) -> tuple[Section, ...]:
    if not named or "" in named:
        return sections
    known = [section.file.path for section in sections]
    unknown = first_unknown(named, known)
    if unknown is not None:
        raise UsageError(
            f"the patch changes no file at or under {printable_path(unknown)!r}",
            hint="paths are relative to the current folder",
        )
    refuse_ignored(named, known, rules)
    return tuple(section for section in sections if any(covers(name, section.file.path) for name in named))


def _check(file: ChangedFile) -> None:
    for path in filter(None, (file.path, file.old_path)):
        if path.startswith("/") or {"", ".", ".."} & set(path.split("/")):
            raise UsageError(f"the patch names a path outside the repository: {printable_path(path)}")


def _is_secret(file: ChangedFile) -> bool:
    return any(is_secret_file(path) for path in (file.path, file.old_path) if path)


def _shown(file: ChangedFile) -> ChangedFile:
    return replace(file, hunks=()) if _is_secret(file) else file


def _notices(change: Change, tree: SourceTree) -> Iterator[str]:
    secret = [printable_path(file.path) for file in change.files if _is_secret(file)]
    if secret:
        yield f"no reviewer is shown the text of files that may hold secrets: {', '.join(secret)}"
    for file in change.files:
        if file.is_submodule:
            yield f"{printable_path(file.path)} is a submodule: its pointer is reviewed, its contents are not"
    present = set(tree.paths())
    missing = [file.path for file in change.files if not file.deleted and file.path not in present]
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        verb = "are" if more else "is"
        yield f"{printable_path(missing[0])}{more} of the patch {verb} not in the work tree: only the patch itself was read"
