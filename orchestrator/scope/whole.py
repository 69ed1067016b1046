"""Scopes without a comparison: whole files as they lie in the work tree."""

from dataclasses import replace

from orchestrator.scope.listing import list_files
from orchestrator.scope.own import own_files
from orchestrator.scope.request import Resolved, ScopeRequest, WorkTreeFactory, counted
from orchestrator.scope.status import WorkState
from orchestrator.seams import Git
from orchestrator.values.change import Change, ChangedFile, LeftOut
from orchestrator.values.text import decode_text, printable_path


def resolve_whole_files(
    request: ScopeRequest, git: Git, state: WorkState, *, named: tuple[str, ...], work_tree: WorkTreeFactory
) -> Resolved:
    """Tracked files and untracked ones that are not ignored, at or under `named` (`""` is everything)."""
    listing = list_files(git, state, named, request.rules)
    listed = tuple(listing.modes)
    own = own_files(listed, work_tree(listed))
    tree = work_tree(tuple(path for path in listed if path not in own))
    files = (ChangedFile(path=path, new_mode=listing.modes[path]) for path in tree.paths())
    change = Change(
        kind=request.kind,
        files=tuple(replace(file, binary=_is_binary(tree.read(file.path))) for file in files),
        head_ref=state.branch,
        head_sha=state.head,
        no_subject="whole files are reviewed, not a change",
        left_out=(*listing.left_out, *listing.hidden),
        narrowed="" not in named,
    )
    return Resolved(
        change=change,
        tree=tree,
        base_tree=None,
        notices=(*_notices(listing.left_out), *filter(None, (listing.ignored,))),
        rules=request.rules,
        ignored=listing.ignored,
    )


def _is_binary(data: bytes | None) -> bool:
    """An unreadable file is not called binary: somebody has to say that it was not read."""
    return data is not None and decode_text(data) is None


def _notices(left_out: tuple[LeftOut, ...]) -> tuple[str, ...]:
    shown = [f"{printable_path(left.path)} ({left.reason})" for left in left_out[:3]]
    more = f" and {len(left_out) - 3} more" if len(left_out) > 3 else ""
    return (f"{counted(len(left_out), 'path')} left out: {', '.join(shown)}{more}",) if left_out else ()
