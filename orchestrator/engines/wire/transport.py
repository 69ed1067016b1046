"""One HTTP call whose answer is a stream of events: proxies respected, certificates verified, everything bounded."""

import ssl
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

import anyio

from orchestrator.engines.wire.endpoint import Endpoint, is_encrypted, is_loopback
from orchestrator.engines.wire.failure import NoAnswerError, RefusedRequestError
from orchestrator.engines.wire.sse import END, Event, SseParser, whole_answer
from orchestrator.engines.wire.taxonomy import Problem, problem_of
from orchestrator.seams import Clock
from orchestrator.values.turn import FailureKind, TurnFailure

if TYPE_CHECKING:
    import httpx

MAX_ERROR_BYTES = 64 * 1024
STREAM, JSON = "text/event-stream", "application/json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """Seconds to wait for a connection, for the first byte of an answer and between two pieces of it; bytes it may have."""

    connect: float = 20.0
    first_byte: float = 120.0
    idle: float = 60.0
    max_bytes: int = 16 * 1024 * 1024


class Transport:
    """Calls one endpoint. Each call has a connection of its own, so nothing stays open between calls or behind a run."""

    def __init__(self, endpoint: Endpoint, patience: Patience, clock: Clock) -> None:
        self.endpoint = endpoint
        self._patience = patience
        self._clock = clock

    async def call(self, body: bytes, take: Callable[[Event], bool]) -> None:
        """Sends `body` and hands each event of the answer to `take` until that returns True for the final one.

        A server that does not stream answers whole: then the body of its answer is the one event (see `whole_answer`).
        Raises RefusedRequestError for an answer with an error status and NoAnswerError for everything else that is no
        whole answer; whatever `take` raises goes through.
        """
        # Imported late: this library takes sixty milliseconds, and most commands never speak to anybody.
        import httpx  # noqa: PLC0415

        try:
            client = self._client()
        except (OSError, ValueError, ImportError, httpx.InvalidURL) as error:
            # Proxies and authorities come from the environment, and nobody has checked them before.
            what = f"the proxy or SSL_CERT_FILE of the environment cannot be used: {error}"
            raise NoAnswerError(TurnFailure(FailureKind.FINAL, what, everybody=True)) from error
        try:
            async with client:
                await self._exchange(client, body, take)
        except httpx.TransportError as error:
            raise NoAnswerError(self._broken(error)) from error
        except httpx.DecodingError as error:
            raise NoAnswerError.retryable(f"{self.endpoint.host}: the answer cannot be decoded") from error

    @cached_property
    def _trust(self) -> ssl.SSLContext:
        # Imported late, as above.
        import httpx  # noqa: PLC0415

        # Reading all authorities takes long enough to do it once for the whole panel, and not where nothing is encrypted.
        encrypted = is_encrypted(self.endpoint.url)
        return httpx.create_ssl_context() if encrypted else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

    def _client(self) -> "httpx.AsyncClient":
        # Imported late, as above.
        import httpx  # noqa: PLC0415

        return httpx.AsyncClient(
            verify=self._trust,
            timeout=httpx.Timeout(None, connect=self._patience.connect),
            # What is on this machine is not behind a proxy, whatever the environment says about the rest.
            trust_env=not is_loopback(self.endpoint.url),
        )

    async def _exchange(self, client: "httpx.AsyncClient", body: bytes, take: Callable[[Event], bool]) -> None:
        headers = {"content-type": JSON, "accept": STREAM, "accept-encoding": "identity", **self.endpoint.headers}
        request = client.build_request("POST", self.endpoint.url, content=body, headers=headers)
        patience = anyio.CancelScope(deadline=anyio.current_time() + self._patience.first_byte)
        reader = _Reader(self.endpoint.host, self._patience.max_bytes, take)
        with patience:
            response = await client.send(request, stream=True)
            try:
                if response.status_code != 200:
                    raise RefusedRequestError(await self._problem(response))
                reader.open(response.headers.get("content-type", ""))
                async with aclosing(cast("AsyncGenerator[bytes]", response.aiter_bytes())) as pieces:
                    async for piece in pieces:
                        patience.deadline = anyio.current_time() + self._patience.idle
                        if reader.read(piece):
                            return
                reader.close()
            finally:
                await response.aclose()
        if patience.cancelled_caught:
            raise NoAnswerError.retryable(self._silence(begun=reader.received > 0))

    async def _problem(self, response: "httpx.Response") -> Problem:
        body = b""
        async with aclosing(cast("AsyncGenerator[bytes]", response.aiter_bytes())) as pieces:
            async for piece in pieces:
                body += piece
                if len(body) > MAX_ERROR_BYTES:
                    break
        return problem_of(response.status_code, response.headers, body, self._clock.now())

    def _silence(self, *, begun: bool) -> str:
        if begun:
            return f"{self.endpoint.host}: the answer stopped for {self._patience.idle:g} s in the middle"
        return f"{self.endpoint.host}: no byte of an answer within {self._patience.first_byte:g} s"

    def _broken(self, error: Exception) -> TurnFailure:
        what = f"{self.endpoint.host}: {type(error).__name__}: {error}"
        untrusted = next((cause for cause in _causes(error) if isinstance(cause, ssl.SSLCertVerificationError)), None)
        if untrusted is not None:
            reason = f"{self.endpoint.host}: its certificate is not trusted ({untrusted.verify_message})"
            return TurnFailure(FailureKind.FINAL, reason, everybody=True)
        if str(error).startswith("407"):
            return TurnFailure(FailureKind.FINAL, f"the proxy wants a sign-in: {error}", everybody=True)
        return TurnFailure(FailureKind.RETRYABLE, what)


class _Reader:
    """Takes the body of an answer apart."""

    def __init__(self, host: str, max_bytes: int, take: Callable[[Event], bool]) -> None:
        self.received = 0
        self._host = host
        self._max_bytes = max_bytes
        self._take = take
        self._parser = SseParser()
        self._whole: bytearray | None = None

    def open(self, content_type: str) -> None:
        """Looks at what kind of answer it is."""
        kind = content_type.partition(";")[0].strip().lower()
        if kind == JSON:
            self._whole = bytearray()
        elif kind != STREAM:
            raise NoAnswerError.retryable(f"{self._host}: the answer is {kind or 'of no type'}, not {STREAM}")

    def read(self, piece: bytes) -> bool:
        """True once the final event has been taken; what comes behind it is not looked at."""
        self.received += len(piece)
        if self.received > self._max_bytes:
            what = f"{self._host}: the answer is larger than {self._max_bytes} bytes"
            raise NoAnswerError(TurnFailure(FailureKind.MALFORMED, what))
        if self._whole is not None:
            self._whole += piece
            return False
        try:
            return any(self._take(event) for event in self._parser.feed(piece))
        except UnicodeDecodeError as error:
            raise NoAnswerError.retryable(f"{self._host}: the answer is not valid UTF-8") from error

    def close(self) -> None:
        """The body is over, and `take` has not said that the answer is."""
        if self._whole is None:
            ended = self._take(END)
        else:
            ended = self._take(whole_answer(_text(bytes(self._whole), self._host)))
        if not ended:
            raise NoAnswerError.retryable(f"{self._host}: the answer broke off before its end")


def _text(data: bytes, host: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NoAnswerError.retryable(f"{host}: the answer is not valid UTF-8") from error


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
