"""Detectors that begin while gates and tools still run. Who comes first, this thread or the lens's own turn, does the work."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Event, Lock, Thread

from orchestrator.engines.offline.detectors.base import Spot
from orchestrator.values.turn import Payload


class Job:
    """What the detectors of one lens find in one payload: looked for once, however many ask."""

    def __init__(self, payload: Payload, work: Callable[[], tuple[Spot, ...]]) -> None:
        self._payload = payload
        self._work = work
        self._free = Lock()
        self._found: Future[tuple[Spot, ...]] = Future()

    def fits(self, payload: Payload) -> bool:
        """True when the detectors would see the same in `payload`."""
        mine = self._payload
        same = mine.lens == payload.lens and mine.has_diff == payload.has_diff
        return same and mine.files == payload.files and mine.contents == payload.contents

    def do(self) -> None:
        """Does the work unless somebody has begun it. Never raises: what went wrong is for the one who asks."""
        if not self._free.acquire(blocking=False):
            return
        try:
            self._found.set_result(self._work())
        # Kept for `answer`, which raises it in the turn of the lens that it belongs to.
        except Exception as error:  # noqa: BLE001
            self._found.set_exception(error)

    def answer(self) -> tuple[Spot, ...]:
        """The spots; raises what the work raised. Waits where somebody else has begun it."""
        self.do()
        return self._found.result()


@contextmanager
def working_ahead(jobs: Sequence[Job]) -> Iterator[None]:
    """Does `jobs` one after the other in a thread of its own. Leaving the context ends it after the job at hand."""
    stopped = Event()

    def work() -> None:
        for job in jobs:
            if stopped.is_set():
                return
            job.do()

    # A daemon: a detector that never comes back must not keep the program from ending.
    Thread(target=work, name="detectors ahead of their turn", daemon=True).start()
    try:
        yield
    finally:
        stopped.set()
