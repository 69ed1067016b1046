"""Packing what a run has gathered into requests: what is worth most goes first, nothing is cut inside a hunk."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from orchestrator.dispatch.excerpts import excerpts_of
from orchestrator.dispatch.value_order import rank
from orchestrator.values.change import ChangedFile, Hunk
from orchestrator.values.turn import EngineInfo, Excerpt, Omission, OmissionKind, Pack

CHARS_PER_TOKEN = 3
"""A cautious guess for code: no tokenizer of any vendor is needed to stay inside a window."""
RESERVED_TOKENS = 24_000
"""Left free in every window for the contract, the lens, static findings and the answer."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Characters for changes, for attached content, and for one attached file; None is no limit.

    Changes and content have a budget each, so that a large neighbour never pushes a change out of sight.
    """

    change: int | None = None
    content: int | None = None
    file: int | None = None


def budget_of(engine: EngineInfo, window: int | None = None) -> Budget:
    """What fits into one request to `engine`; `window` is the context window of the model in tokens."""
    if engine.max_total_chars is None:
        return Budget(file=engine.max_file_chars)
    half = None if window is None else max(window - RESERVED_TOKENS, 1000) * CHARS_PER_TOKEN // 2
    total = engine.max_total_chars if half is None else min(engine.max_total_chars, half)
    return Budget(total, total, total if engine.max_file_chars is None else min(engine.max_file_chars, total))


def make_packs(files: tuple[ChangedFile, ...], texts: Mapping[str, str], budget: Budget) -> tuple[Pack, ...]:
    """As few packs as hold every file of `files`; at least one. `texts` maps path to text of the new side.

    A file without hunks (a scope of whole files) is its text; one whose hunks do not fit together is divided between
    packs; a hunk or text that fits nowhere is an omission of kind budget.
    """
    groups, lost = _groups(files, texts, budget)
    packs = [_filled(tuple(group), texts, budget) for group in groups] or [Pack(files=())]
    return (replace(packs[0], omissions=(*lost, *packs[0].omissions)), *packs[1:])


def change_size(file: ChangedFile) -> int:
    """Characters that the change of `file` takes in a prompt."""
    return sum(map(hunk_size, file.hunks)) + len(file.path) + 40


def hunk_size(hunk: Hunk) -> int:
    """Characters that `hunk` takes in a prompt."""
    # Each line is printed with its kind, its number and a bar.
    return sum(len(line.text) + 10 for line in hunk.lines) + 30


def _groups(
    files: tuple[ChangedFile, ...], texts: Mapping[str, str], budget: Budget
) -> tuple[list[list[ChangedFile]], tuple[Omission, ...]]:
    if budget.change is None:
        return [list(files)], ()
    sizes = {file.path: _weight(file, texts, budget) for file in files}
    if sum(sizes.values()) <= budget.change and all(file.hunks or file.path in texts for file in files):
        return [list(files)], ()
    groups: list[list[ChangedFile]] = []
    lost: list[Omission] = []
    left = 0
    for file in sorted(files, key=lambda one: rank(one.path)):
        parts = (file,) if sizes[file.path] <= budget.change else _divided(file, budget.change)
        if not parts:
            lost.append(_unfitted(file, texts, budget.change))
        for part in parts:
            size = _weight(part, texts, budget)
            if not groups or size > left:
                groups.append([])
                left = budget.change
            groups[-1].append(part)
            left -= size
        if parts and sum(len(part.hunks) for part in parts) < len(file.hunks):
            lost.append(Omission(file.path, "one part of its change is too large to be sent", OmissionKind.BUDGET))
    return groups, tuple(lost)


def _weight(file: ChangedFile, texts: Mapping[str, str], budget: Budget) -> int:
    """What the file takes of the budget for changes; where there are no hunks its text is what is reviewed."""
    if file.hunks or file.status is not None:
        return change_size(file)
    text = texts.get(file.path, "")
    too_large = budget.file is not None and len(text) > budget.file
    return (budget.change or 0) + 1 if too_large else len(text) + len(file.path) + 40


def _divided(file: ChangedFile, limit: int) -> tuple[ChangedFile, ...]:
    """The file in several, each with the hunks that fit together; hunks that are too large alone are left out."""
    parts: list[list[Hunk]] = []
    left = 0
    for hunk in file.hunks:
        size = hunk_size(hunk)
        if size > limit - len(file.path) - 40:
            continue
        if not parts or size > left:
            parts.append([])
            left = limit - len(file.path) - 40
        parts[-1].append(hunk)
        left -= size
    return tuple(replace(file, hunks=tuple(part)) for part in parts)


def _unfitted(file: ChangedFile, texts: Mapping[str, str], limit: int) -> Omission:
    if file.hunks:
        reason = f"its change of {change_size(file)} characters does not fit into a request of {limit}"
    else:
        reason = f"{len(texts.get(file.path, ''))} characters, which no request to this engine holds: not shown"
    return Omission(file.path, reason, OmissionKind.BUDGET)


def _filled(files: tuple[ChangedFile, ...], texts: Mapping[str, str], budget: Budget) -> Pack:
    """`files` with as much of their content as fits: surroundings of all hunks first, then whole files."""
    held = {file.path: texts[file.path] for file in files if file.path in texts}
    if all(_fits(len(text), budget.file) for text in held.values()) and _fits(_total(held.values()), budget.content):
        return Pack(files=files, contents=MappingProxyType(held))
    left = budget.content if budget.content is not None else _total(held.values())
    ordered = sorted((file for file in files if file.path in held), key=lambda one: rank(one.path))
    around: dict[str, tuple[Excerpt, ...]] = {}
    for file in (one for one in ordered if one.hunks):
        parts = excerpts_of(file, held[file.path])
        if parts and _size(parts) <= left:
            around[file.path] = parts
            left -= _size(parts)
    whole: dict[str, str] = {}
    for file in ordered:
        text, spent = held[file.path], _size(around.get(file.path, ()))
        if _fits(len(text), budget.file) and len(text) - spent <= left:
            left -= len(text) - spent
            whole[file.path] = text
    return Pack(
        files=files,
        contents=MappingProxyType({path: whole[path] for path in held if path in whole}),
        excerpts=MappingProxyType({path: parts for path, parts in around.items() if path not in whole}),
        omissions=tuple(_cut(file, len(held[file.path]), around) for file in files if file.path in held.keys() - whole),
    )


def _cut(file: ChangedFile, size: int, around: Mapping[str, object]) -> Omission:
    if not file.hunks:
        return Omission(file.path, f"{size} characters, more than there was room for: not shown", OmissionKind.BUDGET)
    shown = "its changed lines and the code around them" if file.path in around else "its changed lines alone"

    kept = f"{size} characters, more than there was room for: shown are {shown}"
    return Omission(file.path, kept, OmissionKind.PARTIAL)


def _size(parts: tuple[Excerpt, ...]) -> int:
    return sum(len(line) + 9 for part in parts for line in part.lines)


def _total(texts: Iterable[str]) -> int:
    return sum(map(len, texts))


def _fits(size: int, limit: int | None) -> bool:
    return limit is None or size <= limit
