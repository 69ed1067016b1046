"""A mode in the place of a lens, for everything that is told by the lens of a payload."""

from dataclasses import replace
from hashlib import sha256

from orchestrator.values.lens import ContextNeed, Effort, Lens, LensScope, ScopeRule
from orchestrator.values.mode import Mode


def lens_of(mode: Mode, context: ContextNeed = ContextNeed.FULL_FILE) -> Lens:
    """The pseudo-lens of `mode`: it has the mode's name and judges every file of the change.

    Model and effort of the run are not its own; `context` says how much around the change is sent with it, and an
    engine that reads files itself is given no way to do so for `diff-only`.
    """
    return Lens(
        name=mode.id,
        description=mode.description or mode.label,
        model="inherit",
        effort=Effort.MEDIUM,
        scope=LensScope(ScopeRule.ALWAYS),
        context=context,
        body=mode.task,
        digest=sha256(repr(replace(mode, source="")).encode("utf-8", "surrogatepass")).hexdigest(),
    )
