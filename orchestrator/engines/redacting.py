"""Secrets out of everything that leaves the machine: a wrapper around any engine whose messages do."""

from dataclasses import replace

from orchestrator.redaction import redact
from orchestrator.seams import Engine
from orchestrator.values.turn import EngineInfo, Message, Turn, TurnRequest


class RedactingEngine:
    """Hands `engine` every message without its secrets (seams.Engine). Numbers of lines stay as they are."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        # The shared parts are sent by every lens; one look at each is enough.
        self._known: dict[str, tuple[str, int]] = {}

    @property
    def info(self) -> EngineInfo:
        """The wrapped engine's."""
        return self._engine.info

    @property
    def redactions(self) -> int:
        """How many secret values were taken out so far; a text that is sent several times counts once."""
        return sum(number for _, number in self._known.values())

    async def turn(self, request: TurnRequest) -> Turn:
        """One answer to the redacted request."""
        return await self._engine.turn(replace(request, messages=tuple(map(self._clean, request.messages))))

    def _clean(self, message: Message) -> Message:
        if message.content not in self._known:
            self._known[message.content] = redact(message.content)
        return replace(message, content=self._known[message.content][0])


def guarded(engine: Engine) -> Engine:
    """`engine`, wrapped when what it is sent leaves the machine."""
    return RedactingEngine(engine) if engine.info.leaves_machine else engine


def redactions_of(engine: Engine) -> int:
    """Secret values that were taken out of what `engine` was sent."""
    return engine.redactions if isinstance(engine, RedactingEngine) else 0
