"""Ignored files of a change as the secret gate reads them: no patch was made of them, so their new lines are found here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from orchestrator.seams import SourceTree
from orchestrator.values.change import ChangedFile, DiffLine, Hunk, LineKind
from orchestrator.values.text import decode_text


@dataclass(frozen=True, slots=True)
class IgnoredBatch:
    """Some ignored files with the new side to read them from."""

    files: tuple[ChangedFile, ...]
    tree: SourceTree


def batch_of(files: Sequence[ChangedFile], tree: SourceTree, base: SourceTree) -> IgnoredBatch:
    """`files` with those lines marked as added that the old side does not hold anywhere."""
    return IgnoredBatch(tuple(_marked(file, tree, base) for file in files), tree)


def _marked(file: ChangedFile, tree: SourceTree, base: SourceTree) -> ChangedFile:
    data = None if file.deleted or file.is_submodule else tree.read(file.path)
    text = None if data is None else decode_text(data)
    if text is None:
        return replace(file, binary=data is not None)
    before = base.read(file.old_path or file.path)
    old = frozenset((decode_text(before) or "").split("\n")) if before is not None else frozenset[str]()
    lines = tuple(_added(text, old))
    return replace(file, hunks=(Hunk(0, 0, 1, len(lines), lines),) if lines else ())


def _added(text: str, old: frozenset[str]) -> Iterator[DiffLine]:
    for number, line in enumerate(text.split("\n"), 1):
        if line not in old:
            yield DiffLine(LineKind.ADDED, line, None, number)
