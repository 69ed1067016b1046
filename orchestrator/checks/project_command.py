"""A script or command of the project whose answer nobody can read: its exit code decides."""

from orchestrator.checks.project_model import Job, NotCheckedError, ProjectCheck, Runner, Said, telling_line
from orchestrator.checks.project_start import any_program, need_node_modules, start
from orchestrator.values.analysis import GateStatus

_SHELL = "sh: "


async def run_command(check: ProjectCheck, job: Job) -> Said:
    """Starts it in its folder without a shell. It fails on its exit code, and its first telling line is the reason."""
    program = any_program(job, check.argv[0])
    if check.runner is Runner.SCRIPT and check.node:
        need_node_modules(job)
    done = await start(job, (program, *check.argv[1:]))
    if not done.code:
        return Said(GateStatus.PASS, f"{check.title}: passed")
    line = telling_line(done.stdout, done.stderr)
    if line.startswith(_SHELL) and "not found" in line:
        raise NotCheckedError(line)
    return Said(GateStatus.FAIL, f"{check.title}: exit {done.code}: {line}")
