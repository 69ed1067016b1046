"""Whether the commands of a project may run: its lint configuration, scripts and plugins are code."""

from collections.abc import Mapping
from dataclasses import dataclass

from orchestrator.checks.project import command_check
from orchestrator.checks.project_model import LINT, TYPE_CHECK
from orchestrator.errors import ConfigurationError
from orchestrator.scope.policy_files import SETTINGS_FILES
from orchestrator.settings.model import Settings
from orchestrator.wiring.ci import in_ci
from orchestrator.wiring.session import WORKTREE

KEYS: Mapping[str, str] = {LINT: "checks.lint", TYPE_CHECK: "checks.typecheck"}
PROJECT_CODE = "checks.project_code"
OFF = "off"


def switch(settings: Settings, key: str) -> str:
    """A text without surrounding space, `off` also for what YAML makes of a bare off."""
    value = settings.values[key]
    text = OFF if value is False else str(value).strip()
    return OFF if text.lower() == OFF else text


def check_commands(settings: Settings) -> None:
    """Raises ConfigurationError for a command that cannot be read, and for one that a change may have written itself:
    with `trust: worktree` the project's settings are part of what is reviewed."""
    for gate, key in KEYS.items():
        line, source = switch(settings, key), settings.sources[key]
        if line in {"", OFF}:
            continue
        if settings.text("trust") == WORKTREE and source in SETTINGS_FILES:
            raise ConfigurationError(
                f"{source}: {key} names a command, and commands are not taken from the work tree",
                hint="leave out --trust worktree, or set the command in your own settings",
            )
        try:
            command_check(gate, line)
        except ValueError as error:
            raise ConfigurationError(f"{source}: {key} is no command line: {error}") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Permission:
    """`from_base` says that the project's settings were read from the base of the change; `environ` tells CI apart."""

    settings: Settings
    from_base: bool
    environ: Mapping[str, str]

    def why_not(self, gate: str) -> str:
        """Why the commands of `gate` do not run, for a person; empty when they may."""
        key = KEYS[gate]
        if switch(self.settings, key) and not self._trusted(key):
            return "a command named by the project's settings runs only when they are read from a base"
        wanted = self.settings.text(PROJECT_CODE)
        if wanted == "never":
            return f"what the project configures is not run ({PROJECT_CODE}: never)"
        if not in_ci(self.environ) or (wanted == "always" and self._trusted(PROJECT_CODE)):
            return ""
        return (
            "what the project configures is code of its own, and in CI it runs only when the settings of the base "
            f"say {PROJECT_CODE}: always"
        )

    def _trusted(self, key: str) -> bool:
        return self.from_base or self.settings.sources[key] not in SETTINGS_FILES
