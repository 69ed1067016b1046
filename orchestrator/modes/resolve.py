"""Choosing a mode by name."""

import difflib

from orchestrator.errors import UsageError
from orchestrator.modes.load import Modes
from orchestrator.modes.part import shown
from orchestrator.values.mode import PANEL, Mode

PANEL_DESCRIPTION = "the panel of lenses"


def resolve(modes: Modes, name: str) -> Mode:
    """The mode that `name` chooses for a run: what `find` finds, and that can be chosen.

    Raises UsageError as `find` does, and for a mode that is switched off, naming the place that did so. `panel` is no
    mode: callers ask for it first.
    """
    chosen = find(modes, name)
    if not chosen.enabled:
        raise UsageError(
            f"the mode {chosen.id} is switched off in {modes.switched_off.get(chosen.id, chosen.source)}",
            hint=f"take out modes.{chosen.id}.enabled there, or choose one of these:\n  {listing(modes)}",
        )
    return chosen


def find(modes: Modes, name: str) -> Mode:
    """The mode with the id `name`, else the one with that alias, switched on or off; case counts.

    Raises UsageError for a name that no mode has, with the nearest name and every mode that can be chosen.
    """
    found = next((mode for mode in modes.modes if mode.id == name), None) or next(
        (mode for mode in (*modes.enabled, *modes.modes) if name in mode.aliases), None
    )
    if found is not None:
        return found
    names = [PANEL, *(known for mode in modes.enabled for known in (mode.id, *mode.aliases))]
    near = difflib.get_close_matches(name.lower(), names, n=1)
    asked = f"; did you mean {near[0]}?" if near else ""
    raise UsageError(f"there is no mode {shown(name)}{asked}", hint=listing(modes))


def listing(modes: Modes) -> str:
    """Every mode that can be chosen with its aliases and its description, one a line, the panel first."""
    lines = [f"{PANEL}: {PANEL_DESCRIPTION}"]
    for mode in modes.enabled:
        aliases = f" ({', '.join(mode.aliases)})" if mode.aliases else ""
        lines.append(f"{mode.id}{aliases}: {mode.description or mode.label}")
    return "\n  ".join(lines)
