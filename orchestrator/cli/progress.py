"""Progress on stderr: one line per stage and per lens, so that a log reads as well as a terminal."""

import sys

from orchestrator.report.safe import shorten
from orchestrator.values.outcome import Completed, Failed, Outcome
from orchestrator.values.text import printable_path

ERROR_LIMIT = 200
_MARKS = {"pass": "ok", "warn": "warn", "fail": "fail", "skip": "skip"}


class StderrProgress:
    """Writes as things happen; a closed stderr is not the review's problem."""

    def stage(self, text: str) -> None:
        """A stage line."""
        self._write(f"· {text}")

    def asked(self, agents: tuple[str, ...], attempt: int) -> None:
        """A wave of several lenses, or the retry of one."""
        if attempt > 1:
            self._write(f"  retry   {', '.join(agents)}")
        else:
            self._write(f"· asking {len(agents)} lens{'es' if len(agents) != 1 else ''}")

    def answered(self, outcome: Outcome) -> None:
        """A lens line."""
        if isinstance(outcome, Completed):
            count = len(outcome.result.findings)
            found = f"  {count} finding{'s' if count != 1 else ''}" if count else ""
            self._write(f"  {_MARKS[outcome.result.status]:<7} {outcome.agent}{found}")
        elif isinstance(outcome, Failed):
            self._write(f"  FAILED  {outcome.agent}: {shorten(printable_path(outcome.error), ERROR_LIMIT)}")

    @staticmethod
    def _write(line: str) -> None:
        encoding = sys.stderr.encoding or "utf-8"
        try:
            sys.stderr.write((line + "\n").encode(encoding, "replace").decode(encoding))
            sys.stderr.flush()
        except OSError:
            return
