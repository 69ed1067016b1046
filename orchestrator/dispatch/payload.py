"""What one lens is shown: its files, their changes, and as much of their content as its need and the budget allow."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from orchestrator.values.analysis import ToolFinding
from orchestrator.values.change import ChangedFile
from orchestrator.values.lens import ContextNeed, Lens
from orchestrator.values.turn import EngineInfo, Omission, OmissionKind, Payload


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What a run has gathered for all its lenses; each payload is cut from it.

    `contents` maps path to text of the new side; `omissions` maps path to the reason it has no text.
    """

    has_diff: bool
    contents: Mapping[str, str]
    omissions: Mapping[str, Omission] = field(default_factory=lambda: MappingProxyType({}))
    tree: tuple[str, ...] = ()
    changed_list: tuple[tuple[str, str], ...] = ()
    static: tuple[ToolFinding, ...] = ()
    static_left_out: int = 0
    context: str = ""
    tools: tuple[str, ...] = ()


def build_payload(lens: Lens, files: tuple[ChangedFile, ...], material: Material, engine: EngineInfo) -> Payload:
    """The payload of `lens` for `files`, within what `engine` can take. Whatever is left out is named in `omissions`.

    Diff and attached content have a budget each, so that a large neighbour never pushes a change out of sight.
    """
    shown, over = _within_budget(files, engine)
    omissions = [*over, *(material.omissions[file.path] for file in shown if file.path in material.omissions)]
    contents: dict[str, str] = {}
    if lens.context is not ContextNeed.DIFF_ONLY or not material.has_diff:
        contents, cut = _attach(shown, material, engine)
        omissions += cut
    structure = lens.context is ContextNeed.PROJECT_STRUCTURE
    return Payload(
        lens=lens,
        files=shown,
        has_diff=material.has_diff,
        contents=MappingProxyType(contents),
        tree=material.tree if structure else (),
        changed_list=material.changed_list if structure and material.has_diff else (),
        static=material.static,
        static_left_out=material.static_left_out,
        context=material.context,
        tools=material.tools,
        omissions=tuple(omissions),
    )


def _within_budget(
    files: tuple[ChangedFile, ...], engine: EngineInfo
) -> tuple[tuple[ChangedFile, ...], tuple[Omission, ...]]:
    if engine.max_total_chars is None:
        return files, ()
    left = engine.max_total_chars
    shown: list[ChangedFile] = []
    over: list[Omission] = []
    for file in files:
        size = sum(len(line.text) + 1 for hunk in file.hunks for line in hunk.lines)
        if size > left:
            over.append(Omission(file.path, f"its diff of {size} characters exceeds the budget", OmissionKind.BUDGET))
            continue
        left -= size
        shown.append(file)
    return tuple(shown), tuple(over)


def _attach(
    files: tuple[ChangedFile, ...], material: Material, engine: EngineInfo
) -> tuple[dict[str, str], list[Omission]]:
    left = engine.max_total_chars
    contents: dict[str, str] = {}
    cut: list[Omission] = []
    for file in files:
        text = material.contents.get(file.path)
        if text is None:
            continue
        limit = _smaller(engine.max_file_chars, left)
        if limit is not None and len(text) > limit:
            cut.append(_too_large(file, len(text), limit))
            continue
        contents[file.path] = text
        left = None if left is None else left - len(text)
    return contents, cut


def _too_large(file: ChangedFile, size: int, limit: int) -> Omission:
    if file.hunks:
        reason = f"{size} characters, limit {limit}: only its changed lines are shown"
        return Omission(file.path, reason, OmissionKind.PARTIAL)
    return Omission(file.path, f"{size} characters, limit {limit}: not shown", OmissionKind.BUDGET)


def _smaller(one: int | None, other: int | None) -> int | None:
    known = [value for value in (one, other) if value is not None]
    return min(known) if known else None
