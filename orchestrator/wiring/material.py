"""Reading the files of the scope once, for every lens and every tool."""

from types import MappingProxyType

from orchestrator.checks.languages import languages_of
from orchestrator.checks.prepass import PrePass
from orchestrator.dispatch.payload import Material
from orchestrator.redaction import is_secret_file
from orchestrator.scope.ignore.visible import visible
from orchestrator.scope.resolve import Resolved
from orchestrator.seams import SourceTree
from orchestrator.values.analysis import ToolRun
from orchestrator.values.change import ChangedFile
from orchestrator.values.text import decode_text
from orchestrator.values.turn import Omission, OmissionKind


def gather_material(
    resolved: Resolved, prepass: PrePass, tools: tuple[ToolRun, ...], context: str, optional: tuple[str, ...] = ()
) -> Material:
    """Everything payloads are cut from: texts, what has no text and why, static findings, tool availability.

    `optional` are lines about tools that are no part of the static analysis.
    """
    change, tree = resolved.change, resolved.tree
    contents: dict[str, str] = {}
    omissions: dict[str, Omission] = {}
    for file in change.files:
        text = _read(file, tree)
        if isinstance(text, Omission):
            omissions[file.path] = text
        elif text is not None:
            contents[file.path] = text
    return Material(
        has_diff=change.kind.has_diff,
        contents=MappingProxyType(contents),
        files=change.files,
        omissions=MappingProxyType(omissions),
        tree=visible(tree, resolved.rules).paths(),
        changed_list=tuple((file.path, file.status.value) for file in change.files if file.status),
        static=prepass.findings,
        static_left_out=prepass.left_out,
        context=context,
        tools=(*(f"{run.tool}: {run.status.value}" for run in tools), *optional),
        ignored=resolved.ignored,
    )


def unshown(file: ChangedFile) -> Omission | None:
    """Why nobody is shown the text of `file`, as far as its name and its change tell; None when they do not."""
    if is_secret_file(file.path):
        return Omission(file.path, "its name says that it holds secrets; never shown", OmissionKind.IGNORED)
    if not file.binary:
        return None
    return Omission(file.path, "binary", OmissionKind.BINARY) if file.deleted else not_text(file.path)


def not_text(path: str) -> Omission:
    """A picture may be binary. Source code with a NUL byte in it still runs somewhere, so not reading it is a gap."""
    if languages_of(path):
        return Omission(path, "its name says source code, but it is not text that git can compare", OmissionKind.UNREAD)
    return Omission(path, "binary", OmissionKind.BINARY)


def _read(file: ChangedFile, tree: SourceTree) -> str | Omission | None:
    """Text of the new side; None where there is none to show: a deleted file or a submodule pointer."""
    if file.deleted or file.is_submodule:
        return None
    gap = unshown(file)
    if gap is not None:
        return gap
    data = tree.read(file.path)
    if data is None:
        return Omission(file.path, "could not be read", OmissionKind.UNREAD)
    text = decode_text(data)
    return not_text(file.path) if text is None else text
