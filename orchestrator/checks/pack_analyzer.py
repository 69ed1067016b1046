"""What the tools that run our own rule packs have in common: the pack, the program, the words for a start that failed."""

from collections.abc import Callable

from orchestrator.checks.executables import find_tool
from orchestrator.checks.rules import RulePack
from orchestrator.seams import Process
from orchestrator.values.analysis import ToolRun, ToolStatus


class PackAnalyzer:
    """Base of an Analyzer over `rules`. `seconds` bounds one start; `find` looks the program up."""

    name: str

    def __init__(
        self,
        process: Process,
        rules: RulePack,
        *,
        seconds: float = 180.0,
        find: Callable[[str], str | None] = find_tool,
    ) -> None:
        self._process = process
        self._rules = rules
        self._seconds = seconds
        self._find = find

    def _absent(self) -> ToolRun:
        return ToolRun(
            tool=self.name,
            status=ToolStatus.ABSENT,
            detail=f"{self.name} is not installed",
            hint=f"pip install {self.name}",
        )

    def _nothing(self, why: str) -> ToolRun:
        return ToolRun(tool=self.name, status=ToolStatus.OK, detail=why)

    def _not_started(self, error: OSError) -> ToolRun:
        """`error` is what the start raised: a TimeoutError when it was stopped for time."""
        if isinstance(error, TimeoutError):
            return self._failed(ToolStatus.TIMEOUT, f"was stopped after {self._seconds:g} s")
        return self._failed(ToolStatus.CRASHED, f"could not be started: {error}")

    def _failed(self, status: ToolStatus, what: str) -> ToolRun:
        return ToolRun(tool=self.name, status=status, detail=f"{self.name} {what}")
