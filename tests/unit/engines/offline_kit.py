"""One lens's payload from old and new texts, and the spots of a single detector on it."""

from collections.abc import Mapping
from types import MappingProxyType

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.registry import DETECTORS
from orchestrator.values.change import ChangedFile
from orchestrator.values.lens import ContextNeed, Effort, Lens, LensScope, ScopeRule
from orchestrator.values.turn import Payload
from tests.support.trees import MemoryTree, changed, whole

Texts = Mapping[str, str]


def lens(name: str) -> Lens:
    """A lens with nothing but its name."""
    return Lens(
        name=name,
        description="",
        model="haiku",
        effort=Effort.LOW,
        scope=LensScope(ScopeRule.ALWAYS),
        context=ContextNeed.FULL_FILE,
        body="",
        digest="",
    )


def change_files(before: Texts, after: Texts) -> tuple[ChangedFile, ...]:
    """The files in which the two sides differ."""
    paths = sorted({*before, *after})
    return tuple(
        changed(path, before.get(path), after.get(path)) for path in paths if before.get(path) != after.get(path)
    )


def payload_of(name: str, files: tuple[ChangedFile, ...], after: Texts, *, has_diff: bool = True) -> Payload:
    """What the lens is shown: all content of its files."""
    contents = {file.path: after[file.path] for file in files if file.path in after}
    return Payload(lens=lens(name), files=files, has_diff=has_diff, contents=MappingProxyType(contents))


def spots(detector: str, after: Texts, before: Texts | None = None, *, extra: Texts | None = None) -> tuple[Spot, ...]:
    """Spots of `detector` for a change from `before` to `after` (whole files when None); `extra` files stay unchanged."""
    chosen = next(item for item in DETECTORS if item.name == detector)
    rest = extra or {}
    files = tuple(whole(path) for path in after) if before is None else change_files(before, after)
    payload = payload_of(chosen.lens, files, after, has_diff=before is not None)
    base = None if before is None else MemoryTree({**before, **rest})
    view = View(payload, MemoryTree({**after, **rest}), base)
    return tuple(chosen.find(view, tuple(file for file in files if chosen.reads(file.path))))


def places(found: tuple[Spot, ...]) -> list[tuple[str, int, str]]:
    """File, line and category of each spot."""
    return [(spot.file, spot.line, spot.category) for spot in found]
