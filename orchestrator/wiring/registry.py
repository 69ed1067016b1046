"""The one list of implementations: engines that can answer, tools that can analyse, and how each is made ready."""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from orchestrator import __version__
from orchestrator.checks.cache import AnswerStore, CachedAnalyzer
from orchestrator.checks.per_file import RuffPerFile, SemgrepPerFile
from orchestrator.checks.ruff import RuffAnalyzer
from orchestrator.checks.rules import RulePack
from orchestrator.checks.semgrep import SemgrepAnalyzer
from orchestrator.checks.shared import SharedAnalysis
from orchestrator.checks.tools.actionlint import ACTIONLINT
from orchestrator.checks.tools.adapter import ToolAnalyzer, ToolSpec
from orchestrator.checks.tools.eslint import ESLINT
from orchestrator.checks.tools.gitleaks import GITLEAKS
from orchestrator.checks.tools.hadolint import HADOLINT
from orchestrator.checks.tools.in_place import InPlaceAnalyzer, WorkTreePlace
from orchestrator.checks.tools.mypy import MYPY
from orchestrator.checks.tools.oxlint import OXLINT
from orchestrator.checks.tools.shellcheck import SHELLCHECK
from orchestrator.checks.tools.trivy import TRIVY
from orchestrator.checks.tools.tsc import TSC
from orchestrator.engines.capture import CaptureFolder, CapturingEngine
from orchestrator.engines.exchange import ExchangeEngine
from orchestrator.engines.redacting import guarded
from orchestrator.engines.replay import load_replay
from orchestrator.errors import NoEngineError, UsageError
from orchestrator.seams import Analyzer, Clock, Engine, Process, SourceTree
from orchestrator.settings.model import Settings
from orchestrator.wiring.outside import Outside, exchange_folder


@dataclass(frozen=True, slots=True)
class EngineContext:
    """What an engine may be given once the scope is known."""

    analysis: SharedAnalysis
    tree: SourceTree
    base_tree: SourceTree | None
    rules: RulePack
    outside: Outside


EngineMaker = Callable[[EngineContext], Engine]


def _offline(settings: Settings, clock: Clock) -> EngineMaker:
    del settings, clock
    # Imported late: its detectors compile hundreds of patterns that no other engine and no other command needs.
    from orchestrator.engines.offline import OfflineEngine  # noqa: PLC0415

    return lambda context: OfflineEngine(context.analysis, context.tree, context.base_tree, context.rules)


def _replay(settings: Settings, clock: Clock) -> EngineMaker:
    engine = load_replay(settings.text("replay.dir"), clock)
    return lambda _: engine


def _anthropic(settings: Settings, clock: Clock) -> EngineMaker:
    # Imported late: most commands speak to nobody.
    from orchestrator.wiring.wire import anthropic_engine  # noqa: PLC0415

    engine = anthropic_engine(settings, clock)
    return lambda _: engine


def _openai(settings: Settings, clock: Clock) -> EngineMaker:
    # Imported late, as above.
    from orchestrator.wiring.wire import openai_engine  # noqa: PLC0415

    engine = openai_engine(settings, clock)
    return lambda _: engine


def _program(name: str) -> Callable[[Settings, Clock], EngineMaker]:
    def prepare(settings: Settings, clock: Clock) -> EngineMaker:
        # Imported late, as above.
        from orchestrator.wiring.programs import program_engine, speaker_of  # noqa: PLC0415

        speaker = speaker_of(name, settings)
        return lambda context: program_engine(speaker, settings, clock, context.tree, context.outside)

    return prepare


def _exchange(settings: Settings, clock: Clock) -> EngineMaker:
    engine = ExchangeEngine(exchange_folder(settings).open(), clock)
    return lambda _: engine


ENGINES: Mapping[str, Callable[[Settings, Clock], EngineMaker]] = {
    "offline": _offline,
    "anthropic": _anthropic,
    "openai": _openai,
    "claude": _program("claude"),
    "codex": _program("codex"),
    "gemini": _program("gemini"),
    "command": _program("command"),
    "exchange": _exchange,
    "replay": _replay,
}


CALLS_TOOLS = frozenset({"anthropic", "openai", "replay"})
"""Engines that may call tools we offer (a replay does what the engine it was recorded from did); the others are asked
without, and no server is started for them."""


def prepare_engine(settings: Settings, clock: Clock, name: str = "", *, captured: bool = True) -> EngineMaker:
    """Makes sure that `name`, else the engine of the settings, can review, before anything else is started.

    What leaves the machine is redacted. With `captured` the settings may say that answers are saved.

    Raises NoEngineError when no engine is configured or the configured one is not usable, UsageError for a name that
    does not exist.
    """
    name = name or settings.text("engine")
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
    make = ENGINES[name](settings, clock)
    kept = _captured(make, settings, clock) if captured else make
    return lambda context: guarded(kept(context))


def _captured(make: EngineMaker, settings: Settings, clock: Clock) -> EngineMaker:
    """What is captured has been redacted already, so playing it back is asked with the same words."""
    if not settings.text("capture.dir"):
        return make

    folder = CaptureFolder(Path(settings.text("capture.dir")))

    def wrapped(context: EngineContext) -> Engine:
        engine = make(context)
        # One run may ask its engine over several trees, and its capture is one all the same.
        if not folder.begun:
            folder.begin(engine.info)
        return CapturingEngine(engine, folder, clock, settings.number("lens_timeout"))

    return wrapped


DECIDING = frozenset({"semgrep", "ruff"})
"""Tools on which gates and lenses rest: when one of them breaks, nobody can give a verdict. The others add context."""

_ON_COPIES = (GITLEAKS, TRIVY, HADOLINT, ACTIONLINT, MYPY, OXLINT, SHELLCHECK)
_IN_PLACE = (ESLINT, TSC)


@dataclass(frozen=True, slots=True)
class ToolScope:
    """What decides which tools take part: the `paths` in scope, and which tools the project configures for itself.

    `places` holds eslint and tsc where configured, with the place to run in; `mypy` says whether mypy takes part.
    """

    paths: tuple[str, ...] = ()
    places: Mapping[str, WorkTreePlace] = field(default_factory=lambda: MappingProxyType({}))
    mypy: bool = False


def analyzers(
    process: Process,
    rules: RulePack,
    seconds: float,
    scope: ToolScope | None = None,
    *,
    answers: AnswerStore | None = None,
) -> tuple[Analyzer, ...]:
    """Every static-analysis tool that has something to read in `scope`; `seconds` bounds one start.

    Without a scope only the tools on which gates and lenses rest. With `answers` those that judge each file alone
    start only for files whose answer is not there.
    """
    semgrep, ruff = _deciding(process, rules, seconds, answers)
    if scope is None:
        return (semgrep, ruff)
    deciding = (semgrep, ruff) if _has_files(ruff, scope) else (semgrep,)
    on_copies = (spec for spec in _ON_COPIES if scope.mypy or spec is not MYPY)
    in_place = (spec for spec in _IN_PLACE if spec.name in scope.places)
    return (
        *deciding,
        *(ToolAnalyzer(process, spec, seconds=seconds) for spec in on_copies if _has_files(spec, scope)),
        *(
            InPlaceAnalyzer(process, spec, scope.places[spec.name], seconds=seconds)
            for spec in in_place
            if _has_files(spec, scope)
        ),
    )


def _deciding(
    process: Process, rules: RulePack, seconds: float, answers: AnswerStore | None
) -> tuple[Analyzer, Analyzer]:
    semgrep, ruff = SemgrepAnalyzer(process, rules, seconds=seconds), RuffAnalyzer(process, rules, seconds=seconds)
    if answers is None:
        return semgrep, ruff
    return (
        CachedAnalyzer(SemgrepPerFile(semgrep, rules), answers, __version__),
        CachedAnalyzer(RuffPerFile(ruff, rules), answers, __version__),
    )


def _has_files(tool: Analyzer | ToolSpec, scope: ToolScope) -> bool:
    return any(tool.reads(path) for path in scope.paths)
