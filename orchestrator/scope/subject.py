"""The subject: one hash over what exactly was reviewed, the same whatever anybody has configured."""

import hashlib
from typing import NamedTuple

from orchestrator.errors import CodeReviewError
from orchestrator.scope.base import MergeBase, default_base, merge_base
from orchestrator.scope.own import own_files
from orchestrator.scope.raw import RawEntry, parse_raw
from orchestrator.scope.tree import GitTree
from orchestrator.seams import Git

RECORDS = ("-r", "--raw", "-z", "--no-renames", "--no-abbrev", "--ignore-submodules=none")


class Subject(NamedTuple):
    """A sha256 in hex and the records it is of, or no hash and the reason why there is none.

    `empty` tells the one reason apart that is no trouble: nothing differs.
    """

    hash: str = ""
    reason: str = ""
    records: tuple[RawEntry, ...] = ()
    empty: bool = False


def subject_of(git: Git, base: MergeBase, tree: str) -> Subject:
    """Hash of the raw records between `base` and `tree`, the tool's own files left out."""
    try:
        records = parse_raw(git.run("diff-tree", *RECORDS, base.commit, tree))
        paths = [record.path for record in records]
        own = own_files(paths, GitTree(git, tree), GitTree(git, base.commit))
    except (CodeReviewError, ValueError) as error:
        return Subject(reason=f"git could not list the change: {error}")
    kept = tuple(record for record in records if record.path not in own)
    if not kept:
        return Subject(reason=f"nothing differs from {base.ref}", empty=True)
    return Subject(hash_of(kept), records=kept)


def hash_of(records: tuple[RawEntry, ...]) -> str:
    """The subject of `records`, in hex."""
    return hashlib.sha256(b"".join(one.record for one in records)).hexdigest()


def subject_from_default_base(git: Git, head: str, tree: str) -> Subject:
    """The same against the default base; `head` is a commit id, empty on an unborn branch."""
    if not head:
        return Subject(reason="there is no commit yet")
    ref = default_base(git)
    if ref is None:
        return Subject(reason="there is no base branch (looked for origin/HEAD, main and master, here and on origin)")
    try:
        base = merge_base(git, ref, head)
    except CodeReviewError as error:
        return Subject(reason=error.reason)
    return subject_of(git, base, tree)
