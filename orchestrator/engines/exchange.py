"""The exchange engine: requests as files in a folder, answered by an agent host, a person or a batch system."""

from dataclasses import dataclass, replace
from datetime import timedelta

from orchestrator.engines.answer import AnswerError, read_answer
from orchestrator.engines.exchange_folder import ExchangeFolder, RefusedFileError
from orchestrator.engines.request import identity_of, request_object, script_of
from orchestrator.seams import Clock
from orchestrator.values.turn import EngineInfo, FailureKind, Turn, TurnFailure, TurnRequest

INFO = EngineInfo(
    name="exchange",
    label="answers from an exchange folder",
    rule_based=False,
    leaves_machine=True,
)
PAUSE = 0.5
"""Seconds between two looks into the folder."""
PATIENCE = 6
"""Looks for which a file that makes no sense has to stay as it is before it counts as broken and not as half written."""


@dataclass(frozen=True, slots=True)
class _Half:
    """A response that could not be read, and how often it was seen like that."""

    data: bytes = b""
    seen: int = 0


class ExchangeEngine:
    """Writes one request per turn and waits for its response (seams.Engine).

    A request is named after what it asks, so a later run that asks the same finds the answer waiting.
    """

    def __init__(self, folder: ExchangeFolder, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock

    @property
    def info(self) -> EngineInfo:
        """Whoever answers."""
        return INFO

    async def turn(self, request: TurnRequest) -> Turn:
        """The answer, once there is one. Cancelling leaves the request in the folder, for the next run."""
        name = f"{script_of(request).replace('.', '-')}-{identity_of(request)[:20]}"
        try:
            if self._folder.response(name) is None:
                self._ask(name, request)
            return await self._wait(name)
        except RefusedFileError as error:
            return TurnFailure(FailureKind.FINAL, str(error))

    def _ask(self, name: str, request: TurnRequest) -> None:
        now = self._clock.now()
        times = {"created": now.isoformat(), "expires": (now + timedelta(seconds=request.seconds)).isoformat()}
        self._folder.ask(name, {**request_object(request), "id": name, **times})

    async def _wait(self, name: str) -> Turn:
        half = _Half()
        while True:
            data = self._folder.response(name)
            if data is not None:
                turn = self._read(name, data)
                if not isinstance(turn, AnswerError):
                    return turn
                half = _Half(data, half.seen + 1 if data == half.data else 1)
                if half.seen > PATIENCE:
                    return TurnFailure(FailureKind.MALFORMED, f"{self._folder.set_aside(name)} is no answer: {turn}")
            await self._clock.sleep(PAUSE)

    def _read(self, name: str, data: bytes) -> Turn | AnswerError:
        try:
            turn = read_answer(data, INFO.name)
        except AnswerError as error:
            return error
        if isinstance(turn, TurnFailure):
            # A later question is a new one; the failure must not answer it as well.
            return replace(turn, detail=f"{turn.detail} ({self._folder.set_aside(name)})")
        return turn
