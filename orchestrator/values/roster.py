"""Which lenses run, which do not, and why."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Drop:
    """A lens that does not run. `by` names the rule: scope, framework, settings, change-shape, change-size, ..."""

    agent: str
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Roster:
    """Lens names in dispatch order, what was dropped, and warnings that belong in the report."""

    selected: tuple[str, ...]
    dropped: tuple[Drop, ...] = ()
    warnings: tuple[str, ...] = ()
