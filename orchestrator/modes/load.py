"""Reading modes: the built-in ones and what settings files say of them and of others, joined and checked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from orchestrator.modes.part import LONGEST_PROMPT, NAME, NAME_RULE, Part, plain, shown
from orchestrator.modes.presets import presets_of
from orchestrator.modes.vocabulary import categories_of, fields_of, severities_of, verdicts_of
from orchestrator.settings.model import COMMAND_LINE
from orchestrator.values.mode import PANEL, Mode

BUILT_IN = "built-in"
MODE_KEYS = (
    "label",
    "aliases",
    "enabled",
    "description",
    "system_prompt",
    "task",
    "categories",
    "fields",
    "severities",
    "verdicts",
    "settings",
)
GENERAL_PROMPT = (
    "You review one change before it is merged. You report what is wrong with its changed lines, each finding with its proof, and nothing"
    " else: no praise, no summary, no advice without a consequence, nothing that the change neither introduces nor worsens."
)
"""What a mode without a prompt of its own runs under."""

_Say = Callable[[str], None]
_QUOTED = "write it in quotes; the entry is left out"
_NEVER_EMPTY = ("fields", "severities")


@dataclass(frozen=True, slots=True)
class Modes:
    """Every mode, switched-off ones included, built-in ones first; `warnings` say what was put right while reading.

    `subjects` are the ids that the warnings are about, one for each. `switched_off` names the source that switched a
    mode off, by id.
    """

    modes: tuple[Mode, ...]
    warnings: tuple[str, ...] = ()
    switched_off: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    subjects: tuple[str, ...] = ()

    def about(self, name: str) -> tuple[str, ...]:
        """The warnings about the entry `name` alone."""
        return tuple(said for said, subject in zip(self.warnings, self.subjects, strict=True) if subject == name)

    @property
    def enabled(self) -> tuple[Mode, ...]:
        """The modes that can be chosen."""
        return tuple(mode for mode in self.modes if mode.enabled)


def load_modes(layers: Sequence[tuple[str, Mapping[Any, Any]]], built_in: Mapping[str, Mapping[str, Any]]) -> Modes:
    """Joins `built_in` (id to entry) with `layers` (source and entries by id), weakest first.

    Each key directly below a mode replaces the same key of the layers before. Nothing is fatal: what cannot be used is
    left out, and a warning naming source and key says so. An id that is no text was not written in quotes.
    """
    heard: list[tuple[str, str]] = []

    def about(name: str) -> _Say:
        return lambda said: heard.append((name, said))

    entries: dict[str, _Entry] = {}
    every: list[tuple[str, Mapping[Any, Any]]] = [(BUILT_IN, built_in), *layers]
    for source, by_id in every:
        for written, entry in by_id.items():
            name = str(written)
            part = Part(plain(entry), source, f"modes.{shown(name)}", about(name))
            # A number stays none when it is quoted, so that would be no help.
            if isinstance(written, str) or not NAME.fullmatch(name):
                _lay_over(entries, name, part)
            else:
                part.warn(f"YAML reads this name as {shown(written)} and not as a text; {_QUOTED}")
    found = [_mode(name, entry, about(name)) for name, entry in entries.items()]
    off = {mode.id: entries[mode.id].parts["enabled"].source for mode in found if not mode.enabled}
    modes = _without_clashes(found, entries)
    return Modes(modes, tuple(said for _, said in heard), MappingProxyType(off), tuple(name for name, _ in heard))


@dataclass(slots=True)
class _Entry:
    """What is in force of one mode, and the source that changed it last."""

    source: str
    parts: dict[str, Part] = field(default_factory=dict)


def _lay_over(entries: dict[str, _Entry], name: str, entry: Part) -> None:
    if name == PANEL:
        entry.warn(f"{PANEL} is the panel of lenses and cannot be a mode; the entry is left out")
    elif not NAME.fullmatch(name):
        entry.warn(f"this cannot be the id of a mode, and the entry is left out; {NAME_RULE}")
    elif entry.value is None:
        entry.warn("the entry is empty and changes nothing; `enabled: false` switches a mode off")
    elif not isinstance(entry.value, Mapping):
        entry.warn(f"{shown(entry.value)} is not a mapping of keys to values, and the entry is left out")
    else:
        known = entries.setdefault(name, _Entry(entry.source))
        for key, said in entry.record(MODE_KEYS).items():
            if said.value == [] and key in _NEVER_EMPTY and key in known.parts:
                said.warn("an empty list sets nothing, and what stands below it counts")
                continue
            part = _over(known.parts.get(key), said)
            # What a file merely repeats still comes from where it was said first.
            if key not in known.parts or known.parts[key].value != part.value:
                known.parts[key], known.source = part, entry.source


def _over(below: Part | None, part: Part) -> Part:
    """`part` as it counts above `below`. A file gives a key as a whole, the command line single values inside it."""
    if below and part.source == COMMAND_LINE and isinstance(part.value, dict) and isinstance(below.value, dict):
        return replace(part, value={**below.value, **part.value})
    return part


def _mode(name: str, entry: _Entry, say: _Say) -> Mode:
    parts, whole = entry.parts, Part(None, entry.source, f"modes.{name}", say)
    prompt, task = _prompt(parts, "system_prompt"), _prompt(parts, "task")
    if not prompt and not task:
        whole.warn("neither system_prompt nor task says what to review; a general prompt is used")
    return Mode(
        id=name,
        label=(parts["label"].line() if "label" in parts else "") or name,
        aliases=_aliases(parts.get("aliases")),
        enabled=parts["enabled"].flag(default=True) if "enabled" in parts else True,
        description=parts["description"].line() if "description" in parts else "",
        system_prompt=prompt or GENERAL_PROMPT,
        task=task,
        categories=categories_of(parts.get("categories")),
        fields=fields_of(parts.get("fields")),
        severities=severities_of(parts.get("severities", whole)),
        verdicts=verdicts_of(parts.get("verdicts")),
        settings=presets_of(parts.get("settings")),
        source=entry.source,
    )


def _prompt(parts: Mapping[str, Part], key: str) -> str:
    return parts[key].text(LONGEST_PROMPT) if key in parts else ""


def _aliases(part: Part | None) -> tuple[str, ...]:
    found: list[str] = []
    for item in part.items() if part else ():
        name = item.name()
        if name == PANEL:
            item.warn(f"{PANEL} is the panel of lenses and cannot be an alias; it is left out")
        elif name in found:
            item.warn(f"the alias {name} is given already")
        elif name:
            found.append(name)
    return tuple(found)


def _without_clashes(modes: Sequence[Mode], entries: Mapping[str, _Entry]) -> tuple[Mode, ...]:
    """Aliases that mean one mode each. Those of a mode that is switched off are free for others."""
    owners: dict[str, str] = {}
    clear = []
    for mode in modes:
        kept = []
        for alias in mode.aliases:
            place = entries[mode.id].parts["aliases"]
            if alias in entries:
                place.warn(f"{alias} is the id of a mode, and an id wins over an alias; the alias is left out")
            elif mode.enabled and owners.setdefault(alias, mode.id) != mode.id:
                place.warn(f"{alias} is an alias of {owners[alias]} already, and the first one counts")
            else:
                kept.append(alias)
        clear.append(replace(mode, aliases=tuple(kept)))
    return tuple(clear)
