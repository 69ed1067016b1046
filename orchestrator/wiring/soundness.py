"""What the next run would refuse in settings although their form is right: names that nobody has, unreadable patterns."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from orchestrator.errors import CodeReviewError, UsageError
from orchestrator.modes.load import Modes
from orchestrator.modes.part import nearest
from orchestrator.modes.presets import mode_layer
from orchestrator.modes.resolve import resolve
from orchestrator.scope.ignore.pattern import unreadable
from orchestrator.scope.ignore.sources import patterns_of
from orchestrator.seams import SourceTree
from orchestrator.settings.model import Layer, Settings, Value, merge, preset
from orchestrator.settings.parse import default_layer
from orchestrator.values.mode import PANEL
from orchestrator.wiring.efforts import efforts_of
from orchestrator.wiring.modes import modes_of
from orchestrator.wiring.policy import load_policy, shipped_lenses
from orchestrator.wiring.registry import ENGINES

_ENGINE_KEYS = frozenset({"engine", "provider", "fix.engine"})


@dataclass(frozen=True, slots=True)
class Known:
    """What settings can name here: modes and lenses by name. `engine` would be asked under `settings`; empty for nobody."""

    modes: Modes
    lenses: tuple[str, ...]
    settings: Settings
    engine: str


def known_here(layers: Iterable[Layer | None], tree: SourceTree | None) -> Known:
    """What can be named under `layers`, strongest first, above the defaults; `tree` holds a project's own lenses."""
    settings = merge((*(layer for layer in layers if layer is not None), default_layer()))
    engine = settings.text("engine") or settings.text("provider")
    return Known(modes_of(settings), _lenses(tree), settings, engine)


def _lenses(tree: SourceTree | None) -> tuple[str, ...]:
    try:
        lenses = load_policy(tree).lenses if tree is not None else shipped_lenses()
    except CodeReviewError:
        # Another command tells what is broken; routes to lenses of the release can be judged all the same.
        lenses = shipped_lenses()
    return tuple(lens.name for lens in lenses)


def faults(values: Mapping[str, Value], known: Known) -> tuple[str, ...]:
    """What a run would refuse of `values`, by dotted key, as lines that begin with the key."""
    return tuple(f"{key}: {problem}" for key, value in values.items() for problem in faults_of(key, value, known))


def faults_of(key: str, value: Any, known: Known) -> tuple[str, ...]:
    """The same for one setting, without its key. What sets nothing is never at fault."""
    return tuple(_of(key, value, known)) if value else ()


def _of(key: str, value: Any, known: Known) -> Iterator[str]:
    if key in _ENGINE_KEYS:
        yield from _of_engine(str(value))
    elif key == "routes":
        yield from _of_routes(value, known.lenses)
    elif key == "ignored":
        yield from _of_patterns(patterns_of(value))
    elif key == "record.roles":
        yield from _of_roles(value, known)
    elif key == "mode" and value != PANEL:
        yield from _of_mode(known.modes, str(value))
    elif key == "reasoning_effort":
        yield from _of_effort(str(value), known)


def preset_faults(modes: Modes, settings: Settings) -> tuple[str, ...]:
    """What a run under one of `modes` would refuse of its presets."""
    found = []
    for mode in modes.enabled:
        chosen = preset(settings, mode_layer(mode))
        under = Known(modes, (), chosen, chosen.text("provider") or chosen.text("engine"))
        found += [f"{mode.source}: modes.{mode.id}.settings.{said}" for said in faults(mode.settings, under)]
    return tuple(found)


def _of_engine(name: str) -> Iterator[str]:
    if name not in ENGINES:
        yield f"there is no engine {name}{nearest(name, tuple(ENGINES))} (engines: {', '.join(ENGINES)})"


def _of_routes(value: Any, lenses: tuple[str, ...]) -> Iterator[str]:
    for lens, engine in value.items() if isinstance(value, Mapping) else ():
        if lens not in lenses:
            yield f"there is no lens {lens}{nearest(str(lens), lenses)} (see `code-review lenses list`)"
        yield from _of_engine(str(engine))


def _of_roles(roles: Iterable[str], known: Known) -> Iterator[str]:
    names = (*known.lenses, *(mode.id for mode in known.modes.enabled))
    for role in roles:
        if role not in names:
            yield f"there is no lens and no mode {role}{nearest(role, names)} (see `code-review lenses list` and `modes list`)"


def _of_patterns(patterns: Iterable[str]) -> Iterator[str]:
    for pattern in patterns:
        problem = unreadable(pattern)
        if problem:
            yield f"{pattern!r} is no pattern of paths: {problem}; patterns are written as in .gitignore"


def _of_mode(modes: Modes, name: str) -> Iterator[str]:
    try:
        resolve(modes, name)
    except UsageError as error:
        names = (PANEL, *(mode.id for mode in modes.enabled))
        yield f"{error.reason} (there are {', '.join(names)})"


def _of_effort(effort: str, known: Known) -> Iterator[str]:
    offered = efforts_of(known.engine, known.settings)
    if offered and effort not in offered:
        yield f"{known.engine} offers no reasoning level {effort}; it offers {', '.join(offered)}"
