"""A change between two trees: compared, narrowed, the tool's own files taken out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from orchestrator.scope.compare import Compared, Comparison, compare
from orchestrator.scope.ignore.rules import NO_RULES, IgnoreRules, Match
from orchestrator.scope.ignore.sources import is_ignore_file
from orchestrator.scope.ignored import Ignored, refuse_ignored
from orchestrator.scope.own import own_files
from orchestrator.scope.paths import covers, first_unknown, no_such_path
from orchestrator.scope.request import Resolved, counted
from orchestrator.scope.status import WorkState
from orchestrator.scope.subject import Subject
from orchestrator.scope.tree import GitTree
from orchestrator.seams import Git
from orchestrator.values.change import Change, LeftOut, ScopeKind
from orchestrator.values.text import printable_path


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """Both sides: `base` a commit id (empty: the empty tree), `tree` a tree id, and the hash of what lies between.

    `beside` are paths that neither side has and that may be named all the same.
    """

    kind: ScopeKind
    base_ref: str
    base: str
    tree: str
    subject: Subject
    beside: tuple[str, ...] = ()


def resolve_sides(
    git: Git,
    state: WorkState,
    sides: Sides,
    named: Sequence[str] = (),
    *,
    rules: IgnoreRules = NO_RULES,
    untracked: tuple[tuple[str, Match], ...] = (),
) -> Resolved:
    """The change between both sides without what `rules` ignore; with `named` only what lies at or under those paths.

    `untracked` are ignored files that neither side has, to be told with the others.

    UsageError for a named path that lies nowhere, and for one that is ignored.
    """
    base = sides.base or _empty_tree(git)
    everything = compare(git, base, sides.tree, rules)
    elsewhere = (*sides.beside, *(path for path, _ in untracked))
    _check_named(named, (*_new_paths(everything), *elsewhere), GitTree(git, sides.tree), rules)
    kept, paths = everything.kept, [*_new_paths(everything)]
    own = own_files(paths, GitTree(git, sides.tree), GitTree(git, base))
    kept = tuple(one for one in kept if one.file.path not in own and _wanted(one.file.path, named))
    files = tuple(one.file for one in kept)
    ignored = Ignored(
        tuple((one, why) for one, why in everything.ignored if one.path not in own and _wanted(one.path, named)),
        tuple((path, why) for path, why in untracked if _wanted(path, named)),
    )
    change = Change(
        kind=sides.kind,
        files=files,
        base_ref=sides.base_ref,
        base_sha=sides.base,
        head_ref=state.branch,
        head_sha=state.head,
        tree=sides.tree,
        diff="".join(one.text for one in kept),
        subject=sides.subject.hash,
        no_subject=sides.subject.reason,
        left_out=(
            *(LeftOut(path, "written by this tool", "own") for path in paths if path in own and _wanted(path, named)),
            *ignored.left_out(),
        ),
        ignored=ignored.files,
        narrowed=bool(named),
    )
    return Resolved(
        change=change,
        tree=GitTree(git, sides.tree, together=[file.path for file in files if not file.binary]),
        base_tree=GitTree(git, base, together=[file.old_path or file.path for file in files if not file.binary]),
        notices=(*_notices(kept), *ignored.notices),
        rules=rules,
        ignored=ignored.said,
    )


def _empty_tree(git: Git) -> str:
    return git.run("hash-object", "-t", "tree", "--stdin").decode("ascii").strip()


def _new_paths(everything: Comparison) -> Iterator[str]:
    yield from (one.file.path for one in everything.kept)
    yield from (file.path for file, _ in everything.ignored)


def _check_named(named: Sequence[str], paths: Sequence[str], tree: GitTree, rules: IgnoreRules) -> None:
    if not named:
        return
    known = (*paths, *tree.paths())
    unknown = first_unknown(named, known)
    if unknown is not None:
        raise no_such_path(unknown)
    refuse_ignored(named, known, rules)


def _wanted(path: str, named: Sequence[str]) -> bool:
    return not named or any(covers(name, path) for name in named)


def _notices(kept: Sequence[Compared]) -> Iterator[str]:
    for one in kept:
        if one.file.is_submodule:
            yield f"{printable_path(one.file.path)} is a submodule: its pointer is reviewed, its contents are not"
    rules = [path for one in kept if is_ignore_file(path := one.file.path)]
    if rules:
        yield f"this change edits ignore rules ({', '.join(map(printable_path, rules))}): they decide what later reviews see"
    secret = [printable_path(one.file.path) for one in kept if one.secret]
    if secret:
        yield f"no reviewer is shown the text of {counted(len(secret), 'file')} that may hold secrets: {', '.join(secret)}"
