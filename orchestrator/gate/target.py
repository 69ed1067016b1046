"""From what a pull-request command says to what the gate is asked: which commit, against which base."""

import os
import re

from orchestrator.errors import UsageError
from orchestrator.gate.request import PullRequest
from orchestrator.gate.verify import GateQuestion
from orchestrator.seams import Git

_NAME = re.compile(r"[^\s*?\[\]~^:\\\0-\x1f\x7f]+")
_URL = r"(?:[/:]|^)([^/:]+)/([^/:]+?)(?:\.git)?/?$"
_HINT = "name the branch as it is called here: gh pr create --base <branch> --head <branch>"


def question_of(git: Git, request: PullRequest, repository: str = "") -> GateQuestion:
    """What to ask for `request` in this repository. Raises UsageError for what cannot be found here.

    `repository` is the one meant where the command names none, "" for that of the work tree.
    """
    wanted_repository = request.repository or repository
    if wanted_repository and not _is_here(git, wanted_repository):
        hint = "run it inside of a clone of that repository"
        raise UsageError(f"the repository {wanted_repository} is none of the remotes here", hint=hint)
    named = request if request.head != "HEAD" else request._replace(head="")
    if named.base and not _is_name(named.base):
        raise UsageError(f"{named.base!r} is no name of a branch", hint=_HINT)
    wanted = [name for name in (named.base, named.head) if _is_name(name)]
    refs = _refs(git, wanted) if wanted else {}
    base = _known("base", named.base, (*_remote(refs, named.base), *_local(refs, named.base)))
    if named.head and not _local(refs, named.head) and not _remote(refs, named.head):
        return GateQuestion(commit=_commit(git, named.head), base=base)
    head = _known("head", named.head, (*_local(refs, named.head), *_remote(refs, named.head)))
    return GateQuestion(commit=head, base=base)


def _is_name(name: str) -> bool:
    return bool(_NAME.fullmatch(name)) and not name.startswith("-")


def _refs(git: Git, names: list[str]) -> dict[str, str]:
    """Refs of these branches, here and on every remote, with the short names that git gives them."""
    patterns = [f"{place}/{name}" for name in names for place in ("refs/heads", "refs/remotes/*")]
    listed = os.fsdecode(git.run("for-each-ref", "--format=%(refname)%00%(refname:short)", *patterns))
    return dict(line.split("\0") for line in listed.splitlines())


def _local(refs: dict[str, str], name: str) -> tuple[str, ...]:
    return tuple(short for ref, short in refs.items() if name and ref == f"refs/heads/{name}")


def _remote(refs: dict[str, str], name: str) -> tuple[str, ...]:
    found = [ref for ref in refs if name and re.fullmatch(rf"refs/remotes/[^/]+/{re.escape(name)}", ref)]
    return tuple(refs[ref] for ref in sorted(found, key=lambda ref: (not ref.startswith("refs/remotes/origin/"), ref)))


def _known(what: str, name: str, found: tuple[str, ...]) -> str:
    if name and not found:
        raise UsageError(f"there is no branch {name!r} here for the {what}", hint=_HINT)
    return found[0] if found else ""


def _commit(git: Git, name: str) -> str:
    """`name` itself when it is a commit: what is pushed need not be a branch."""
    if git.ok("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"):
        return name
    raise UsageError(f"there is no branch {name!r} here for the head", hint=_HINT)


def _is_here(git: Git, repository: str) -> bool:
    """True when one of the remotes is `repository`: OWNER/NAME, HOST/OWNER/NAME, an address, or an owner alone."""
    listed = os.fsdecode(git.run("remote", "--verbose")).splitlines()
    urls = [line.partition("\t")[2].rpartition(" ")[0].lower() for line in listed]
    remotes = [found.groups() for found in (re.search(_URL, url) for url in urls) if found]
    wanted = re.search(_URL, repository.lower())
    if wanted:
        return wanted.groups() in remotes
    return repository.lower() in {owner for owner, _ in remotes}
