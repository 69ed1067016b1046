"""The circuit breaker: when an engine answers nobody, the rest of the panel is not asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from orchestrator.values.turn import FailureKind, TurnFailure

ENOUGH = 3
"""Lenses in a row that an engine must have left without an answer before it counts as down."""
LOST = 2
"""What the failures of one lens must weigh. A limit that all calls of a wave run into at once, and that is gone when
they come back, is no outage; a call that took all its time has no second one."""
_WEIGHTS: Mapping[FailureKind, int] = MappingProxyType({FailureKind.RETRYABLE: 1, FailureKind.TIMEOUT: LOST})


@dataclass(slots=True)
class Breaker:
    """What is known about the engines of one run, by name."""

    down: dict[str, str] = field(default_factory=dict)
    failed: dict[str, dict[str, int]] = field(default_factory=dict)

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
        elif failure.kind in _WEIGHTS:
            weights = self.failed.setdefault(engine, {})
            weights[agent] = weights.get(agent, 0) + _WEIGHTS[failure.kind]
            lost = sum(weight >= LOST for weight in weights.values())
            if lost >= ENOUGH:
                self.down.setdefault(engine, f"{lost} lenses in a row got no answer, last: {failure.detail}")
