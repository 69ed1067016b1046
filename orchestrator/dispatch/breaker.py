"""The circuit breaker: when an engine answers nobody, the rest of the panel is not asked."""

from dataclasses import dataclass, field

from orchestrator.values.turn import FailureKind, TurnFailure

ENOUGH = 3
"""Lenses in a row that an engine must have left without an answer before it counts as down."""
_OUTAGE = frozenset({FailureKind.RETRYABLE, FailureKind.TIMEOUT})


@dataclass(slots=True)
class Breaker:
    """What is known about the engines of one run, by name."""

    down: dict[str, str] = field(default_factory=dict)
    failed: dict[str, set[str]] = field(default_factory=dict)

    def why_down(self, engine: str) -> str:
        """Why nobody needs to ask `engine` any more; empty while it may be asked."""
        return self.down.get(engine, "")

    def answered(self, engine: str) -> None:
        """It lives."""
        self.failed.pop(engine, None)

    def note(self, engine: str, agent: str, failure: TurnFailure) -> None:
        """A call of `agent` got no answer."""
        if failure.everybody:
            self.down.setdefault(engine, failure.detail)
        elif failure.kind in _OUTAGE:
            agents = self.failed.setdefault(engine, set())
            agents.add(agent)
            if len(agents) >= ENOUGH:
                self.down.setdefault(engine, f"{len(agents)} lenses in a row got no answer, last: {failure.detail}")
