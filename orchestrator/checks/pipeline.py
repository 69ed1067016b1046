"""The gate `pipeline-red`: what the last run of the branch's pipeline came to, where `gh` can tell."""

import shutil
from pathlib import Path

from orchestrator.checks.executables import one_line, tool_environment
from orchestrator.seams import Process
from orchestrator.values.analysis import GateResult, GateStatus

PIPELINE = "pipeline-red"
SECONDS = 5.0
_RED = frozenset({"failure", "cancelled", "timed_out", "startup_failure"})
_LONGEST_WORD = 40


async def pipeline_gate(process: Process, top: Path, branch: str, *, stop: bool) -> GateResult:
    """Warns about a red pipeline, fails for it with `stop`. Whoever cannot tell says nothing against the change.

    `branch` is empty when HEAD is on none.
    """
    if not branch:
        return _skipped("HEAD is on no branch")
    program = shutil.which("gh")
    if program is None:
        return _skipped("gh is not installed")
    argv = (program, "run", "list", "--branch", branch, "--limit", "1", "--json", "conclusion", "-q", ".[0].conclusion")
    try:
        done = await process.run(argv, cwd=top, env=tool_environment({"GH_PROMPT_DISABLED": "1"}), seconds=SECONDS)
    except TimeoutError:
        return _skipped(f"gh did not answer within {SECONDS:g} s")
    except OSError:
        return _skipped("gh cannot be started")
    if done.code:
        return _skipped(f"gh cannot tell: {one_line(done.stderr)}")
    return _judged(done.stdout.decode("utf-8", "replace").strip().lower(), branch, stop=stop)


def _judged(conclusion: str, branch: str, *, stop: bool) -> GateResult:
    if conclusion in _RED:
        advice = "look at it with `gh run view --log-failed` before adding to it"
        status = GateStatus.FAIL if stop else GateStatus.WARN
        return GateResult(PIPELINE, status, f"the last run on {branch} ended with {conclusion}; {advice}")
    if not conclusion or conclusion == "null":
        return _skipped(f"no finished run on {branch}")
    if len(conclusion) > _LONGEST_WORD or not conclusion.replace("_", "").isalpha():
        return _skipped("gh printed something that is no conclusion")
    return GateResult(PIPELINE, GateStatus.PASS, f"the last run on {branch} ended with {conclusion}")


def _skipped(why: str) -> GateResult:
    return GateResult(PIPELINE, GateStatus.SKIPPED, why)
