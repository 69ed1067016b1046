"""The outside as engines get it, and the folder through which they exchange requests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from orchestrator.engines.exchange_folder import ExchangeFolder
from orchestrator.errors import NoEngineError
from orchestrator.seams import Git, Process
from orchestrator.settings.model import Settings


@dataclass(frozen=True, slots=True)
class Outside:
    """Doors for engines that start programs. `closing` registers what is to be done when the run ends."""

    process: Process
    environ: Mapping[str, str]
    git: Git
    closing: Callable[[Callable[[], object]], object]


def exchange_folder(settings: Settings) -> ExchangeFolder:
    """The exchange folder of the settings. Raises NoEngineError without one."""
    named = settings.text("exchange.dir")
    if not named:
        raise NoEngineError(
            "the exchange engine has no folder for its requests",
            missing=("exchange.dir",),
            hint="give --exchange-dir DIR or set exchange.dir in the settings",
        )
    return ExchangeFolder(Path(named))
