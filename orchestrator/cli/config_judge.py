"""Whether the next run can use a value that is about to be written into a settings file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from orchestrator.errors import CodeReviewError, ConfigurationError
from orchestrator.seams import SourceTree
from orchestrator.settings.model import Layer
from orchestrator.settings.parse import MODES, layer_of
from orchestrator.settings.paths import Place
from orchestrator.strict_yaml import load_fast
from orchestrator.system.git import GitDoor
from orchestrator.wiring.policy import project_layer
from orchestrator.wiring.session import policy_in_work_tree
from orchestrator.wiring.user_settings import load_user_settings

Loaded = TypeVar("Loaded")


@dataclass(frozen=True, slots=True)
class Changed:
    """The new `text` of the settings file `path`, which differs at `place`; `project` for the one of a project."""

    text: str
    path: Path
    place: Place
    project: bool

    @property
    def key(self) -> str:
        """The dotted key that was changed."""
        return ".".join((self.place.key, *self.place.inner))


def judged(changed: Changed) -> tuple[str, ...]:
    """What a run would put right in the mode that was changed. ConfigurationError for what it would refuse."""
    # Imported late: it brings in the engines, and whoever asks for one setting should not wait for them.
    from orchestrator.wiring.soundness import faults_of, known_here  # noqa: PLC0415

    place, tree = changed.place, _tried(lambda: policy_in_work_tree(GitDoor(Path.cwd())))
    layer = layer_of(load_fast(changed.text), str(changed.path))
    other = _other(tree, project=changed.project)
    known = known_here((layer, other) if changed.project else (other, layer), tree)
    problem = next(iter(faults_of(place.preset or place.key, _value(layer, place), known)), "")
    if problem:
        raise ConfigurationError(f"{changed.key}: {problem}", hint="nothing was changed")
    if place.key != MODES or not place.inner:
        return ()
    start = f"{changed.path}: {changed.key}"
    return tuple(said for said in known.modes.about(place.inner[0]) if said.startswith(start))


def _value(layer: Layer, place: Place) -> Any:
    """What stands at `place` now; of routes the one that was changed."""
    value: Any = layer.values.get(place.key)
    if place.preset:
        for name in place.inner:
            value = value.get(name) if isinstance(value, Mapping) else None
    elif place.key == "routes" and place.inner and isinstance(value, Mapping):
        value = {place.inner[0]: value[place.inner[0]]}
    return value


def _other(tree: SourceTree | None, *, project: bool) -> Layer | None:
    """The other file, as far as it can be read: what is wrong there is no reason to refuse anything here."""
    if project:
        return _tried(lambda: load_user_settings(completes=False).layer)
    return _tried(lambda: project_layer(tree) if tree is not None else None)


def _tried(load: Callable[[], Loaded]) -> Loaded | None:
    try:
        return load()
    except CodeReviewError:
        return None
