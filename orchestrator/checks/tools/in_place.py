"""Tools that need the project's installed packages: they run in the work tree, or say why they do not."""

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from orchestrator.checks.tools.adapter import SpecAnalyzer, ToolSpec, Workplace
from orchestrator.seams import Process
from orchestrator.values.analysis import ToolRun, ToolStatus

PROGRAMS = "node_modules/.bin"
_OTHER_NAME = "its name is not one that a tool reads safely"


@dataclass(frozen=True, slots=True)
class WorkTreePlace:
    """Where such a tool may run: `top` when the work tree holds what is reviewed and its code may run, else `why` not."""

    top: Path | None
    why: str = ""


class InPlaceAnalyzer(SpecAnalyzer):
    """Analyzer inside `place`, with the program that the project installed.

    It obeys the project's configuration, which is code of the project; whoever makes `place` has decided that it may run.
    """

    def __init__(self, process: Process, spec: ToolSpec, place: WorkTreePlace, *, seconds: float = 120.0) -> None:
        super().__init__(process, spec, seconds=seconds)
        self._place = place

    async def analyze(self, root: Path, files: Sequence[str]) -> ToolRun:
        """One start in the work tree for those `files` that the tool reads; `root` holds the same bytes."""
        spec, top = self._spec, self._place.top
        if top is None:
            return ToolRun(tool=spec.name, status=ToolStatus.SKIPPED, detail=self._place.why)
        program = shutil.which(spec.name, path=str(top / PROGRAMS))
        if program is None:
            detail = f"{spec.name} is not installed in the project"
            return ToolRun(tool=spec.name, status=ToolStatus.ABSENT, detail=detail, hint=spec.hint)
        targets = [file for file in files if spec.reads(file)]
        there = tuple(file for file in targets if _is_file(top, file))
        left_out = {file: f"{spec.name}: {_OTHER_NAME}" for file in targets if file not in there}
        if not there:
            return ToolRun(tool=spec.name, status=ToolStatus.OK, partial=MappingProxyType(left_out))
        with tempfile.TemporaryDirectory(prefix=f"code-review-{spec.name}-") as folder:
            run = await self._started(program, Workplace(top, there, Path(folder)), {"NO_COLOR": "1"})
        return self._judged(run, root, left_out)


def _is_file(top: Path, name: str) -> bool:
    return (top / name).is_file()
