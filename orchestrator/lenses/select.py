"""Scope eligibility: which lenses have something to look at in this list of files."""

from collections.abc import Sequence
from dataclasses import dataclass

from orchestrator.lenses.globs import matching
from orchestrator.lenses.kinds import is_non_executable
from orchestrator.scope.among_tests import is_test_file
from orchestrator.values.lens import Lens, LensScope, ScopeRule
from orchestrator.values.roster import Drop

# Lenses whose own instructions already answer `skip` for documentation, configuration, assets and lock files. Asking
# them about nothing else costs a careful reading and cannot find anything.
NON_EXECUTABLE_SKIP_ELIGIBLE = frozenset({"correctness-review"})


@dataclass(frozen=True, slots=True)
class Selection:
    """Eligible lens names in the given order; warnings for the report; every lens left out with its reason."""

    lenses: tuple[str, ...]
    warnings: tuple[str, ...]
    dropped: tuple[Drop, ...]


@dataclass(frozen=True, slots=True)
class _Decision:
    reason: str = ""
    warning: str = ""
    by: str = "scope"


def select_lenses(lenses: Sequence[Lens], files: Sequence[str] | None, added: Sequence[str] | None) -> Selection:
    """Lenses whose `Scope:` is met. `files` None means the list is unknown: every lens but an on-demand one is kept.

    `added` holds the newly added files of a diff; None means there is no diff, and an added-only lens is then matched
    like a plain glob list. Warnings: a bare name (no `Scope:`, kept), `unnarrowed-added-only:<name>` (kept),
    `skipped-non-executable:<name>` (dropped, informational).
    """
    kept: list[str] = []
    warnings: list[str] = []
    dropped: list[Drop] = []
    for lens in lenses:
        decision = _decide(lens, files, added)
        if decision.warning:
            warnings.append(decision.warning)
        if decision.reason:
            dropped.append(Drop(lens.name, decision.by, decision.reason))
        else:
            kept.append(lens.name)
    return Selection(tuple(kept), tuple(warnings), tuple(dropped))


def _decide(lens: Lens, files: Sequence[str] | None, added: Sequence[str] | None) -> _Decision:
    rule = lens.scope.rule
    if rule is ScopeRule.ON_DEMAND:
        return _Decision("runs only when it is asked for by name")
    if files is not None and not files:
        return _Decision("the change holds no file")
    if rule is ScopeRule.ADDED_ONLY:
        return _added_only(lens, files, added)
    if rule is ScopeRule.UNDECLARED:
        return _Decision(warning=lens.name)
    return _Decision() if files is None else _matched(lens, files)


def _matched(lens: Lens, files: Sequence[str]) -> _Decision:
    if lens.scope.rule is ScopeRule.ALWAYS:
        return _always(lens, files)
    if in_scope(lens.scope, files):
        return _Decision()
    return _Decision("no file is a test" if lens.scope.rule is ScopeRule.TEST_FILES else "no file matches its globs")


def _always(lens: Lens, files: Sequence[str]) -> _Decision:
    if lens.name in NON_EXECUTABLE_SKIP_ELIGIBLE and all(is_non_executable(path) for path in files):
        reason = "every file is documentation, configuration, an asset or a lock file"
        return _Decision(reason, f"skipped-non-executable:{lens.name}", "non-executable")
    return _Decision()


def _added_only(lens: Lens, files: Sequence[str] | None, added: Sequence[str] | None) -> _Decision:
    candidates = files if added is None else added
    if candidates is not None and not in_scope(lens.scope, candidates):
        return _Decision("no file matches its globs" if added is None else "no newly added file matches its globs")
    return _Decision(warning=f"unnarrowed-added-only:{lens.name}" if added is None else "")


def in_scope(scope: LensScope, paths: Sequence[str]) -> tuple[str, ...]:
    """The `paths` that the declaration selects. For added-only the caller passes the added ones."""
    if scope.rule is ScopeRule.TEST_FILES:
        return tuple(path for path in paths if is_test_file(path))
    if scope.rule in {ScopeRule.GLOBS, ScopeRule.ADDED_ONLY}:
        return matching(scope.globs, paths)
    return tuple(paths)
