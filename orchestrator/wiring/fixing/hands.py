"""Who mends in one pass of a loop: the tools, and the run's own engine unless the settings name another for fixes."""

from collections.abc import AsyncIterator, Iterable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from types import MappingProxyType

from orchestrator.checks.rules import RulePack
from orchestrator.checks.shared import SharedAnalysis
from orchestrator.seams import SourceTree
from orchestrator.values.change import ChangedFile
from orchestrator.wiring.fixing.bench import Hall
from orchestrator.wiring.fixing.fixers import BY_RULES, Fixers, engine_of, fix_desk, open_fixers, tools_of
from orchestrator.wiring.outside import Outside
from orchestrator.wiring.registry import EngineContext


@asynccontextmanager
async def fixers_of(hall: Hall, tree: SourceTree, files: Iterable[ChangedFile] = ()) -> AsyncIterator[Fixers]:
    """The fixers over `tree`, as long as the context lasts; `files` are those of the change, to be shown with it.

    They spend from the account of the run.
    """
    changed = MappingProxyType({file.path: file for file in files})
    session, doors = hall.session, hall.doors
    if engine_of(session.settings) != session.settings.text("engine"):
        async with open_fixers(
            session, doors.process, doors.clock, doors.environ, tree, spending=hall.spending
        ) as other:
            yield replace(other, changed=changed)
        return
    with ExitStack() as stack:
        outside = Outside(doors.process, doors.environ, session.git, stack.callback)
        # Nobody who edits looks at an analysis; the files are what counts.
        context = EngineContext(SharedAnalysis(tree, (), ()), tree, None, RulePack(), outside)
        engine = doors.make_team(context).engine
        desk = None if engine.info.rule_based else fix_desk(session, doors.clock, engine, hall.spending)
        tools = tools_of(session, doors.process, doors.environ, hall.rules)
        why = BY_RULES.format(name=engine.info.name)
        yield Fixers(tools=tools, desk=desk, most=hall.max_parallel, changed=changed, why_no_desk=why)
