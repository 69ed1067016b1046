"""What is asked of the scope and what it answers."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from orchestrator.scope.ignore.rules import NO_RULES, IgnoreRules
from orchestrator.seams import SourceTree
from orchestrator.values.change import Change, ScopeKind

WorkTreeFactory = Callable[[tuple[str, ...]], SourceTree]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeRequest:
    """What to review. `since` belongs to SINCE; `paths` (relative to `cwd`) to PATH, and narrows SINCE and STAGED.

    `rules` say which paths are not reviewed.
    """

    kind: ScopeKind
    cwd: Path
    since: str = ""
    paths: tuple[str, ...] = ()
    rules: IgnoreRules = NO_RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """The change and the trees of both sides. `notices` are lines a reader must not miss.

    `restore` is the shell command that brings back the index as it was, empty when nothing was staged. `rules` are
    those in force, and `ignored` says what they took out: one line, empty when it is nothing.
    """

    change: Change
    tree: SourceTree
    base_tree: SourceTree | None
    notices: tuple[str, ...] = ()
    restore: str = ""
    rules: IgnoreRules = NO_RULES
    ignored: str = ""


def counted(number: int, noun: str) -> str:
    """`number` with `noun` in the right number: `1 file`, `2 files`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
