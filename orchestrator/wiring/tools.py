"""Which static-analysis tools take part in a run, and where those run that need the project's packages."""

from types import MappingProxyType

from orchestrator.checks.project_model import Runner
from orchestrator.checks.tools.in_place import WorkTreePlace
from orchestrator.wiring.project import ProjectGates
from orchestrator.wiring.project_trust import KEYS, OFF, switch
from orchestrator.wiring.registry import ToolScope

_IN_PLACE = frozenset({Runner.ESLINT, Runner.TSC})


def tool_scope(project: ProjectGates, *, gates_run: bool) -> ToolScope:
    """What the pre-pass starts. `gates_run` says that the preflight gates run, which start a project's own tools first.

    No tool is started twice: what a gate starts is skipped here. A gate that settings switched off keeps its tools off.
    """
    places: dict[str, WorkTreePlace] = {}
    mypy = False
    for check in project.detected:
        if switch(project.session.settings, KEYS[check.gate]) == OFF:
            continue
        if check.runner in _IN_PLACE and not check.folder:
            why = project.why_not(check) or (f"the gate {check.gate} starts it" if gates_run else "")
            places[check.runner.value] = WorkTreePlace(None if why else project.session.git.top, why)
        elif check.runner is Runner.MYPY:
            mypy = not gates_run or bool(project.why_not(check))
    paths = tuple(file.path for file in project.resolved.change.files if not file.deleted)
    return ToolScope(paths, MappingProxyType(places), mypy)
