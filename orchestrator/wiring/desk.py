"""Stage 4 as a run needs it: who answers which lens, within what, and the requests that are made of it."""

import json
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from orchestrator.dispatch.desk import Answerer, Desk, Library
from orchestrator.dispatch.pack import Budget, budget_of
from orchestrator.dispatch.payload import Material, Packer
from orchestrator.dispatch.spending import Spending
from orchestrator.errors import ConfigurationError, UsageError
from orchestrator.findings.judge import make_judge
from orchestrator.schemas import load_schema
from orchestrator.seams import Clock, Engine
from orchestrator.settings.model import COMMAND_LINE, Settings
from orchestrator.values.lens import Lens
from orchestrator.values.price import Limits, Price
from orchestrator.values.turn import EngineInfo, Payload
from orchestrator.wiring.panel import Panel, Seats
from orchestrator.wiring.session import Session

LibraryMaker = Callable[[str], Library | None]
OTHER_VENDORS = frozenset({"openai", "codex", "gemini"})
"""Engines that know nothing of the models that the general map names."""


@dataclass(frozen=True, slots=True)
class Team:
    """The engines of one run: the main one, and those that single lenses are sent to, by lens name."""

    engine: Engine
    routes: Mapping[str, Engine] = field(default_factory=lambda: MappingProxyType({}))

    def of(self, lens: str) -> Engine:
        """Who answers `lens`."""
        return self.routes.get(lens, self.engine)

    def names(self, lenses: Iterable[str]) -> tuple[str, ...]:
        """Names of the engines that answer `lenses`, each once; the main one when there is no lens."""
        return tuple(dict.fromkeys(self.of(lens).info.name for lens in lenses)) or (self.engine.info.name,)

    def seated(self, seats: Seats) -> tuple[tuple[Engine, Seats], ...]:
        """Each engine once, with the seats it answers."""
        engines = {id(one): one for one in (self.engine, *self.routes.values())}
        shares = ((one, tuple(seat for seat in seats if self.of(seat[0].name) is one)) for one in engines.values())
        return tuple((engine, share) for engine, share in shares if share)

    def elsewhere(self, lenses: Iterable[str]) -> Mapping[str, EngineInfo]:
        """Those of `lenses` that the main engine does not answer, with who does."""
        others = {lens: self.routes[lens].info for lens in lenses if lens in self.routes}
        return MappingProxyType({lens: info for lens, info in others.items() if info.name != self.engine.info.name})


def open_desk(
    session: Session,
    clock: Clock,
    team: Team,
    lenses: tuple[Lens, ...],
    library: LibraryMaker | None = None,
    *,
    spending: Spending | None = None,
) -> Desk:
    """Everything attempts need. `library` makes the reader tools, given the run's marker; `spending` is the account of
    the run where one is open already.

    Raises ConfigurationError before any call for a lens whose engine has no model for it and for a budget in money
    without prices, UsageError for a reasoning level that an engine does not offer.
    """
    settings = session.settings
    by_flag = settings.sources["reasoning_effort"] == COMMAND_LINE
    if by_flag and lenses and all(team.of(lens.name).info.rule_based for lens in lenses):
        raise UsageError("rules have no reasoning levels", hint="leave out --effort, or name an engine with a model")
    marker = secrets.token_hex(8)
    desk = Desk(
        engine=team.engine,
        # Rules quote what they matched; only a model's quote can be too weak to prove anything.
        judge=make_judge(strict=not team.engine.info.rule_based),
        clock=clock,
        contract=session.policy.contract,
        marker=marker,
        models=models_of(settings, team.engine.info.name),
        seconds=settings.number("lens_timeout"),
        routes=MappingProxyType({lens: _answerer(settings, engine) for lens, engine in team.routes.items()}),
        effort=settings.text("reasoning_effort"),
        schema=json.dumps(load_schema("lens-reply")),
        library=library(marker) if library else None,
        spending=spending or Spending.begin(clock, limits_of(settings)),
    )
    for lens in lenses:
        _check(desk, lens)
    return desk


def payloads_of(panel: Panel, material: Material, desk: Desk, settings: Settings) -> tuple[Payload, ...]:
    """The requests of every lens; lenses with one budget are sent the same packs."""
    packer = Packer(material, material.files)
    return tuple(
        payload
        for lens, files in panel.seats
        for payload in packer.payloads(lens, files, _budget(desk.answerer(lens), lens, settings))
    )


def models_of(settings: Settings, engine: str) -> Mapping[str, str]:
    """Alias to model id for `engine`: its own map over the general one, which names models of one vendor alone.

    For engines of others an alias without a model of its own is empty, which leaves it to the engine.
    """
    general = settings.table("models")
    if engine in OTHER_VENDORS:
        general = MappingProxyType(dict.fromkeys(general, ""))
    own = {name: model for name, model in settings.table(f"{engine}.models").items() if model}
    return MappingProxyType({**general, **own})


def limits_of(settings: Settings) -> Limits:
    """What the settings let one run spend."""
    prices = {model: Price(**values) for model, values in settings.mapping("prices").items()}
    return Limits(
        usd=settings.number("budget.usd") or None,
        tokens=int(settings.number("budget.tokens")) or None,
        seconds=settings.number("budget.seconds") or None,
        prices=MappingProxyType(prices),
    )


def _answerer(settings: Settings, engine: Engine) -> Answerer:
    return Answerer(engine, make_judge(strict=not engine.info.rule_based), models_of(settings, engine.info.name))


def _budget(who: Answerer, lens: Lens, settings: Settings) -> Budget:
    window = settings.mapping("context_windows").get(who.model_of(lens), who.engine.info.window)
    return budget_of(who.engine.info, window)


def _check(desk: Desk, lens: Lens) -> None:
    who = desk.answerer(lens)
    info, model = who.engine.info, who.model_of(lens)
    if info.needs_model and not model:
        hint = f"set {info.name}.models.{lens.model}, or change the model of the lens"
        raise ConfigurationError(f"{info.name} has no model for {lens.name}, which asks for {lens.model}", hint=hint)
    if desk.effort and info.efforts and desk.effort not in info.efforts:
        raise UsageError(
            f"{info.name} offers no reasoning level {desk.effort}", hint=f"it offers {', '.join(info.efforts)}"
        )
    limits = desk.spending.limits if desk.spending else Limits()
    if limits.usd is not None and info.paid and model not in limits.prices:
        raise ConfigurationError(f"a budget in USD needs the price of {model}", hint=f"set prices.{model}")
