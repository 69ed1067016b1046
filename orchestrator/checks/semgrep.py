"""semgrep over our own rules: one start for all targets, never the network, never the repository's own wishes."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from orchestrator.checks.executables import one_line, tool_environment
from orchestrator.checks.pack_analyzer import PackAnalyzer
from orchestrator.checks.rule_model import SemgrepRule
from orchestrator.checks.semgrep_output import UnusableOutputError, read_output
from orchestrator.seams import Finished
from orchestrator.values.analysis import ToolRun, ToolStatus

_RULES = "rules.json"


class SemgrepAnalyzer(PackAnalyzer):
    """Analyzer for semgrep."""

    name = "semgrep"

    def reads(self, path: str) -> bool:
        """True for a file that one of the rules is for."""
        return bool(self._rules.semgrep_for((path,)))

    async def analyze(self, root: Path, files: Sequence[str]) -> ToolRun:
        """One start over `root`; rules that read none of `files` are left at home, since loading them takes time."""
        program = self._find(self.name)
        if program is None:
            return self._absent()
        rules = self._rules.semgrep_for(files)
        if not rules:
            return self._nothing("; ".join(("no rule reads any of these files", *self._rules.problems)))
        try:
            finished = await self.start(program, root, rules)
        except OSError as error:
            return self._not_started(error)
        try:
            return read_output(finished.stdout, root, files, rules, self._rules.problems)
        except UnusableOutputError as error:
            why = f"{error}; exit {finished.code}: {one_line(finished.stderr)}"
            return self._failed(ToolStatus.CRASHED, f"crashed: {why}")

    async def start(self, program: str, root: Path, rules: Sequence[SemgrepRule]) -> Finished:
        """One start of `program` with `rules` over `root`, to its end. Raises OSError when it cannot be started."""
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
                semgrep_arguments(program, work / _RULES, root), cwd=root, env=environment, seconds=self._seconds
            )


def semgrep_arguments(program: str, rules: Path, root: Path) -> tuple[str, ...]:
    """The command line of a start over `root`."""
    # The native front end starts three times faster than the Python one and survives a single broken rule.
    return (
        *(program, "scan", "--experimental", "--metrics=off", "--disable-version-check", "--json", "--quiet"),
        *("--disable-nosem", "--no-git-ignore", "--max-target-bytes=0", "--config", str(rules), str(root)),
    )


def _configuration(rules: Sequence[SemgrepRule]) -> str:
    bodies = ",\n".join(rule.body for rule in rules)
    return f'{{"rules": [\n{bodies}\n]}}\n'
