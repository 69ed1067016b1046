"""Detectors that begin before the turns: done once, by whoever comes first, and stopped when the context is left."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Event

import anyio
import pytest

from orchestrator.checks.shared import SharedAnalysis
from orchestrator.engines.offline import OfflineEngine
from orchestrator.engines.offline.ahead import Job, working_ahead
from orchestrator.engines.offline.detectors.base import Detector, Spot, View
from orchestrator.engines.offline.detectors.kinds import is_anything
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.turn import FailureKind, Payload, Reply, Turn, TurnFailure, TurnRequest
from orchestrator.wiring.ahead import Foresighted
from tests.support.trees import MemoryTree, StubAnalyzer
from tests.unit.checks.packs import load_pack
from tests.unit.engines.offline_kit import change_files, payload_of

BEFORE, AFTER = {"a.py": "a = 1\n"}, {"a.py": "a = 1\nb = 2\n"}
FILES = change_files(BEFORE, AFTER)
PAYLOAD = payload_of("naming-review", FILES, AFTER)


def _spot() -> Spot:
    return Spot(
        file="a.py",
        line=2,
        severity=Severity.WARNING,
        confidence=Confidence.HIGH,
        category="vague-name",
        message="b says nothing",
        fix="Name it.",
    )


class Counting:
    """A detector that counts its calls and says when it has been called."""

    def __init__(self, *, fails: bool = False) -> None:
        self.calls = 0
        self.called = Event()
        self._fails = fails

    def __call__(self, view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
        self.calls += 1
        self.called.set()
        if self._fails:
            raise ZeroDivisionError(f"{len(files)} files, diff {view.has_diff}")
        yield _spot()


def _ask(tmp_path: Path, find: Counting, ahead: Payload, *asked: Payload) -> list[Turn]:
    async def main() -> list[Turn]:
        tree = MemoryTree(AFTER)
        async with SharedAnalysis(tree, FILES, (StubAnalyzer("semgrep"), StubAnalyzer("ruff"))) as analysis:
            rules = load_pack(tmp_path / "rules")
            detectors = (Detector("counting", "naming-review", is_anything, find),)
            engine = OfflineEngine(analysis, tree, MemoryTree(BEFORE), rules, detectors=detectors)
            assert isinstance(engine, Foresighted)
            with engine.ahead([ahead]):
                assert await anyio.to_thread.run_sync(find.called.wait, 10)
                requests = (
                    TurnRequest(payload=it, messages=(), model="", effort="", call=1, seconds=60) for it in asked
                )
                return [await engine.turn(request) for request in requests]

    return anyio.run(main)


def test_a_turn_takes_what_was_found_ahead_of_it(tmp_path: Path) -> None:
    find = Counting()
    (turn,) = _ask(tmp_path, find, PAYLOAD, payload_of("naming-review", FILES, AFTER))
    assert isinstance(turn, Reply)
    assert "b says nothing" in turn.text
    assert find.calls == 1


def test_a_second_attempt_and_another_payload_are_looked_at_anew(tmp_path: Path) -> None:
    twice = Counting()
    _ask(tmp_path, twice, PAYLOAD, PAYLOAD, PAYLOAD)
    assert twice.calls == 2
    other = Counting()
    _ask(tmp_path, other, PAYLOAD, payload_of("naming-review", FILES, {"a.py": "a = 1\nb = 3\n"}))
    assert other.calls == 2


def test_a_detector_that_broke_ahead_is_named_in_its_own_turn(tmp_path: Path) -> None:
    (turn,) = _ask(tmp_path, Counting(fails=True), PAYLOAD, PAYLOAD)
    assert turn == TurnFailure(FailureKind.CRASH, "detector counting broke: ZeroDivisionError: 1 files, diff True")


def test_leaving_the_context_begins_nothing_more() -> None:
    begun, go, done = Event(), Event(), []

    def first() -> tuple[Spot, ...]:
        begun.set()
        go.wait(10)
        return ()

    def work(name: str) -> tuple[Spot, ...]:
        done.append(name)
        return ()

    jobs = [Job(PAYLOAD, first), Job(PAYLOAD, lambda: work("second"))]
    with working_ahead(jobs):
        assert begun.wait(10)
    go.set()
    assert jobs[0].answer() == ()
    assert done == []


def test_who_asks_for_work_that_has_not_begun_does_it_and_gets_its_error() -> None:
    held, asked = Event(), []

    def hold() -> tuple[Spot, ...]:
        held.wait(10)
        return ()

    def explode() -> Iterable[Spot]:
        asked.append("second")
        raise ZeroDivisionError("foreign code")

    second = Job(PAYLOAD, lambda: tuple(explode()))
    with working_ahead([Job(PAYLOAD, hold), second]):
        for _ in range(2):
            with pytest.raises(ZeroDivisionError, match="foreign code"):
                second.answer()
        held.set()
    assert asked == ["second"]
