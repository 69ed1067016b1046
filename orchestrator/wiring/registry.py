"""The one list of implementations: engines that can answer, tools that can analyse, and how each is made ready."""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from orchestrator.checks.ruff import RuffAnalyzer
from orchestrator.checks.rules import RulePack
from orchestrator.checks.semgrep import SemgrepAnalyzer
from orchestrator.checks.shared import SharedAnalysis
from orchestrator.engines.offline import OfflineEngine
from orchestrator.engines.replay import load_replay
from orchestrator.errors import NoEngineError, UsageError
from orchestrator.seams import Analyzer, Clock, Engine, Process, SourceTree
from orchestrator.settings.model import Settings


@dataclass(frozen=True, slots=True)
class EngineContext:
    """What an engine may be given once the scope is known."""

    analysis: SharedAnalysis
    tree: SourceTree
    base_tree: SourceTree | None
    rules: RulePack


EngineMaker = Callable[[EngineContext], Engine]


def _offline(settings: Settings, clock: Clock) -> EngineMaker:
    del settings, clock
    return lambda context: OfflineEngine(context.analysis, context.tree, context.base_tree, context.rules)


def _replay(settings: Settings, clock: Clock) -> EngineMaker:
    engine = load_replay(settings.text("replay.dir"), clock)
    return lambda _: engine


ENGINES: Mapping[str, Callable[[Settings, Clock], EngineMaker]] = {"offline": _offline, "replay": _replay}


def prepare_engine(settings: Settings, clock: Clock) -> EngineMaker:
    """Makes sure that somebody can review, before anything else is started.

    Raises NoEngineError when no engine is configured or the configured one is not usable, UsageError for a name that
    does not exist.
    """
    name = settings.text("engine")
    if not name:
        raise NoEngineError(
            "no engine is configured, so nobody can review and nothing was started",
            missing=("engine",),
            hint="give --engine offline (rules, no model, no key), or set `engine:` in .code-review/config.yaml",
        )
    if name not in ENGINES:
        near = difflib.get_close_matches(name, ENGINES, n=1)
        hint = f"did you mean {near[0]}?" if near else f"engines: {', '.join(ENGINES)}"
        raise UsageError(f"there is no engine {name}", hint=hint)
    return ENGINES[name](settings, clock)


def analyzers(process: Process, rules: RulePack, seconds: float) -> tuple[Analyzer, ...]:
    """Every static-analysis tool, the one with priority first; `seconds` bounds one start."""
    return (SemgrepAnalyzer(process, rules, seconds=seconds), RuffAnalyzer(process, rules, seconds=seconds))
