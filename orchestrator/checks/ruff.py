"""ruff over Python targets: one start, our selection of codes, none of the repository's settings."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from orchestrator.checks.executables import one_line, tool_environment
from orchestrator.checks.pack_analyzer import PackAnalyzer
from orchestrator.checks.ruff_output import SYNTAX, read_output, unread_files
from orchestrator.checks.rules import RUFF_MAP
from orchestrator.seams import Finished
from orchestrator.values.analysis import ToolRun, ToolStatus

_UNKNOWN = re.compile(r"[Uu]nknown rule selector:? [`']?([A-Z]+\d*)|invalid value '([A-Z]+\d*)' for '--select")
_MOST_UNKNOWN = 10


class RuffAnalyzer(PackAnalyzer):
    """Analyzer for ruff."""

    name = "ruff"

    def reads(self, path: str) -> bool:
        """True for a file of its language."""
        return path.endswith((".py", ".pyi"))

    async def analyze(self, root: Path, files: Sequence[str]) -> ToolRun:
        """One start over `root`; started again only without a code that this ruff does not know."""
        program = self._find(self.name)
        if program is None:
            return self._absent()
        targets = tuple(file for file in files if self.reads(file))
        codes = [code for code in self._rules.ruff if code != SYNTAX]
        if not targets or not codes:
            return self._nothing("no Python file" if codes else "no code mapped")
        try:
            finished, unknown = await self._start(program, root, codes)
        except OSError as error:
            return self._not_started(error)
        detail = "; ".join(f"{RUFF_MAP}: {code} left out: this ruff does not know it" for code in unknown)
        run = read_output(finished.stdout, root, targets, self._rules, detail)
        if finished.code or run is None:
            return self._failed(ToolStatus.CRASHED, f"crashed with exit {finished.code}: {one_line(finished.stderr)}")
        unread = unread_files(finished.stderr, targets)
        return replace(run, partial=MappingProxyType({**run.partial, **unread})) if unread else run

    async def _start(self, program: str, root: Path, codes: list[str]) -> tuple[Finished, tuple[str, ...]]:
        unknown: list[str] = []
        while True:
            wanted = [code for code in codes if code not in unknown]
            finished = await self._process.run(
                ruff_arguments(program, root, wanted), cwd=root, env=tool_environment({}), seconds=self._seconds
            )
            found = _UNKNOWN.search(finished.stderr.decode("utf-8", "replace")) if finished.code else None
            code = (found[1] or found[2]) if found else ""
            if code not in wanted or len(wanted) == 1 or len(unknown) >= _MOST_UNKNOWN:
                return finished, tuple(unknown)
            unknown.append(code)


def ruff_arguments(program: str, root: Path, codes: Sequence[str]) -> tuple[str, ...]:
    """The command line of a start over `root`."""
    # Notebooks are left out: ruff counts their lines per cell, and no other reader of the run does.
    return (
        *(program, "check", "--isolated", "--no-cache", "--output-format", "json", "--exit-zero", "--ignore-noqa"),
        *("--no-respect-gitignore", "--config", "exclude=[]", "--config", 'include=["*.py", "*.pyi"]'),
        *("--target-version", "py313", "--select", ",".join(codes), "--", str(root)),
    )
