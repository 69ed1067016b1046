"""semgrep over our own rules: one start for all targets, never the network, never the repository's own wishes."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from orchestrator.checks.executables import find_tool, one_line, tool_environment
from orchestrator.checks.rule_model import SemgrepRule
from orchestrator.checks.rules import RulePack
from orchestrator.checks.semgrep_output import UnusableOutputError, read_output
from orchestrator.seams import Finished, Process
from orchestrator.values.analysis import ToolRun, ToolStatus

HINT = "pip install semgrep"
_RULES = "rules.json"


class SemgrepAnalyzer:
    """Analyzer for semgrep. `seconds` bounds the start; `find` looks the program up."""

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

    @property
    def name(self) -> str:
        """Name in the report."""
        return "semgrep"

    async def analyze(self, root: Path, files: Sequence[str]) -> ToolRun:
        """One start over `root`; rules that read none of `files` are left at home, since loading them takes time."""
        program = self._find(self.name)
        if program is None:
            return ToolRun(tool=self.name, status=ToolStatus.ABSENT, detail="semgrep is not installed", hint=HINT)
        rules = self._rules.semgrep_for(files)
        if not rules:
            detail = "; ".join(("no rule reads any of these files", *self._rules.problems))
            return ToolRun(tool=self.name, status=ToolStatus.OK, detail=detail)
        try:
            finished = await self._start(program, root, rules)
        except TimeoutError:
            return self._failed(ToolStatus.TIMEOUT, f"semgrep was stopped after {self._seconds:g} s")
        except OSError as error:
            return self._failed(ToolStatus.CRASHED, f"semgrep could not be started: {error}")
        try:
            return read_output(finished.stdout, root, files, rules, self._rules.problems)
        except UnusableOutputError as error:
            why = f"{error}; exit {finished.code}: {one_line(finished.stderr)}"
            return self._failed(ToolStatus.CRASHED, f"semgrep crashed: {why}")

    async def _start(self, program: str, root: Path, rules: Sequence[SemgrepRule]) -> Finished:
        with tempfile.TemporaryDirectory(prefix="code-review-semgrep-") as folder:
            work = Path(folder)
            (work / _RULES).write_text(_configuration(rules), encoding="utf-8")
            environment = tool_environment(
                {
                    "SEMGREP_SEND_METRICS": "off",
                    "SEMGREP_ENABLE_VERSION_CHECK": "0",
                    "SEMGREP_SETTINGS_FILE": str(work / "settings.yml"),
                    "SEMGREP_LOG_FILE": str(work / "semgrep.log"),
                    "SEMGREP_VERSION_CACHE_PATH": str(work / "version"),
                }
            )
            return await self._process.run(
                _arguments(program, work / _RULES, root), cwd=root, env=environment, seconds=self._seconds
            )

    def _failed(self, status: ToolStatus, detail: str) -> ToolRun:
        return ToolRun(tool=self.name, status=status, detail=detail)


def _arguments(program: str, rules: Path, root: Path) -> tuple[str, ...]:
    # The native front end starts three times faster than the Python one and survives a single broken rule.
    return (
        *(program, "scan", "--experimental", "--metrics=off", "--disable-version-check", "--json", "--quiet"),
        *("--disable-nosem", "--no-git-ignore", "--max-target-bytes=0", "--config", str(rules), str(root)),
    )


def _configuration(rules: Sequence[SemgrepRule]) -> str:
    bodies = ",\n".join(rule.body for rule in rules)
    return f'{{"rules": [\n{bodies}\n]}}\n'
