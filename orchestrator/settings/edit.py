"""Changing one value in the text of a settings file: every other character stays."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import yaml

from orchestrator.errors import ConfigurationError
from orchestrator.settings.aliases import canonical, snake
from orchestrator.settings.assign import check_preset, put
from orchestrator.settings.parse import MODES, UNREADABLE, check, groups, layer_of, not_yaml
from orchestrator.settings.paths import Place
from orchestrator.settings.places import (
    Pair,
    compose,
    end_of_content,
    entries,
    insert,
    is_absent,
    is_block,
    next_line,
    why_unfit,
)
from orchestrator.settings.template import indented
from orchestrator.strict_yaml import load_fast

_BREAKS = "\n\r\x85\u2028\u2029"
_BARE = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*")


def set_value(text: str, place: Place, value: Any, source: str) -> str:
    """`text` with `value`, as YAML reads it, at `place`; what stands in the file otherwise is kept as it is.

    Raises ConfigurationError when the setting cannot hold the value, and when the file cannot be edited.
    """
    check_preset(place, value, source)
    data = _data(text, source)
    wanted = _flat(data, source)
    put(wanted, place, value)
    # A mistake in another mode keeps nobody from changing this one.
    mode = place.inner[0] if place.key == MODES and place.inner else ""
    check(place.key, {mode: wanted[MODES][mode]} if mode else wanted[place.key], source)
    trail = _trail(compose(text), place)
    names = (*place.key.split("."), *place.inner)
    if len(trail) == len(names):
        done = _replaced(text, trail[-1], _rendered(value))
    else:
        done = _added(text, trail, _nested(names[len(trail) :], value), source)
    return _checked(done, wanted, source)


def unset_value(text: str, place: Place, source: str) -> str | None:
    """`text` without the entry at `place`; None when it holds none. Raises ConfigurationError as `set_value`."""
    wanted = _flat(_data(text, source), source)
    trail = _trail(compose(text), place)
    if len(trail) < len(place.key.split(".")) + len(place.inner):
        return None
    _drop(wanted, place)
    key, value = trail[-1]
    start = max(text.rfind(end, 0, key.start_mark.index) for end in "\n\r") + 1
    if text[start : key.start_mark.index].strip(" \ufeff"):
        raise _not_editable(source, "the entry does not stand on lines of its own")
    bom = "\ufeff" if text[start] == "\ufeff" else ""
    return _checked(text[:start] + bom + text[next_line(text, end_of_content(value)) :], wanted, source)


def _data(text: str, source: str) -> Mapping[Any, Any]:
    try:
        data = load_fast(text)
    except UNREADABLE as error:
        raise ConfigurationError(not_yaml(error, source), hint="mend the file by hand; it is left as it is") from error
    layer_of(data, source)
    unfit = why_unfit(text)
    if unfit:
        raise _not_editable(source, unfit)
    return data or {}


def _not_editable(source: str, why: str) -> ConfigurationError:
    return ConfigurationError(f"{source}: not changed: {why}", hint="change the file by hand")


def _flat(data: Mapping[Any, Any], source: str) -> dict[str, Any]:
    """The values as the program reads them, as structures that can be changed."""
    return {key: _thawed(value) for key, value in layer_of(data, source).values.items()}


def _thawed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _thawed(part) for name, part in value.items()}
    return [_thawed(part) for part in value] if isinstance(value, tuple) else value


def _drop(values: dict[str, Any], place: Place) -> None:
    *above, last = (place.key, *place.inner)
    for name in above:
        values = values.get(name) or {}
    values.pop(last, None)


def _trail(root: yaml.Node | None, place: Place) -> list[Pair]:
    """The entries that lead to `place`, as far as there are any. A key that is written with its dots is its group's."""
    trail: list[Pair] = []
    reached, node = "", root
    while reached != place.key:
        found = next(
            ((pair, name) for pair, name in _spelled(node, reached) if f"{place.key}.".startswith(f"{name}.")), None
        )
        if found is None:
            return trail
        trail += [found[0]] * (found[1].count(".") + 1 - len(trail))
        node, reached = found[0][1], found[1]
    for depth, name in enumerate(place.inner):
        same: Callable[[str], str] = snake if place.key == MODES and depth == 1 else canonical if place.preset else str
        pair = next((pair for pair in entries(node) if same(pair[0].value) == name), None)
        if pair is None:
            return trail
        trail.append(pair)
        node = pair[1]
    return trail


def _spelled(node: yaml.Node | None, above: str) -> list[tuple[Pair, str]]:
    """The entries of a group with their dotted keys; those of an old name stand for the key of today."""
    found: list[tuple[Pair, str]] = []
    for pair in entries(node):
        key = canonical(f"{above}.{pair[0].value}" if above else pair[0].value)
        found.append((pair, key))
        if key in groups() and isinstance(pair[1], yaml.MappingNode):
            inner = ((one, canonical(f"{key}.{one[0].value}")) for one in entries(pair[1]))
            found += [(one, name) for one, name in inner if not name.startswith(f"{key}.")]
    return found


def _rendered(value: Any) -> str:
    """A value on one line, in a form that is the same inside braces."""
    if isinstance(value, str) and _BARE.fullmatch(value) and load_fast(value) == value:
        return value
    return json.dumps(value, ensure_ascii=False)


def _nested(names: tuple[str, ...], value: Any) -> str:
    lines = f"{_rendered(names[-1])}: {_rendered(value)}\n"
    for name in reversed(names[:-1]):
        lines = f"{_rendered(name)}:\n{indented(lines, 2)}"
    return lines


def _replaced(text: str, pair: Pair, value: str) -> str:
    key, node = pair
    colon = text.index(":", key.end_mark.index) + 1
    first, end = node.start_mark.index, end_of_content(node)
    if is_absent(node):
        return f"{text[:colon]} {value}{text[colon:]}"
    same_line = next_line(text, key.end_mark.index) > first
    if same_line and text[end - 1] not in _BREAKS:
        return text[:first] + value + text[end:]
    # A block: the new value goes behind the key, and what may stand there as a comment stays.
    start, behind = (first, first + len(_header(text[first:]))) if same_line else (colon, colon)
    rest = text[behind : next_line(text, colon)] if same_line else text[colon : next_line(text, colon)]
    return f"{text[:start]}{'' if same_line else ' '}{value}{rest}{text[next_line(text, end) :]}"


def _header(text: str) -> str:
    """The sign of a block of text, without a comment behind it."""
    found = re.match(r"[|>][0-9+-]*", text)
    return found[0] if found else ""


def _added(text: str, trail: list[Pair], lines: str, source: str) -> str:
    """`lines` below the last entry of `trail`, or at the end of the file."""
    if not trail:
        root = compose(text)
        return insert(text, [(len(text), indented(lines, root.start_mark.column if root else 0))])
    key, node = trail[-1]
    if is_absent(node):
        return insert(text, [(next_line(text, node.end_mark.index), indented(lines, key.start_mark.column + 2))])
    if is_block(node):
        return insert(text, [(next_line(text, end_of_content(node)), indented(lines, node.start_mark.column))])
    if not isinstance(node, yaml.MappingNode):
        raise _not_editable(source, f"{key.value} holds a value of its own")
    close = node.end_mark.index - 1
    inside = json.dumps(load_fast(lines), ensure_ascii=False)[1:-1]
    return f"{text[:close]}{', ' if node.value else ''}{inside}{text[close:]}"


def _checked(text: str, wanted: Mapping[str, Any], source: str) -> str:
    """`text` when it says what is `wanted` and nothing else."""
    try:
        data = load_fast(text)
        found = _flat(data, source)
    except (*UNREADABLE, ConfigurationError) as error:
        raise _not_editable(source, "another value would change with it") from error
    if _filled(found) != _filled(_flat(wanted, source)):
        raise _not_editable(source, "another value would change with it")
    return text


def _filled(value: Any) -> Any:
    """`value` without what sets nothing: a file may hold it as an empty entry or not at all."""
    if not isinstance(value, dict):
        return value
    parts = {name: _filled(part) for name, part in value.items()}
    return {name: part for name, part in parts.items() if part is not None and part != {}}
