"""The work tree as somebody sees it who is asked about a recorded finding."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from orchestrator.redaction import is_secret_file
from orchestrator.scope.listing import list_files
from orchestrator.scope.own import own_files
from orchestrator.scope.quoting import path_text
from orchestrator.scope.resolve import Resolved
from orchestrator.scope.status import read_status
from orchestrator.system.worktree import WorkTree
from orchestrator.values.change import Change, ScopeKind
from orchestrator.values.text import decode_text
from orchestrator.values.turn import Omission, OmissionKind
from orchestrator.wiring.ignore import ignore_rules
from orchestrator.wiring.reading import link_test
from orchestrator.wiring.session import Session

MOST_NAMED = 20
"""Files that one answer may name; what a large commit touched is read by whoever can read files."""
_COMMIT = re.compile(r"[0-9a-f]{7,64}")
_BEHIND = re.compile(r":\d+(?:-\d+)?\Z")
_BREAK = re.compile(r"[\s,;`'\"()]+")


def work_tree_of(session: Session, record: str) -> Resolved:
    """Every file of the work tree that may be shown, under the ignore rules of `session`; nothing counts as changed.

    The `record` at hand is none of them, marked as one or not: what somebody wrote into it proves nothing.
    """
    git, rules = session.git, ignore_rules(session)
    listing = list_files(git, read_status(git), ("",), rules)
    listed = tuple(listing.modes)
    own = own_files(listed, WorkTree(git.top, listed)) | {record}
    change = Change(
        kind=ScopeKind.ALL,
        files=(),
        no_subject="findings of a record are looked at, not a change",
        left_out=(*listing.left_out, *listing.hidden),
    )
    tree = WorkTree(git.top, tuple(path for path in listed if path not in own))
    return Resolved(change=change, tree=tree, base_tree=None, rules=rules)


@dataclass(frozen=True)
class Sight:
    """What of the work tree may be shown, file by file."""

    session: Session
    resolved: Resolved
    _known: dict[str, str | Omission | None] = field(default_factory=dict)

    def see(self, path: str) -> str | Omission | None:
        """The text of `path`, why it is not shown, or None when there is no such file."""
        if path not in self._known:
            self._known[path] = self._look(path)
        return self._known[path]

    def is_as_seen(self, path: str) -> bool:
        """False when `path` was changed since it was looked at."""
        return self.see(path) == self._look(path)

    def named(self, text: str) -> tuple[str, ...]:
        """The files that `text` names, by path or as a commit that touched them; `MOST_NAMED` at most."""
        found = [path for word in _BREAK.split(text) for path in self._paths(word.rstrip("."))]
        return tuple(dict.fromkeys(found))[:MOST_NAMED]

    @cached_property
    def _listed(self) -> frozenset[str]:
        return frozenset(self.resolved.tree.paths())

    def _paths(self, word: str) -> Iterator[str]:
        path = _BEHIND.sub("", word.replace("\\", "/")).removeprefix("./")
        if path in self._listed:
            yield path
        elif _COMMIT.fullmatch(word) and self.session.git.ok("rev-parse", "--verify", "--quiet", f"{word}^{{commit}}"):
            told = ("--no-commit-id", "--name-only", "--no-renames", "-r", "-z", "--root", f"{word}^{{commit}}")
            touched = map(path_text, self.session.git.run("diff-tree", *told).split(b"\0"))
            yield from (path for path in touched if path in self._listed)

    def _look(self, path: str) -> str | Omission | None:
        if is_secret_file(path):
            return Omission(path, "its name says that it holds secrets; never shown", OmissionKind.IGNORED)
        rule = self.resolved.rules.why(path)
        if rule:
            return Omission(path, f"ignored by {rule.text}", OmissionKind.IGNORED)
        data = self.resolved.tree.read(path)
        if data is None:
            return None
        if path not in self._listed:
            return Omission(path, "it is not among the files of the project that are reviewed", OmissionKind.IGNORED)
        if link_test(self.resolved.tree, self.session.git.top)(path):
            return Omission(path, "a symbolic link", OmissionKind.BINARY)
        text = decode_text(data)
        return Omission(path, "it is not text", OmissionKind.BINARY) if text is None else text
