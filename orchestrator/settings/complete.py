"""Completing a settings file: what is missing is put in as text, and every character that stands there stays."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from orchestrator.settings.aliases import canonical, snake
from orchestrator.settings.parse import MODES, UNREADABLE, leaves
from orchestrator.settings.places import (
    FLOW,
    compose,
    end_of_content,
    entry_at,
    insert,
    is_absent,
    is_block,
    next_line,
    why_unfit,
)
from orchestrator.settings.template import Modes, indented, key_text, mode_text, modes_text, top_level_keys
from orchestrator.strict_yaml import load_fast


@dataclass(frozen=True, slots=True)
class Missing:
    """Top-level keys, whole built-in modes by id, and keys of built-in modes by id, that a file does not hold."""

    keys: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that is missing, as dotted keys."""
        inner = (f"{MODES}.{name}.{key}" for name, keys in self.parts.items() for key in keys)
        return (*self.keys, *(f"{MODES}.{name}" for name in self.modes), *inner)

    def __bool__(self) -> bool:
        """True when anything is missing."""
        return bool(self.keys or self.modes or self.parts)


@dataclass(frozen=True, slots=True)
class Completion:
    """`text` is the whole file, unchanged when nothing was `added` (dotted keys).

    `refused` says why something that is missing was not added; `by_style` that this is for the way the file is written
    alone, which is no mistake.
    """

    text: str
    added: tuple[str, ...] = ()
    refused: str = ""
    by_style: bool = False


def missing(data: Mapping[Any, Any], modes: Modes) -> Missing:
    """What a file that holds `data` lacks. In a group, and in the `settings` of a mode, nothing is ever missing."""
    present = {canonical(str(name)) for name in data} | {
        canonical(written).partition(".")[0] for written, _ in leaves(data)
    }
    absent = tuple(name for name in top_level_keys() if name not in present)
    if MODES in absent:
        return Missing(absent)
    own = data.get(MODES) or {}
    lacking = {
        name: tuple(key for key in mode if key not in map(snake, map(str, own[name] or ())))
        for name, mode in modes.items()
        # What is no mode at all is not completed: somebody is told of it.
        if isinstance(own.get(name, 0), dict | None)
    }
    return Missing(
        absent,
        tuple(name for name in modes if name not in own),
        {name: keys for name, keys in lacking.items() if keys},
    )


def complete(text: str, modes: Modes) -> Completion:
    """Completes the settings file `text`, which `parse_layer` has accepted. `modes` are the built-in ones, by id."""
    data = load_fast(text) or {}
    lacking = missing(data, modes)
    if not lacking:
        return Completion(text)
    unfit = why_unfit(text)
    if unfit:
        return Completion(text, refused=unfit, by_style=unfit == FLOW)
    # An empty line before each key, unless it would belong to a text at the end of the file.
    for gap in ("\n", ""):
        parts, added, refused = _parts(text, lacking, modes, gap)
        done = insert(text, parts)
        if added and _holds(done, data, modes, lacking, added):
            return Completion(done, added, refused, by_style=bool(refused))
    return Completion(text, refused=refused or "what it says would change", by_style=bool(refused))


def _parts(text: str, lacking: Missing, modes: Modes, gap: str) -> tuple[list[tuple[int, str]], tuple[str, ...], str]:
    """Where which lines go, the dotted keys that come with them, and why others do not."""
    root = compose(text)
    column = root.start_mark.column if root is not None else 0
    found: list[tuple[int, str]] = []
    added: list[str] = []
    refused = ""
    for name, lines in _mode_lines(lacking, modes).items():
        place = _place(text, root, (MODES, name) if name in lacking.parts else (MODES,))
        if place is None:
            refused = f"{MODES} or one of its entries is written in braces"
            continue
        found.append((place[0], indented(lines, place[1])))
        added += [f"{MODES}.{name}.{key}" for key in lacking.parts.get(name, ())] or [f"{MODES}.{name}"]
    if lacking.keys:
        keys = gap.join(key_text(name, modes) for name in lacking.keys)
        found.append((len(text), indented((gap if _needs_gap(text) else "") + keys, column)))
    return found, (*lacking.keys, *added), refused


def _needs_gap(text: str) -> bool:
    lines = text.removeprefix("\ufeff").splitlines()
    return any(map(str.strip, lines)) and bool(lines[-1].strip())


def _mode_lines(lacking: Missing, modes: Modes) -> Mapping[str, str]:
    parts = {name: mode_text({key: modes[name][key] for key in keys}) for name, keys in lacking.parts.items()}
    return {**parts, **{name: modes_text({name: modes[name]}) for name in lacking.modes}}


def _place(text: str, node: yaml.Node | None, names: tuple[str, ...]) -> tuple[int, int] | None:
    """The index and the column for what goes below the entry that `names` lead to; None where nothing can go."""
    pair = entry_at(node, names[0])
    if pair is None or names[1:]:
        return _place(text, pair[1], names[1:]) if pair else None
    key, value = pair
    if is_absent(value):
        return next_line(text, value.end_mark.index), key.start_mark.column + 2
    return (next_line(text, end_of_content(value)), value.start_mark.column) if is_block(value) else None


def _holds(text: str, data: Mapping[Any, Any], modes: Modes, lacking: Missing, added: tuple[str, ...]) -> bool:
    """True when `text` still says all of `data`, and what was added with it."""
    try:
        after = load_fast(text)
    except UNREADABLE:
        return False
    still = missing(after, modes).names
    return _contains(after, data, 0) and not set(added) & set(still) and set(still) <= set(lacking.names)


def _contains(after: Any, before: Any, depth: int) -> bool:
    """True when `after` says what `before` said; at the top, in `modes` and in each mode it may say more."""
    if before is None and 0 < depth <= 2:
        return after is None or isinstance(after, dict)
    if depth > 2 or not isinstance(before, dict):
        return bool(after == before)
    return isinstance(after, dict) and all(
        name in after and (_contains(after[name], part, depth + 1) if depth or name == MODES else after[name] == part)
        for name, part in before.items()
    )
