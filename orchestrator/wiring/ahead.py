"""An engine that can looks at the change while gates and tools still run."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from orchestrator.scope.resolve import Resolved
from orchestrator.seams import Engine
from orchestrator.values.change import ChangedFile
from orchestrator.values.lens import ContextNeed, Lens
from orchestrator.values.turn import Payload
from orchestrator.wiring.checks import NO_PREPASS
from orchestrator.wiring.material import gather_material
from orchestrator.wiring.panel import Panel


@runtime_checkable
class Foresighted(Protocol):
    """What an engine offers besides seams.Engine when looking early costs nothing but time."""

    def ahead(self, payloads: Sequence[Payload]) -> AbstractContextManager[None]:
        """Begins in the background, until the context is left. The turns that follow answer as they would without it."""
        ...


def looking_ahead(engine: Engine, panel: Panel, resolved: Resolved) -> AbstractContextManager[None]:
    """The context in which `engine` may look at what the lenses of `panel` will be shown, as far as that is known yet."""
    if not isinstance(engine, Foresighted):
        return nullcontext()
    texts = gather_material(resolved, NO_PREPASS, (), "").contents
    has_diff, limit = resolved.change.kind.has_diff, engine.info.max_file_chars
    shown = {path: text for path, text in texts.items() if limit is None or len(text) <= limit}
    return engine.ahead([_payload(lens, files, shown, has_diff=has_diff) for lens, files in panel.seats])


def _payload(lens: Lens, files: tuple[ChangedFile, ...], texts: Mapping[str, str], *, has_diff: bool) -> Payload:
    """What the lens will be shown but for what tools say. A guess that turns out wrong costs the work, never an answer."""
    attached = lens.context is not ContextNeed.DIFF_ONLY or not has_diff
    contents = {file.path: texts[file.path] for file in files if attached and file.path in texts}
    return Payload(lens=lens, files=files, has_diff=has_diff, contents=MappingProxyType(contents))
