"""The records of a project as they lie in its work tree. Neither git nor the network is used."""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from orchestrator.errors import ConfigurationError, UsageError
from orchestrator.record.active import RecordRules, rules_of, switched_off
from orchestrator.record.evidence import MAX_BYTES
from orchestrator.record.judge import ChangeReview, judge, unreadable
from orchestrator.scope.policy_files import FIXED_FILES, REVIEW_CONFIG_FILE
from orchestrator.settings.model import merge
from orchestrator.settings.parse import default_layer
from orchestrator.system.record_file import refuse_links
from orchestrator.system.worktree import WorkTree
from orchestrator.values.record_place import ARCHIVE, CHANGE_NAME, NAME_RULE, RECORD
from orchestrator.values.text import printable_path
from orchestrator.wiring.modes import BUILT_IN_IDS
from orchestrator.wiring.policy import project_layer, shipped_lenses

_OWN_LENSES = ".code-review/agents"
_MARKS = (".git", ".code-review", "_codev")
"""What lies at the top of a project, the surest sign first."""


@dataclass(frozen=True, slots=True)
class RecordProject:
    """A project by its top folder and what its settings say about records."""

    top: Path
    rules: RecordRules

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; of one that is too large to be compared only so many that this shows."""
        most = -1 if path.endswith(f"/{RECORD}") else MAX_BYTES + 1
        return WorkTree(self.top, (), most=most).read(path)

    def names(self) -> tuple[str, ...]:
        """The changes that are not archived, sorted."""
        folder = self.top / self.rules.folder
        found = folder.iterdir() if folder.is_dir() else ()
        return tuple(sorted(one.name for one in found if CHANGE_NAME.fullmatch(one.name) and one.is_dir()))

    def folder_of(self, name: str) -> str:
        """The folder of the change `name`. UsageError for an unsafe name, and where a link is on the way."""
        if not CHANGE_NAME.fullmatch(name):
            raise UsageError(f"{name[:80]!r} is no name of a change", hint=NAME_RULE)
        folder = f"{self.rules.folder}/{name}"
        refuse_links(self.top, f"{folder}/{RECORD}")
        return folder

    def review(self, name: str) -> ChangeReview:
        """The review of a change that is there. Raises as `folder_of`, and UsageError for an unknown change."""
        folder = self.folder_of(name)
        if not (self.top / folder).is_dir():
            known = self.names()
            near = difflib.get_close_matches(name, known, n=1)
            none = f"there is none yet: `code-review record start --change {name}` begins it with a review"
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}" if known else none
            raise UsageError(f"there is no change called {name} in {self.rules.folder}", hint=hint)
        return judge(folder, self.rules, self.read)

    def reviews(self) -> tuple[ChangeReview, ...]:
        """Those of all changes that are not archived, and of folders with a record whose name is no name of a change.

        One that cannot be looked at does not keep the others from it: the reason is its problem. UsageError where the
        folder of all changes is a link.
        """
        refuse_links(self.top, self.rules.folder)
        return (*map(self._review, self.names()), *self._misnamed())

    def _review(self, name: str) -> ChangeReview:
        try:
            return self.review(name)
        except (UsageError, ConfigurationError) as error:
            folder = f"{self.rules.folder}/{name}"
            return unreadable(folder, error.reason.removeprefix(f"{folder}/").replace(folder, "its folder", 1))

    def _misnamed(self) -> Iterator[ChangeReview]:
        folder = self.top / self.rules.folder
        for one in sorted(folder.iterdir()) if folder.is_dir() else ():
            if not CHANGE_NAME.fullmatch(one.name) and one.name != ARCHIVE and (one / RECORD).is_file():
                said = f"the name of its folder is no name of a change, so no command looks at it: {NAME_RULE}"
                yield unreadable(printable_path(f"{self.rules.folder}/{one.name}"), said)


def open_records(cwd: Path) -> RecordProject:
    """The project around `cwd` under its own settings as they lie in the work tree; nobody else's count for records.

    Raises UsageError where there is no project, ConfigurationError for broken settings.
    """
    top = _top(cwd)
    source = WorkTree(top, tuple(f"{name}/" for name in FIXED_FILES if (top / name).is_dir()))
    project = project_layer(source)
    settings = merge((*((project,) if project else ()), default_layer()))
    config = source.read(REVIEW_CONFIG_FILE)
    lenses = lenses_of(top)
    off = switched_off(config, lenses) if config is not None else ()
    return RecordProject(top, rules_of(settings, off, reviewers=(*lenses, *BUILT_IN_IDS)))


def _top(cwd: Path) -> Path:
    for mark in _MARKS:
        for folder in (cwd, *cwd.parents):
            if (folder / mark).exists():
                return folder
    raise UsageError("there is no project here", hint="start inside of the repository whose changes are reviewed")


def lenses_of(top: Path) -> tuple[str, ...]:
    """The names of all lenses: those of this installation and those that the project has in its work tree."""
    own = sorted(path.stem for path in (top / _OWN_LENSES).glob("*.md"))
    return (*(lens.name for lens in shipped_lenses()), *own)
