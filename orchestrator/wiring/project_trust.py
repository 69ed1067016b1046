"""Whether the commands of a project may run: its lint configuration, scripts and plugins are code."""

from collections.abc import Mapping
from dataclasses import dataclass

from orchestrator.checks.project import command_check
from orchestrator.checks.project_model import LINT, TYPE_CHECK
from orchestrator.errors import ConfigurationError
from orchestrator.scope.policy_files import SETTINGS_FILES
from orchestrator.settings.model import Settings
from orchestrator.wiring.ci import in_ci
from orchestrator.wiring.session import Session
from orchestrator.wiring.trust import open_consent

KEYS: Mapping[str, str] = {LINT: "checks.lint", TYPE_CHECK: "checks.typecheck"}
PROJECT_CODE = "checks.project_code"
OFF = "off"
CHECKS = "checks"


def switch(settings: Settings, key: str) -> str:
    """A text without surrounding space, `off` also for what YAML makes of a bare off."""
    value = settings.values[key]
    text = OFF if value is False else str(value).strip()
    return OFF if text.lower() == OFF else text


def check_commands(session: Session, environ: Mapping[str, str]) -> None:
    """Raises ConfigurationError for a command that cannot be read or that nobody has agreed to.

    In CI nobody needs to be asked: there `Permission` runs what the base allows, and skips the rest.
    """
    check_lines(session.settings)
    if session.settings.text(PROJECT_CODE) != "never" and not in_ci(environ):
        open_consent(session, environ).require((CHECKS,))


def check_lines(settings: Settings) -> None:
    """Raises ConfigurationError for a command that cannot be read."""
    for gate, key in KEYS.items():
        line = switch(settings, key)
        if line in {"", OFF}:
            continue
        try:
            command_check(gate, line)
        except ValueError as error:
            raise ConfigurationError(f"{settings.sources[key]}: {key} is no command line: {error}") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Permission:
    """`from_base` says that the project's settings were read from the base of the change; `environ` tells CI apart."""

    settings: Settings
    from_base: bool
    environ: Mapping[str, str]

    def why_not(self) -> str:
        """Why commands of the project do not run, for a person; empty when they may."""
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
