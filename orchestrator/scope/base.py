"""The base of a change: which branch it will be merged into when nobody says so."""

from typing import NamedTuple

from orchestrator.errors import RepositoryError, UsageError
from orchestrator.scope.quoting import path_text
from orchestrator.seams import Git

_ORIGIN_HEAD = "refs/remotes/origin/HEAD"
_CANDIDATES = (
    _ORIGIN_HEAD,
    "refs/remotes/origin/main",
    "refs/remotes/origin/master",
    "refs/heads/main",
    "refs/heads/master",
)
_FORMAT = "%(refname)%00%(HEAD)%00%(refname:short)%00%(symref:short)"


class MergeBase(NamedTuple):
    """The commit that both sides started from."""

    ref: str
    commit: str


def default_base(git: Git) -> str | None:
    """Name of the base branch: origin's HEAD, origin/main, origin/master, main, master; never the current branch."""
    listed = git.run("for-each-ref", f"--format={_FORMAT}", *_CANDIDATES)
    refs = {fields[0]: fields for fields in (line.split("\0") for line in path_text(listed).splitlines())}
    for name in _CANDIDATES:
        _, current, short, target = refs.get(name, ("", "", "", ""))
        if short and current != "*":
            return target or short
    return None


def merge_base(git: Git, ref: str, commit: str) -> MergeBase:
    """Where `commit` left `ref`; UsageError when the two have no common history."""
    try:
        found = git.run("merge-base", ref, commit)
    except RepositoryError as error:
        raise _unrelated(git, ref) from error
    return MergeBase(ref, found.decode("ascii").strip())


def _unrelated(git: Git, ref: str) -> UsageError:
    shallow = git.run("rev-parse", "--is-shallow-repository").strip() == b"true"
    if shallow:
        hint = "this is a shallow clone; run `git fetch --unshallow` first"
        return UsageError(f"no common commit of {ref} and HEAD is present", hint=hint)
    hint = "give a ref that HEAD was branched from"
    return UsageError(f"{ref} and HEAD have no common history", hint=hint)
