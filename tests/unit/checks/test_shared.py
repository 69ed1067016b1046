from collections.abc import Sequence
from pathlib import Path

import anyio
import pytest

from orchestrator.checks.shared import SharedAnalysis
from orchestrator.seams import Analyzer
from orchestrator.values.analysis import ToolFinding, ToolRun, ToolStatus
from tests.support.trees import MemoryTree, StubAnalyzer, whole

TREE = MemoryTree({"a.py": "x\n", "-odd.py": "y\n", "blob": b"\0"})
FILES = [whole(path) for path in TREE.files]


class FirstFile:
    """Reports line 1 of the first file it is given, by the name it was given."""

    name = "first"

    def __init__(self) -> None:
        self.root: Path | None = None

    def reads(self, path: str) -> bool:
        return path in TREE.files

    async def analyze(self, root: Path, files: Sequence[str]) -> ToolRun:
        self.root = root
        odd = next(file for file in files if file != "a.py")
        finding = ToolFinding(tool="first", rule="r", severity="error", file=odd, line=1, message="m")
        return ToolRun(
            tool="first", status=ToolStatus.OK, findings=(finding,), scanned=tuple(files), partial={odd: "half"}
        )


def _shared(*analyzers: Analyzer) -> SharedAnalysis:
    return SharedAnalysis(TREE, FILES, analyzers)


def test_a_tool_starts_once_however_many_ask() -> None:
    stub = StubAnalyzer("tool", detail="here")
    runs: list[ToolRun] = []

    async def ask(shared: SharedAnalysis) -> None:
        runs.append(await shared.run("tool"))

    async def main() -> None:
        async with _shared(stub) as shared, anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(ask, shared)

    anyio.run(main)
    assert stub.starts == 1
    assert [run.detail for run in runs] == ["here"] * 5


def test_findings_come_back_with_the_paths_of_the_repository() -> None:
    analyzer = FirstFile()

    async def main() -> ToolRun:
        async with _shared(analyzer) as shared:
            return await shared.run("first")

    run = anyio.run(main)
    assert run.findings[0].file == "-odd.py"
    assert run.scanned == ("-odd.py", "a.py")
    assert dict(run.partial) == {"-odd.py": "half", "blob": "binary"}
    assert analyzer.root is not None
    assert not analyzer.root.exists()


def test_a_tool_says_nothing_about_a_file_that_is_not_for_it() -> None:
    tree = MemoryTree({"Dockerfile": b"FROM a\0", "data.json": b"[0" + b",1" * 600_000 + b"]", "a.py": "x\n"})
    files = [whole(path) for path in tree.files]

    async def main() -> tuple[ToolRun, ...]:
        tools = (StubAnalyzer("images", endings=("Dockerfile",)), StubAnalyzer("python", endings=(".py",)))
        async with SharedAnalysis(tree, files, tools) as shared:
            return await shared.all()

    images, python = anyio.run(main)
    assert (dict(images.partial), images.unread) == ({"Dockerfile": "binary"}, frozenset({"Dockerfile"}))
    assert (dict(python.partial), python.unread) == ({}, frozenset())


@pytest.mark.parametrize("status", [ToolStatus.ABSENT, ToolStatus.SKIPPED])
def test_a_tool_that_was_never_started_has_left_no_file_out(status: ToolStatus) -> None:
    async def main() -> ToolRun:
        async with _shared(StubAnalyzer("tool", status=status)) as shared:
            return await shared.run("tool")

    assert dict(anyio.run(main).partial) == {}


def test_a_lens_that_is_cancelled_while_it_waits_takes_nothing_from_the_others() -> None:
    async def main() -> tuple[bool, ToolRun, int]:
        stub = StubAnalyzer("tool", gate=anyio.Event())
        async with _shared(stub) as shared:
            with anyio.move_on_after(0.02) as scope:
                await shared.run("tool")
            assert stub.gate is not None
            stub.gate.set()
            return scope.cancelled_caught, await shared.run("tool"), stub.starts

    cancelled, run, starts = anyio.run(main)
    assert cancelled
    assert (run.status, starts) == (ToolStatus.OK, 1)


def test_leaving_stops_a_tool_that_still_runs() -> None:
    async def main() -> bool:
        with anyio.move_on_after(5) as scope:
            async with _shared(StubAnalyzer("tool", gate=anyio.Event())) as shared:
                with anyio.move_on_after(0.01):
                    await shared.run("tool")
        return scope.cancelled_caught

    assert anyio.run(main) is False


@pytest.mark.parametrize("error", [ValueError("bad\noutput"), OSError("disk full")])
def test_an_adapter_that_breaks_is_a_crashed_tool_for_everybody_who_asks(error: Exception) -> None:
    async def main() -> tuple[ToolRun, ...]:
        async with _shared(StubAnalyzer("tool", error=error), StubAnalyzer("other")) as shared:
            return (*await shared.all(), await shared.run("tool"))

    broken, other, again = anyio.run(main)
    assert (broken.status, other.status) == (ToolStatus.CRASHED, ToolStatus.OK)
    assert str(error).split("\n", 1)[0] in broken.detail
    assert "\n" not in broken.detail
    assert again == broken


def test_what_goes_wrong_inside_comes_out_as_it_is() -> None:
    """A refusal that a person should read must not arrive wrapped in a group of exceptions."""

    async def main() -> None:
        async with _shared(StubAnalyzer("tool", gate=anyio.Event())) as shared:
            with anyio.move_on_after(0.05):
                await shared.run("tool")
            raise LookupError("told as it is")

    with pytest.raises(LookupError, match="told as it is"):
        anyio.run(main)


def test_an_unknown_tool_is_absent() -> None:
    async def main() -> ToolRun:
        async with _shared() as shared:
            return await shared.run("mypy")

    assert anyio.run(main).status is ToolStatus.ABSENT


def test_outside_its_context_nothing_starts() -> None:
    with pytest.raises(RuntimeError, match="inside the context"):
        anyio.run(_shared(StubAnalyzer("tool")).run, "tool")
