"""Change-size gate: a very small change is read by the lenses that stay meaningful at any size."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from orchestrator.scope.diff import NumstatEntry
from orchestrator.values.change import Change, ChangedFile, Status

KEEP_AGENTS = ("security-review", "correctness-review", "spec-compliance-review", "doc-review")
MAX_FILES = 3
MAX_ADDED_LINES = 20
# The review's own machinery. A small change to what decides about changes never gets the small review:
# folders (at any depth) that hold lenses, their knowledge, the orchestrator, agent configuration or hooks ...
MACHINERY_FOLDERS = frozenset(
    {"hooks", ".husky", ".githooks", "agents", "knowledge", "orchestrator", ".claude", ".code-review", "code-review"}
)
# ... and the files that set policy or start the review.
MACHINERY_FILES = frozenset(
    {
        "accepted-risks.md",
        "review-config.json",
        "review-context.md",
        "claude.md",
        "agents.md",
        ".pre-commit-config.yaml",
        ".pre-commit-hooks.yaml",
        "changed_file_list.py",
        "select_lenses.py",
        "change_shape.py",
        "change_size.py",
        "change_impact.py",
        "dispatch_waves.py",
        "dispatch_reconcile.py",
        "consolidate.py",
        "repo_invariants.py",
    }
)


@dataclass(frozen=True, slots=True)
class ChangeSize:
    """How big the change is; `keep_agents` is what the fast path keeps of the lenses that always run."""

    files_changed: int
    added_lines: int
    qualifies_for_fast_path: bool
    keep_agents: tuple[str, ...] = KEEP_AGENTS


def change_size(entries: Sequence[NumstatEntry]) -> ChangeSize:
    """The size of the change; a file listed twice (staged and unstaged) is one file whose lines add up.

    Never qualifies: no file, a file without counted lines, review machinery.
    """
    files = {entry.path for entry in entries}
    added = sum(entry.added or 0 for entry in entries)
    countable = all(entry.added is not None for entry in entries)
    machinery = any(is_review_machinery(path) for entry in entries for path in (entry.path, entry.old_path or ""))
    small = 0 < len(files) <= MAX_FILES and added <= MAX_ADDED_LINES
    return ChangeSize(len(files), added, small and countable and not machinery)


def is_review_machinery(path: str) -> bool:
    """True when the file takes part in deciding how changes are reviewed; letter case does not matter."""
    *folders, name = PurePosixPath(path.lower()).parts or ("",)
    return name in MACHINERY_FILES or not MACHINERY_FOLDERS.isdisjoint(folders)


def entries_of(change: Change) -> tuple[NumstatEntry, ...]:
    """The entries of a change that is known in full."""
    return tuple(_entry(file) for file in change.files)


def _entry(file: ChangedFile) -> NumstatEntry:
    # A modified file without hunks whose mode did not change either was not understood, so nothing was counted.
    opaque = file.status is Status.MODIFIED and not file.hunks and file.old_mode == file.new_mode
    if file.binary or file.is_submodule or file.status is None or opaque:
        return NumstatEntry(file.path, None, None, file.old_path)
    return NumstatEntry(file.path, file.added_count, file.removed_count, file.old_path)
