"""What every attempt of a run has at hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol

from orchestrator.dispatch.breaker import Breaker
from orchestrator.dispatch.prefixes import Prefixes
from orchestrator.dispatch.spending import Spending
from orchestrator.seams import Clock, Engine
from orchestrator.values.lens import Lens
from orchestrator.values.outcome import LensResult, ReplyProblem
from orchestrator.values.turn import Payload, Shown, ToolCall, ToolDefinition

NO_TEXTS: Mapping[str, Shown] = MappingProxyType({})


class Judge(Protocol):
    """Judges the reply `text` to `payload`; `extra` holds what reader tools returned, by path."""

    def __call__(self, text: str, payload: Payload, extra: Mapping[str, Shown] = NO_TEXTS) -> LensResult | ReplyProblem:
        """The result, or what was wrong with the reply in words the engine can act on. Never raises for a reply."""
        ...


class Reading(Protocol):
    """The reader tools of one attempt, with what is left of their budget."""

    @property
    def offered(self) -> tuple[ToolDefinition, ...]:
        """The tools that may be called now; empty once the budget is spent."""
        ...

    @property
    def withdrawn(self) -> str:
        """The bound that took the tools away; empty while there are any."""
        ...

    @property
    def shown(self) -> Mapping[str, Shown]:
        """What was handed out, by path: it counts as evidence."""
        ...

    async def run(self, call: ToolCall) -> str:
        """The answer to one call; a refusal is an answer too."""
        ...


class Library(Protocol):
    """Makes the reader tools of one attempt."""

    def open(self, payload: Payload) -> Reading:
        """A reading of its own, with a whole budget."""
        ...


@dataclass(frozen=True, slots=True)
class Answerer:
    """Who answers a lens and how the answer is judged. `models` maps alias to model id."""

    engine: Engine
    judge: Judge
    models: Mapping[str, str]

    def model_of(self, lens: Lens) -> str:
        """The model id that `lens` asks for; `inherit` leaves it to the engine."""
        return self.models.get(lens.model, lens.model) or self.engine.info.default_model


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Everything an attempt needs besides the payload.

    `seconds` bounds one attempt; `routes` maps a lens name to who answers it instead of `engine`; `effort`, when it is
    not empty, is the reasoning level for every lens. `schema` is the JSON Schema of a reply as JSON text.
    """

    engine: Engine
    judge: Judge
    clock: Clock
    contract: str
    marker: str
    models: Mapping[str, str]
    seconds: float
    routes: Mapping[str, Answerer] = field(default_factory=lambda: MappingProxyType({}))
    effort: str = ""
    schema: str = ""
    library: Library | None = None
    spending: Spending | None = None
    breaker: Breaker = field(default_factory=Breaker)
    prefixes: Prefixes = field(default_factory=Prefixes)

    def answerer(self, lens: Lens) -> Answerer:
        """Who answers `lens`."""
        return self.routes.get(lens.name) or Answerer(self.engine, self.judge, self.models)
