"""What one lens is shown: its files, their changes, and as much of their content as its need and the budget allow."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from orchestrator.dispatch.pack import Budget, make_packs
from orchestrator.values.analysis import ToolFinding
from orchestrator.values.change import ChangedFile
from orchestrator.values.lens import ContextNeed, Lens
from orchestrator.values.turn import Omission, Pack, Payload


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What a run has gathered for all its lenses; each payload is cut from it.

    `files` are all files under review, `contents` maps path to text of the new side, `omissions` path to the reason it
    has no text. `ignored` says in one line which changed files are ignored.
    """

    has_diff: bool
    contents: Mapping[str, str]
    files: tuple[ChangedFile, ...] = ()
    omissions: Mapping[str, Omission] = field(default_factory=lambda: MappingProxyType({}))
    tree: tuple[str, ...] = ()
    changed_list: tuple[tuple[str, str], ...] = ()
    static: tuple[ToolFinding, ...] = ()
    static_left_out: int = 0
    context: str = ""
    tools: tuple[str, ...] = ()
    ignored: str = ""


@dataclass(slots=True)
class Packer:
    """Packs of all files under review, made once for each budget, so that lenses with one budget share them."""

    material: Material
    files: tuple[ChangedFile, ...]
    _known: dict[Budget, tuple[Pack, ...]] = field(default_factory=dict)

    def packs(self, budget: Budget) -> tuple[Pack, ...]:
        """The packs for `budget`."""
        if budget not in self._known:
            self._known[budget] = make_packs(self.files, self.material.contents, budget)
        return self._known[budget]

    def payloads(self, lens: Lens, files: tuple[ChangedFile, ...], budget: Budget) -> tuple[Payload, ...]:
        """The requests of `lens` for `files`: one as a rule, several when they do not fit into one; at least one."""
        wanted = {file.path for file in files}
        packs = [pack for pack in self.packs(budget) if any(file.path in wanted for file in pack.files)]
        first = packs[0] if packs else Pack(files=())
        # What no pack holds is told once, with the first request.
        lost = tuple(item for pack in self.packs(budget) for item in pack.omissions if item.file in wanted)
        elsewhere = {file.path for pack in packs for file in pack.files}
        stray = tuple(item for item in lost if item.file not in elsewhere)
        return tuple(
            _payload(lens, pack, wanted, self.material, stray if pack is first else ()) for pack in (packs or [first])
        )


def build_payload(
    lens: Lens, files: tuple[ChangedFile, ...], material: Material, budget: Budget
) -> tuple[Payload, ...]:
    """The requests of one lens that shares its packs with nobody."""
    return Packer(material, files).payloads(lens, files, budget)


def _payload(lens: Lens, pack: Pack, wanted: set[str], material: Material, stray: tuple[Omission, ...]) -> Payload:
    files = tuple(file for file in pack.files if file.path in wanted)
    attached = lens.context is not ContextNeed.DIFF_ONLY or not material.has_diff
    structure = lens.context is ContextNeed.PROJECT_STRUCTURE
    unread = tuple(material.omissions[file.path] for file in files if file.path in material.omissions)
    cut = tuple(
        item
        for item in pack.omissions
        if item.file in wanted and item not in stray and (attached or item.kind.incomplete)
    )
    return Payload(
        lens=lens,
        files=files,
        has_diff=material.has_diff,
        contents=_of(pack.contents, wanted) if attached else MappingProxyType({}),
        excerpts=MappingProxyType(
            {path: parts for path, parts in pack.excerpts.items() if path in wanted and attached}
        ),
        pack=pack,
        tree=material.tree if structure else (),
        changed_list=material.changed_list if structure and material.has_diff else (),
        static=material.static,
        static_left_out=material.static_left_out,
        context=material.context,
        tools=material.tools,
        omissions=(*stray, *unread, *cut),
        ignored=material.ignored,
    )


def _of(texts: Mapping[str, str], wanted: set[str]) -> Mapping[str, str]:
    return MappingProxyType({path: text for path, text in texts.items() if path in wanted})
