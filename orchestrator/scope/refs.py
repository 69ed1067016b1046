"""Checking a ref that a person typed."""

import difflib
import re

from orchestrator.errors import UsageError
from orchestrator.scope.quoting import path_text
from orchestrator.seams import Git

_SPACE = re.compile(r"\s|[\x00-\x1f\x7f]")


def checked_ref(git: Git, ref: str) -> str:
    """Commit id of `ref`; UsageError saying what is wrong with it, with near names when it is unknown."""
    problem = _problem(ref)
    if problem:
        raise UsageError(f"{ref!r} cannot be a ref: {problem}", hint="give one branch, tag or commit, such as main")
    name = f"{ref}^{{commit}}"
    if not git.ok("rev-parse", "--verify", "--quiet", "--end-of-options", name):
        raise UsageError(f"there is no commit called {ref!r}", hint=_near(git, ref))
    # Some versions of git print the option back; the id is the last line.
    return git.run("rev-parse", "--verify", "--quiet", "--end-of-options", name).decode("ascii").split()[-1]


def _problem(ref: str) -> str:
    if not ref:
        return "it is empty"
    if ref.startswith("-"):
        return "it starts with a dash"
    if _SPACE.search(ref):
        return "it holds white space"
    if ".." in ref or ref.startswith("^"):
        return "it is a range"
    return ""


def _near(git: Git, ref: str) -> str:
    listed = git.run("for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags")
    names = path_text(listed).split()
    by_end = {name.rpartition("/")[2]: name for name in names}
    near = difflib.get_close_matches(ref, names, n=3) or difflib.get_close_matches(ref, by_end, n=3)
    if near:
        return f"did you mean {', '.join(dict.fromkeys(by_end.get(name, name) for name in near))}?"
    return (
        "`git branch --all` lists what there is; a branch of a remote may need `git fetch`" if names else "commit first"
    )
