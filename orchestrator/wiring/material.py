"""Reading the files of the scope once, for every lens and every tool."""

from collections.abc import Iterable
from types import MappingProxyType

from orchestrator.dispatch.payload import Material
from orchestrator.seams import SourceTree
from orchestrator.values.analysis import ToolFinding, ToolRun
from orchestrator.values.change import ChangedFile
from orchestrator.values.text import decode_text
from orchestrator.values.turn import Omission, OmissionKind


def gather_material(
    files: Iterable[ChangedFile],
    tree: SourceTree,
    *,
    has_diff: bool,
    static: tuple[tuple[ToolFinding, ...], int],
    context: str,
    tools: tuple[ToolRun, ...],
) -> Material:
    """Everything payloads are cut from. `static` holds the findings to show and the count of those left out."""
    contents: dict[str, str] = {}
    omissions: dict[str, Omission] = {}
    files = tuple(files)
    for file in files:
        text = _read(file, tree)
        if isinstance(text, Omission):
            omissions[file.path] = text
        elif text is not None:
            contents[file.path] = text
    shown, left_out = static
    return Material(
        has_diff=has_diff,
        contents=MappingProxyType(contents),
        omissions=MappingProxyType(omissions),
        tree=tree.paths(),
        changed_list=tuple((file.path, file.status.value) for file in files if file.status),
        static=shown,
        static_left_out=left_out,
        context=context,
        tools=tuple(f"{run.tool}: {run.status.value}" for run in tools),
    )


def _read(file: ChangedFile, tree: SourceTree) -> str | Omission | None:
    """Text of the new side; None where there is none to show: a deleted file or a submodule pointer."""
    if file.deleted or file.is_submodule:
        return None
    if file.binary:
        return Omission(file.path, "binary", OmissionKind.BINARY)
    data = tree.read(file.path)
    if data is None:
        return Omission(file.path, "could not be read", OmissionKind.UNREAD)
    text = decode_text(data)
    return Omission(file.path, "binary", OmissionKind.BINARY) if text is None else text
