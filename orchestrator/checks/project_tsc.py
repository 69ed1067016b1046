"""The TypeScript compiler as the project has it, asked for types only."""

import re
import tempfile
from pathlib import Path

from orchestrator.checks.project_model import (
    Job,
    NotCheckedError,
    Problem,
    ProjectCheck,
    Said,
    judge,
    places,
    split,
    telling_line,
)
from orchestrator.checks.project_start import need_node_modules, node_program, start
from orchestrator.values.analysis import GateStatus

SCRIPTS = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
_ERROR = re.compile(r"^(?P<file>[^\s(].*?)\((?P<line>\d+),\d+\): error (?P<code>TS\d+): (?P<message>.*)$", re.MULTILINE)
_SILENCING = re.compile(r"(?://|/\*)\s*@ts-(?:ignore|expect-error|nocheck)\b")


async def run_tsc(check: ProjectCheck, job: Job) -> Said:
    """Fails for an error on a changed line. A comment of the change that silences the compiler, which has no switch
    against it, is a warning."""
    targets = job.targets(SCRIPTS)
    if not targets:
        return Said(GateStatus.SKIPPED, f"{check.title}: no file of the scope is for it")
    if check.node:
        need_node_modules(job)
    program = node_program(job, "tsc")
    with tempfile.TemporaryDirectory(prefix="code-review-tsc-") as folder:
        # What an incremental build remembers must not land in the work tree.
        memory = ("--incremental", "--tsBuildInfoFile", str(Path(folder) / "memory"))
        done = await start(job, (program, "--noEmit", "--pretty", "false", *memory))
    text = done.stdout.decode("utf-8", "replace").replace("\r\n", "\n")
    everything = tuple(
        Problem(file=job.meant(one["file"]), line=int(one["line"]), rule=one["code"], message=one["message"])
        for one in _ERROR.finditer(text)
    )
    if done.code and not everything:
        raise NotCheckedError(f"exit {done.code}: {telling_line(done.stdout, done.stderr)}")
    mine, elsewhere = split(everything, job.changed)
    silenced = [(path, at) for path in targets for at, line in job.added_lines(path) if _SILENCING.search(line)]
    warnings = [f"the change silences the compiler at {places(silenced)}"] if silenced else []
    return judge(check.title, mine, elsewhere, warnings, len(targets))
