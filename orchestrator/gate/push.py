"""The pre-push hook: may what git is about to push leave."""

import os
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from orchestrator.errors import CodeReviewError
from orchestrator.gate.answer import Answer, Refusal
from orchestrator.gate.around import bypassed
from orchestrator.gate.verify import NOTHING, GateQuestion, verify
from orchestrator.seams import Git

_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_FREE = ("refs/tags/", "refs/notes/")
_CANDIDATES = (
    "refs/remotes/origin/HEAD",
    "refs/remotes/origin/main",
    "refs/remotes/origin/master",
    "refs/heads/main",
    "refs/heads/master",
)
_FORMAT = "%(refname)%00%(refname:short)%00%(symref)%00%(symref:short)"
_REPAIR = "code-review hooks status"


class Base(NamedTuple):
    """The branch that others are merged into: its full name on the remote and the ref that stands for it here."""

    branches: tuple[str, ...]
    ref: str = ""


def check_push(updates: str, git: Git, now: datetime, environ: Mapping[str, str]) -> Answer:
    """Judges the lines that git gives to a pre-push hook. Whatever cannot be read or found out is refused."""
    lines = [line for line in updates.splitlines() if line.strip()]
    if not lines:
        return Answer()
    try:
        _same_repository(git, environ)
        answer = _judged(lines, git, now, environ)
    except CodeReviewError as error:
        answer = Answer((Refusal("push", "no-subject", error.reason, error.hint or _REPAIR),))
    return bypassed(answer, git, "pre-push", now, environ)


def pre_commit_update(environ: Mapping[str, str]) -> str:
    """The same line from the variables that the pre-commit framework sets instead, "" where it sets none."""
    names = ("PRE_COMMIT_LOCAL_BRANCH", "PRE_COMMIT_TO_REF", "PRE_COMMIT_REMOTE_BRANCH", "PRE_COMMIT_FROM_REF")
    values = [environ.get(name, "") for name in names]
    if not values[1]:
        return ""
    # The framework leaves out what it does not know; the commit and its branch are what counts.
    return " ".join((values[0] or "HEAD", values[1], values[2] or "unknown", values[3] or "0" * 40))


def default_branch(git: Git) -> Base:
    """Where pull requests go by default; both usual names when nothing here says so."""
    listed = os.fsdecode(git.run("for-each-ref", f"--format={_FORMAT}", *_CANDIDATES)).splitlines()
    refs = {fields[0]: fields for fields in (line.split("\0") for line in listed)}
    for name in _CANDIDATES:
        if name in refs:
            full, short, target, target_short = refs[name]
            branch = (target or full).removeprefix("refs/remotes/origin/").removeprefix("refs/heads/")
            return Base((f"refs/heads/{branch}",), target_short or short)
    return Base(("refs/heads/main", "refs/heads/master"))


def _same_repository(git: Git, environ: Mapping[str, str]) -> None:
    """Raises CodeReviewError when git pushes from a repository other than the one around the current folder."""
    pushed = environ.get("GIT_DIR")
    if pushed:
        found = os.fsdecode(git.run("rev-parse", "--absolute-git-dir").removesuffix(b"\n"))
        if os.path.realpath(pushed) != os.path.realpath(found):
            hint = "push from inside of the work tree, without GIT_DIR and --git-dir"
            raise CodeReviewError(f"{pushed} is pushed from, but this is the work tree of {found}", hint=hint)


def _judged(lines: list[str], git: Git, now: datetime, environ: Mapping[str, str]) -> Answer:
    base = default_branch(git)
    refusals: list[Refusal] = []
    remarks: list[str] = []
    for commit, remote in dict.fromkeys(_updates(lines)):
        name = remote.removeprefix("refs/heads/")
        if remote in base.branches:
            remarks.append(f"code-review: {name} is the default branch as it is known here, so its push is not judged")
            continue
        decision = verify(git, GateQuestion(commit=commit, base=base.ref), now, environ)
        if decision.open:
            continue
        if decision.rule == NOTHING:
            remarks.append(f"code-review: {name} has nothing to review: {decision.reason}")
            continue
        what = f"push of {name} ({commit[:10]})"
        refusals.append(Refusal(what, decision.rule, decision.reason, decision.mend, decision.notes, decision.subject))
    return Answer(tuple(refusals), tuple(remarks))


def _updates(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Commit and remote ref of every update that has to be judged. Raises CodeReviewError for what is no update."""
    for line in lines:
        # The local side is what the person wrote and may hold spaces; the other three never do.
        parts = line.rsplit(" ", 3)
        if len(parts) != 4 or not (_ID.fullmatch(parts[1]) and _ID.fullmatch(parts[3])):
            raise CodeReviewError(f"this is no line of a pre-push hook: {line[:200]!r}")
        commit, remote = parts[1:3]
        if commit.strip("0") and not remote.startswith(_FREE):
            yield commit, remote
