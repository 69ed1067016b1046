"""What tokens cost, and what a run may spend."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from orchestrator.values.turn import Usage

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens. Unknown cache prices follow the usual ratios: written 1.25, read 0.1 of input."""

    input: float
    output: float
    cached_write: float | None = None
    cached_read: float | None = None

    def of(self, usage: Usage) -> float:
        """US dollars for `usage`."""
        written = self.input * 1.25 if self.cached_write is None else self.cached_write
        read = self.input * 0.1 if self.cached_read is None else self.cached_read
        total = usage.input * self.input + usage.cached_write * written + usage.cached_read * read
        return (total + usage.output * self.output) / _MILLION


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one run: US dollars, tokens of any kind, seconds from its start; None is no bound. `prices` by model id."""

    usd: float | None = None
    tokens: int | None = None
    seconds: float | None = None
    prices: Mapping[str, Price] = field(default_factory=lambda: MappingProxyType({}))


NO_LIMITS = Limits()
