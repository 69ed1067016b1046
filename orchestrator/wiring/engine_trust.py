"""Whether settings that start programs or redirect what is sent come from somebody who may say so."""

from collections.abc import Iterator

from orchestrator.errors import ConfigurationError
from orchestrator.scope.policy_files import SETTINGS_FILES
from orchestrator.settings.model import Settings
from orchestrator.wiring.session import WORKTREE, Session

DECIDING = frozenset({"program", "args", "argv", "base_url", "key_env", "key_command", "headers", "leaves_machine"})
"""Last words of the keys of an engine that start a program, or say where material, keys and answers go."""
FOR_ALL = ("program_environment", "capture.dir")


def check_engine_settings(session: Session) -> None:
    """The one place where such settings are held against where they come from, before any engine is made ready.

    Raises ConfigurationError for one that the work tree sets, because it may be part of what is reviewed: with
    `trust: worktree`, and in reviews of whole files, which have no base to read settings from.
    """
    if session.trust != WORKTREE:
        return
    for key in deciding_keys(session.settings):
        source = session.settings.sources[key]
        if source in SETTINGS_FILES:
            raise ConfigurationError(
                f"{source}: {key} starts a program or redirects what is sent, and such settings are not taken from the "
                "work tree",
                hint="set it in your own settings (see code-review config path), or on the command line",
            )


def deciding_keys(settings: Settings) -> Iterator[str]:
    """The keys that count for the engines of these settings."""
    engines = {settings.text("engine"), *map(str, settings.mapping("routes").values())}
    for key in settings.values:
        engine, _, name = key.partition(".")
        if key in FOR_ALL or (engine in engines and (name in DECIDING or key == "exchange.dir")):
            yield key
