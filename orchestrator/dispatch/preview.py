"""What a dispatch would send to whom, without sending it."""

from collections.abc import Sequence
from dataclasses import dataclass

from orchestrator.dispatch.desk import Desk
from orchestrator.dispatch.pack import CHARS_PER_TOKEN
from orchestrator.dispatch.prompt import render
from orchestrator.dispatch.spending import estimate_of
from orchestrator.redaction import redact
from orchestrator.values.turn import EngineInfo, Message, Payload, ToolDefinition, ToolUse, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """One request. `estimate` counts everything as sent afresh; `usd` is its price, None where none is known.

    An engine of rules is sent no messages. `tools` are names of what it could call, `redactions` the secret values that
    were taken out of its messages.
    """

    payload: Payload
    engine: EngineInfo
    model: str
    effort: str
    messages: tuple[Message, ...]
    estimate: Usage
    usd: float | None
    tools: tuple[str, ...] = ()
    redactions: int = 0

    @property
    def shared(self) -> tuple[str, ...]:
        """Its parts that other lenses send as well."""
        return tuple(one.content for one in self.messages if one.cache)


@dataclass(frozen=True, slots=True)
class Prefix:
    """What the lenses of one model send word for word alike, counted once: a provider that keeps prefixes reads it again."""

    engine: str
    model: str
    lenses: int
    tokens: int


def plan(payloads: Sequence[Payload], desk: Desk) -> tuple[Planned, ...]:
    """The requests that `dispatch` would make first; lenses without a file are asked nothing."""
    return tuple(_planned(payload, desk) for payload in payloads if payload.files)


def prefixes(planned: Sequence[Planned]) -> tuple[Prefix, ...]:
    """The shared part of each model that more than one lens is sent to."""
    found: list[Prefix] = []
    for engine, model in dict.fromkeys((one.engine.name, one.model) for one in planned):
        mine = [one for one in planned if (one.engine.name, one.model) == (engine, model)]
        lenses = {one.payload.lens.name for one in mine}
        texts = {text for one in mine for text in one.shared if sum(text in other.shared for other in mine) > 1}
        if len(lenses) > 1 and texts:
            found.append(Prefix(engine, model, len(lenses), sum(map(len, texts)) // CHARS_PER_TOKEN))
    return tuple(found)


def _planned(payload: Payload, desk: Desk) -> Planned:
    info = desk.answerer(payload.lens).engine.info
    messages = () if info.rule_based else render(payload, desk.contract, desk.marker)
    reads = desk.library is not None and info.tool_use is ToolUse.NATIVE
    return previewed(payload, desk, messages, desk.library.open(payload).offered if reads and desk.library else ())


def previewed(
    payload: Payload,
    desk: Desk,
    messages: tuple[Message, ...],
    tools: tuple[ToolDefinition, ...] = (),
    *,
    effort: str | None = None,
) -> Planned:
    """The request that `messages` make, with what it may cost; `tools` are offered with it.

    Without an `effort` it is the lens's own, unless the desk has one for all.
    """
    who = desk.answerer(payload.lens)
    info, model = who.engine.info, who.model_of(payload.lens)
    redactions = 0
    if info.leaves_machine:
        masked = [redact(one.content) for one in messages]
        redactions = sum(count for _, count in masked)
        messages = tuple(Message(one.role, text, one.cache) for one, (text, _) in zip(messages, masked, strict=True))
    estimate = estimate_of(messages) if messages else Usage()
    price = desk.spending.limits.prices.get(model) if desk.spending else None
    return Planned(
        payload=payload,
        engine=info,
        model="" if info.rule_based else model,
        effort="" if info.rule_based else _effort(payload, desk) if effort is None else effort,
        messages=messages,
        estimate=estimate,
        usd=price.of(estimate) if price and messages else (0.0 if info.rule_based else None),
        tools=tuple(tool.name for tool in tools),
        redactions=redactions,
    )


def _effort(payload: Payload, desk: Desk) -> str:
    return desk.effort or payload.lens.effort.value
