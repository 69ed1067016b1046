"""Stage 3 as a run needs it: the roster, and the files each lens gets to see."""

from dataclasses import dataclass

from orchestrator.lenses.files import lens_files
from orchestrator.lenses.frameworks import is_manifest
from orchestrator.lenses.roster import RosterRequest, build_roster
from orchestrator.scope.resolve import Resolved
from orchestrator.seams import SourceTree
from orchestrator.values.change import ChangedFile
from orchestrator.values.lens import Lens
from orchestrator.values.roster import Roster
from orchestrator.values.text import decode_text
from orchestrator.wiring.policy import Policy

Seats = tuple[tuple[Lens, tuple[ChangedFile, ...]], ...]


@dataclass(frozen=True, slots=True)
class PanelRequest:
    """What narrows or widens the panel."""

    agents: tuple[str, ...] = ()
    background: bool = False
    force: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """The roster, and a seat for each lens of it with its files."""

    roster: Roster
    seats: Seats


def choose_panel(request: PanelRequest, policy: Policy, resolved: Resolved) -> Panel:
    """Raises UsageError for a lens name that does not exist."""
    read = Texts(resolved.tree)
    roster = build_roster(
        RosterRequest(
            lenses=policy.lenses,
            change=resolved.change,
            read=read,
            manifests={path: read(path) or "" for path in resolved.tree.paths() if is_manifest(path)},
            enabled=policy.enabled,
            background=request.background,
            force=request.force,
            agents=request.agents,
        )
    )
    lenses = {lens.name: lens for lens in policy.lenses}
    seats = ((lenses[name], lens_files(lenses[name], resolved.change.files, read)) for name in roster.selected)
    return Panel(roster, tuple(seats))


class Texts:
    """Texts of the subject, each decoded once however many lenses ask."""

    def __init__(self, tree: SourceTree) -> None:
        self._tree = tree
        self._known: dict[str, str | None] = {}

    def __call__(self, path: str) -> str | None:
        if path not in self._known:
            data = self._tree.read(path)
            self._known[path] = None if data is None else decode_text(data)
        return self._known[path]
