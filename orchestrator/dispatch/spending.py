"""What a run has spent and may still spend; asked before each call, so that a bound is kept and not only noticed."""

from dataclasses import dataclass, replace

from orchestrator.dispatch.pack import CHARS_PER_TOKEN
from orchestrator.seams import Clock
from orchestrator.values.price import NO_LIMITS, Limits
from orchestrator.values.turn import Message, Usage

EXPECTED_OUTPUT = 2_000
"""Tokens an answer is expected to take, for estimates alone."""


@dataclass(slots=True)
class Spending:
    """The account of one run. Calls that are under way are counted at their estimate until they come back."""

    clock: Clock
    limits: Limits
    started: float
    spent: Usage = Usage()
    usd: float = 0.0
    pending: int = 0
    pending_usd: float = 0.0

    @classmethod
    def begin(cls, clock: Clock, limits: Limits = NO_LIMITS) -> "Spending":
        """An account that starts now."""
        return cls(clock, limits, clock.monotonic())

    @property
    def seconds_left(self) -> float | None:
        """Seconds of the run's own time, None without a bound."""
        if self.limits.seconds is None:
            return None
        return self.limits.seconds - (self.clock.monotonic() - self.started)

    def refuse(self, model: str, estimate: Usage) -> str:
        """Why a call with this estimate must not be made; empty when it may be."""
        limits = self.limits
        left = self.seconds_left
        if left is not None and left <= 0:
            return f"the run's time of {limits.seconds:g} s is over"
        tokens = self.spent.tokens + self.pending
        if limits.tokens is not None and tokens + estimate.tokens > limits.tokens:
            return (
                f"the budget of {limits.tokens} tokens would be exceeded ({tokens} used, about {estimate.tokens} more)"
            )
        cost = self._usd(model, estimate)
        if limits.usd is not None and self.usd + self.pending_usd + cost > limits.usd:
            return f"the budget of {limits.usd:g} USD would be exceeded ({self.usd:.4f} used, about {cost:.4f} more)"
        return ""

    def open(self, model: str, estimate: Usage) -> None:
        """A call is made now."""
        self.pending += estimate.tokens
        self.pending_usd += self._usd(model, estimate)

    def close(self, model: str, estimate: Usage, actual: Usage) -> Usage:
        """The call came back; returns `actual` with its price where the model has one."""
        self.pending -= estimate.tokens
        self.pending_usd -= self._usd(model, estimate)
        if actual.usd is None and model in self.limits.prices:
            actual = replace(actual, usd=self.limits.prices[model].of(actual))
        self.spent += actual
        self.usd += actual.usd or 0.0
        return actual

    def _usd(self, model: str, usage: Usage) -> float:
        price = self.limits.prices.get(model)
        return 0.0 if price is None else price.of(usage)


def estimate_of(messages: tuple[Message, ...]) -> Usage:
    """A cautious estimate: everything is sent afresh, and the answer has the usual length."""
    return Usage(input=sum(len(one.content) for one in messages) // CHARS_PER_TOKEN, output=EXPECTED_OUTPUT)
