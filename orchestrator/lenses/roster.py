"""The roster: which lenses run over this change, in which order, and why the others do not."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from orchestrator.errors import UsageError
from orchestrator.lenses.frameworks import FRAMEWORKS, Reader, framework_lenses
from orchestrator.lenses.impact import change_impact
from orchestrator.lenses.review_config import nearest
from orchestrator.lenses.select import select_lenses
from orchestrator.lenses.shape import change_shape
from orchestrator.lenses.size import change_size, entries_of
from orchestrator.scope.policy_files import REVIEW_CONFIG_FILE
from orchestrator.values.change import Change
from orchestrator.values.lens import Lens, ScopeRule
from orchestrator.values.roster import Drop, Roster

BACKGROUND_AGENTS = ("doc-review", "arch-review", "naming-review", "structure-review")
# The gate accepts a change only when at least this many distinct lenses completed for it.
SMALLEST_PANEL = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterRequest:
    """All that decides the roster. `lenses` come in roster order, the registry's first.

    `manifests` maps path to text (see `frameworks.is_manifest`), `read` gives new-side text of a path or None,
    `enabled` are the flags of review-config.json, `agents` the names given by `--agent`.
    """

    lenses: tuple[Lens, ...]
    change: Change
    read: Reader
    manifests: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    enabled: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType({}))
    background: bool = False
    force: bool = False
    agents: tuple[str, ...] = ()


class _Draft:
    """The roster while it is narrowed. It can only lose lenses, and each loss leaves its reason behind."""

    def __init__(self, lenses: Sequence[Lens]) -> None:
        self.lenses = {lens.name: lens for lens in lenses}
        self.dropped: list[Drop] = []
        self.warnings: list[str] = []

    def drop(self, drops: Iterable[Drop]) -> None:
        for drop in drops:
            if self.lenses.pop(drop.agent, None) is not None:
                self.dropped.append(drop)

    def drop_named(self, names: Iterable[str], by: str, reason: str) -> None:
        self.drop(Drop(name, by, reason) for name in names)

    def drop_unless(self, keep: Callable[[Lens], bool], by: str, reason: str) -> None:
        self.drop_named([name for name, lens in self.lenses.items() if not keep(lens)], by, reason)


def build_roster(request: RosterRequest) -> Roster:
    """Narrows the panel in a fixed order: named agents or background set, review-config.json, Scope, frameworks, gates.

    A lens asked for by name runs whatever the later rules say, on-demand lenses included. The three gates (change
    shape, change size, architectural impact) are also bypassed by `force`, and do not apply to a background run, which
    looks for drift and not at the change. Raises UsageError for a name that is no lens.
    """
    draft = _Draft(request.lenses)
    if request.agents:
        _only_named(draft, request)
        return _finish(draft)
    if request.background:
        draft.drop_unless(lambda lens: lens.name in BACKGROUND_AGENTS, "background", "not part of the background set")
    draft.drop_unless(lambda lens: request.enabled.get(lens.name, True), "settings", f"off in {REVIEW_CONFIG_FILE}")
    _by_scope(draft, request.change)
    _by_framework(draft, request)
    if not (request.force or request.background):
        _by_shape(draft, request.change)
        _by_size(draft, request.change)
        _by_impact(draft, request.change)
    return _finish(draft)


def check_agents(agents: Sequence[str], lenses: Sequence[Lens]) -> None:
    """Raises UsageError for a name that is no lens, offering the nearest one."""
    known = tuple(lens.name for lens in lenses)
    for name in agents:
        if name not in known:
            raise UsageError(f"there is no agent {name}", hint=nearest(name, known))


def _finish(draft: _Draft) -> Roster:
    return Roster(tuple(draft.lenses), tuple(draft.dropped), tuple(draft.warnings))


def _only_named(draft: _Draft, request: RosterRequest) -> None:
    check_agents(request.agents, request.lenses)
    for name in request.agents:
        if request.background and name not in BACKGROUND_AGENTS:
            raise UsageError(f"{name} is not part of the background set", hint=f"it is {', '.join(BACKGROUND_AGENTS)}")
    draft.drop_unless(
        lambda lens: lens.name in request.agents, "agent", f"only {', '.join(request.agents)} was asked for"
    )


def _by_scope(draft: _Draft, change: Change) -> None:
    added = change.added if change.kind.has_diff else None
    selection = select_lenses(tuple(draft.lenses.values()), change.paths, added)
    draft.drop(selection.dropped)
    draft.warnings += selection.warnings


def _by_framework(draft: _Draft, request: RosterRequest) -> None:
    candidates = [name for name in draft.lenses if name in FRAMEWORKS]
    if not candidates:
        return
    manifests = framework_lenses(request.manifests)
    draft.warnings += [f"unreadable-manifest:{path}" for path in manifests.broken]
    for name in candidates:
        framework, files = FRAMEWORKS[name], request.change.files
        if name in manifests.declared:
            if not any(framework.sees(file, request.read) for file in files):
                draft.drop_named([name], "framework", "no file of the change belongs to its framework")
        elif not (manifests.broken and any(framework.distinctive(file, request.read) for file in files)):
            packages = " or ".join(sorted(framework.packages))
            draft.drop_named([name], "framework", f"no manifest depends on {packages}")


def _by_shape(draft: _Draft, change: Change) -> None:
    skipped = change_shape(change.paths).skip_lenses
    draft.drop_named(skipped, "change-shape", "the change has no runtime surface: documentation and configuration only")


def _by_size(draft: _Draft, change: Change) -> None:
    if not change.kind.has_diff:
        return
    size = change_size(entries_of(change))
    always = [name for name, lens in draft.lenses.items() if lens.scope.rule is ScopeRule.ALWAYS]
    surplus = [name for name in always if name not in size.keep_agents]
    # A panel that falls below the smallest the gate accepts would only have to be run again.
    if not size.qualifies_for_fast_path or len(draft.lenses) - len(surplus) < SMALLEST_PANEL:
        return
    reason = f"the change is small: {_count(size.files_changed, 'file')}, {_count(size.added_lines, 'added line')}"
    draft.drop_named(surplus, "change-size", reason)


def _by_impact(draft: _Draft, change: Change) -> None:
    impact = change_impact(change.files if change.kind.has_diff else None, change.paths)
    draft.drop_named(impact.skip_lenses, "architectural-impact", impact.reason or "")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
