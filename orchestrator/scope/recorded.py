"""A change that was recorded as a patch: no trees to compare, the files as they lie in the work tree to read."""

from collections.abc import Iterator
from dataclasses import replace

from orchestrator.errors import UsageError
from orchestrator.redaction import is_secret_file
from orchestrator.scope.ignore.rules import NO_RULES, IgnoreRules
from orchestrator.scope.ignored import Ignored
from orchestrator.scope.own import own_files
from orchestrator.scope.patch import parse_sections
from orchestrator.scope.request import Resolved
from orchestrator.seams import SourceTree
from orchestrator.values.change import Change, ChangedFile, LeftOut, ScopeKind
from orchestrator.values.text import printable_path


def resolve_patch(
    data: bytes, tree: SourceTree, *, rules: IgnoreRules = NO_RULES, head_ref: str = "", head_sha: str = ""
) -> Resolved:
    """The change that `data` records without what `rules` ignore; `tree` is what lies around it, which need not be what
    the patch was made from.

    Raises UsageError for what is no patch, is cut off, or names a path outside the repository.
    """
    sections = parse_sections(data)
    if not sections:
        raise UsageError(
            "the patch holds no file" if data.strip() else "the patch is empty",
            hint="give what `git diff` or `git format-patch` printed",
        )
    for section in sections:
        _check(section.file)
    own = own_files([section.file.path for section in sections])
    judged = [(section, rules.why(section.file.path)) for section in sections if section.file.path not in own]
    kept = [section for section, why in judged if why is None]
    ignored = Ignored(tuple((section.file, why) for section, why in judged if why is not None))
    change = Change(
        kind=ScopeKind.PATCH,
        files=tuple(_shown(section.file) for section in kept),
        head_ref=head_ref,
        head_sha=head_sha,
        no_subject="a patch is reviewed, and what lies around it may be anything",
        diff="".join(section.text for section in kept if not _is_secret(section.file)),
        left_out=(*(LeftOut(path, "written by this tool", "own") for path in sorted(own)), *ignored.left_out()),
        ignored=ignored.files,
    )
    notices = (*_notices(change, tree), *ignored.notices)
    return Resolved(change=change, tree=tree, base_tree=None, notices=notices, rules=rules, ignored=ignored.said)


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
    present = set(tree.paths())
    missing = [file.path for file in change.files if not file.deleted and file.path not in present]
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        yield f"{printable_path(missing[0])}{more} of the patch is not in the work tree: only the patch itself was read"
