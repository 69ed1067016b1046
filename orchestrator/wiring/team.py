"""Who answers which lens: the engines of the settings `engine` and `routes`, each prepared once."""

import difflib
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from orchestrator.errors import ConfigurationError, UsageError
from orchestrator.seams import Clock
from orchestrator.wiring.desk import Team
from orchestrator.wiring.project_trust import CHECKS
from orchestrator.wiring.reading import MCP
from orchestrator.wiring.registry import CALLS_TOOLS, ENGINES, EngineContext, prepare_engine
from orchestrator.wiring.session import Session
from orchestrator.wiring.trust import open_consent

TeamMaker = Callable[[EngineContext], Team]
ROUTES = "routes"
TOOLS = "project_access"


def prepare_team(session: Session, clock: Clock, environ: Mapping[str, str], *, sends: bool = True) -> TeamMaker:
    """Makes sure that somebody can review, before anything else is started; nothing is captured unless it `sends`.

    Raises what `prepare_engine` raises, ConfigurationError for a route that names a lens or an engine there is not and
    for a setting of the project that needs consent and has none.
    """
    settings = session.settings
    prepare = partial(prepare_engine, settings, clock, captured=sends)
    routes = routes_of(session)
    if sends and settings.text("capture.dir") and routes:
        raise UsageError("a capture saves the answers of one engine", hint=f"leave out --capture, or {ROUTES}")
    used = {settings.text("engine"), *routes.values()}
    idle = set(ENGINES) - used | ({MCP} if not (settings.flag(TOOLS) and used & CALLS_TOOLS) else set())
    # Commands of checks are asked about where they would run.
    open_consent(session, environ).require(without={*idle, CHECKS})
    makers = {"": prepare()}
    for name in dict.fromkeys(routes.values()):
        makers[name] = makers[""] if name == settings.text("engine") else prepare(name)

    def make(context: EngineContext) -> Team:
        main = makers[""](context)
        made = {name: main if maker is makers[""] else maker(context) for name, maker in makers.items()}
        return Team(main, MappingProxyType({lens: made[name] for lens, name in routes.items()}))

    return make


def routes_of(session: Session) -> Mapping[str, str]:
    """Lens to engine, as the settings say it. Raises ConfigurationError for a name that does not exist."""
    routes = session.settings.mapping(ROUTES)
    source = session.settings.sources[ROUTES]
    lenses = [lens.name for lens in session.policy.lenses]
    for lens, engine in routes.items():
        _known(lens, lenses, f"{source}: {ROUTES} names the lens {lens}, and there is none")
        _known(str(engine), list(ENGINES), f"{source}: {ROUTES}.{lens} names the engine {engine}, and there is none")
    return MappingProxyType({lens: str(engine) for lens, engine in routes.items()})


def _known(name: str, names: list[str], problem: str) -> None:
    if name in names:
        return
    near = difflib.get_close_matches(name, names, n=1)
    raise ConfigurationError(problem, hint=f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}")
