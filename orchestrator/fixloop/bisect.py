"""Which fixes broke the tests: found by halving, taken back one by one, and what is left is known to pass."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

MOST_RUNS = 24
BREAKS = "the project's tests fail with it"
UNDECIDED = "the project's tests still failed after {runs} runs, and it was not shown to be without blame"


@dataclass(frozen=True, slots=True)
class Reverted(Generic[T]):
    """A fix that was taken back, and why."""

    fix: T
    reason: str


@dataclass(frozen=True, slots=True)
class Bisected(Generic[T]):
    """What became of each fix: it is in one of both. `runs` counts how often the tests were run.

    The tests were seen to pass with exactly `kept`, unless that is empty.
    """

    kept: tuple[T, ...]
    reverted: tuple[Reverted[T], ...]
    runs: int


async def bisect(
    fixes: Sequence[T], passes: Callable[[Sequence[T]], Awaitable[bool]], *, most_runs: int = MOST_RUNS
) -> Bisected[T]:
    """Takes back as few of `fixes` (in the order they were applied) as it finds, so that the tests pass with the rest.

    `passes` answers whether the tests pass with exactly the fixes it is given, and False where those cannot be applied
    without the others. Without any fix they are taken to pass. Each breaker costs about log2(len(fixes)) runs; after
    `most_runs` only the first fixes that were seen to pass together are kept.
    """
    search = _Search(tuple(fixes), passes, most_runs)
    while not await search.holds(len(search.fixes)):
        if not await search.narrow():
            return search.given_up()
        search.revert()
    return search.result(search.fixes)


class _Search(Generic[T]):
    """The first `good` of `fixes` pass, the first `bad` do not (0 while nobody knows of any that do not).

    Both stay true for a predicate of any shape: each is set only by a run.
    """

    def __init__(self, fixes: tuple[T, ...], passes: Callable[[Sequence[T]], Awaitable[bool]], left: int) -> None:
        self.fixes = fixes
        self._passes = passes
        self._left = left
        self._runs = 0
        self._good = 0
        self._bad = 0
        self._reverted: list[Reverted[T]] = []

    async def holds(self, count: int) -> bool:
        """Whether the first `count` fixes pass. Without a run left nobody knows, which is no yes."""
        if count <= self._good:
            return True
        if self._runs >= self._left:
            return False
        self._runs += 1
        if await self._passes(self.fixes[:count]):
            self._good = count
            return True
        self._bad = count
        return False

    async def narrow(self) -> bool:
        """Halves what lies between until one fix is to blame; False when the runs do not last for that."""
        if not self._bad:
            return False
        while self._bad - self._good > 1:
            if self._runs >= self._left:
                return False
            await self.holds((self._good + self._bad) // 2)
        return True

    def revert(self) -> None:
        """Takes back the one fix that turned a passing row of fixes into a failing one."""
        self._reverted.append(Reverted(self.fixes[self._good], BREAKS))
        self.fixes = (*self.fixes[: self._good], *self.fixes[self._good + 1 :])
        self._bad = 0

    def given_up(self) -> Bisected[T]:
        """Keeps the fixes that were seen to pass together, and none of the others."""
        reason = UNDECIDED.format(runs=self._runs)
        self._reverted += [Reverted(fix, reason) for fix in self.fixes[self._good :]]
        return self.result(self.fixes[: self._good])

    def result(self, kept: tuple[T, ...]) -> Bisected[T]:
        return Bisected(kept, tuple(self._reverted), self._runs)
