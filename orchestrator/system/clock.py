"""The door to time, and a clock for tests that moves only when told to."""

import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import TypeVar

import anyio
import anyio.lowlevel

T = TypeVar("T")


class SystemClock:
    """The machine's clock (seams.Clock)."""

    def now(self) -> datetime:
        """Current time, UTC, aware."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds from an arbitrary start; never goes back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Waits `seconds`."""
        await anyio.sleep(seconds)

    async def within(self, seconds: float, work: Callable[[], Awaitable[T]]) -> T:
        """Runs `work`, cancelling it and raising TimeoutError once `seconds` have passed."""
        with anyio.fail_after(seconds):
            return await work()


class FakeClock:
    """A clock that stands still until `advance` (seams.Clock); deadlines are tested without waiting.

    `start` is what `now` says before the first step. Steps are given in seconds.
    """

    def __init__(self, start: datetime = datetime(2024, 1, 1, tzinfo=UTC)) -> None:
        self._start = start
        self._passed = 0.0
        self._order = count()
        self._alarms: dict[int, tuple[float, Callable[[], object]]] = {}

    @property
    def waiting(self) -> int:
        """How many sleeps and deadlines are pending."""
        return len(self._alarms)

    def now(self) -> datetime:
        """The start plus what has been advanced."""
        return self._start + timedelta(seconds=self._passed)

    def monotonic(self) -> float:
        """Seconds advanced so far."""
        return self._passed

    def advance(self, seconds: float) -> None:
        """Moves time on: wakes every sleeper and expires every deadline that falls due, earliest first.

        The woken tasks run at the caller's next await.
        """
        self._passed += seconds
        due = sorted((alarm[0], key) for key, alarm in self._alarms.items() if alarm[0] <= self._passed)
        for _, key in due:
            self._alarms.pop(key)[1]()

    async def until_waiting(self, number: int = 1) -> None:
        """Lets other tasks run until at least `number` sleeps and deadlines are pending."""
        while self.waiting < number:
            await anyio.lowlevel.checkpoint()

    async def sleep(self, seconds: float) -> None:
        """Waits until time has been advanced by `seconds`."""
        woken = anyio.Event()
        with self._alarm(seconds, woken.set):
            await woken.wait()

    async def within(self, seconds: float, work: Callable[[], Awaitable[T]]) -> T:
        """Runs `work`; once time has been advanced by `seconds` it is cancelled and TimeoutError raised."""
        with anyio.CancelScope() as scope, self._alarm(seconds, scope.cancel):
            return await work()
        raise TimeoutError

    @contextmanager
    def _alarm(self, seconds: float, ring: Callable[[], object]) -> Iterator[None]:
        if seconds <= 0:
            ring()
            yield
            return
        key = next(self._order)
        self._alarms[key] = (self._passed + seconds, ring)
        try:
            yield
        finally:
            self._alarms.pop(key, None)
