"""Time, real and told."""

from datetime import UTC, datetime, timedelta

import anyio
import pytest

from orchestrator.system.clock import FakeClock, SystemClock

FOREVER = 10_000.0


def test_the_system_clock_cancels_what_takes_too_long() -> None:
    async def go() -> tuple[str, bool]:
        clock = SystemClock()
        quick = await clock.within(5, _answer)
        before = clock.monotonic()
        with pytest.raises(TimeoutError):
            await clock.within(0.05, lambda: clock.sleep(5))
        return quick, clock.monotonic() - before < 4

    assert anyio.run(go) == ("answer", True)
    assert SystemClock().now().tzinfo is UTC


async def _answer() -> str:
    return "answer"


def test_sleepers_wake_in_order_and_not_before() -> None:
    async def go() -> list[str]:
        clock, woken = FakeClock(), []

        async def sleeper(seconds: float) -> None:
            await clock.sleep(seconds)
            woken.append(f"{seconds:g} at {clock.monotonic():g}")

        async with anyio.create_task_group() as group:
            for seconds in (30, 10, 20):
                group.start_soon(sleeper, seconds)
            await clock.until_waiting(3)
            clock.advance(9)
            assert clock.waiting == 3
            clock.advance(11)
            assert clock.waiting == 1
            await anyio.lowlevel.checkpoint()
            clock.advance(10)
        return woken

    assert anyio.run(go) == ["10 at 20", "20 at 20", "30 at 30"]


def test_a_deadline_expires_when_time_is_advanced() -> None:
    async def go() -> list[str]:
        clock, seen = FakeClock(), []

        async def work() -> None:
            try:
                await anyio.sleep(FOREVER)
            finally:
                seen.append("cancelled")

        async def bounded() -> None:
            with pytest.raises(TimeoutError):
                await clock.within(60, work)
            seen.append("timed out")

        async with anyio.create_task_group() as group:
            group.start_soon(bounded)
            await clock.until_waiting()
            clock.advance(59)
            await anyio.lowlevel.checkpoint()
            assert seen == []
            clock.advance(1)
        assert clock.waiting == 0
        return seen

    assert anyio.run(go) == ["cancelled", "timed out"]


def test_work_within_its_deadline_answers_or_raises() -> None:
    async def go() -> None:
        clock = FakeClock()
        assert await clock.within(1, _answer) == "answer"
        with pytest.raises(ZeroDivisionError):
            await clock.within(1, _broken)
        with pytest.raises(TimeoutError):
            await clock.within(0, lambda: anyio.sleep(FOREVER))
        await clock.sleep(0)
        assert clock.waiting == 0

    anyio.run(go)


async def _broken() -> None:
    raise ZeroDivisionError


def test_now_moves_with_the_steps() -> None:
    start = datetime(2030, 5, 1, tzinfo=UTC)
    clock = FakeClock(start)
    clock.advance(90)
    assert (clock.now(), clock.monotonic()) == (start + timedelta(seconds=90), 90)
