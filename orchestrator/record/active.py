"""Which roles are active for a change: those of the settings, or those a run asked, less those that are turned off."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from orchestrator.errors import ConfigurationError
from orchestrator.lenses.review_config import parse_review_config
from orchestrator.record.model import ROLE, StepName
from orchestrator.record.parse import Parsed
from orchestrator.record.unanswered import unanswered
from orchestrator.record.validate import Active
from orchestrator.settings.model import Settings
from orchestrator.settings.parse import UNREADABLE
from orchestrator.strict_yaml import load_strict
from orchestrator.values.mode import PANEL

CHANGE_FILE = "change.yaml"
"""The file beside the record in which a change turns roles off."""
_NEVER, _WORDS = "never", ("never", "auto", "always")
_MODES = "modes"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordRules:
    """What a project says about records: their folder, the roles that each step needs, and the roles that are off.

    `known` are the names that can be roles of it: lenses, modes, and those that the settings list. None: any name.
    """

    folder: str
    roles: Mapping[StepName, tuple[str, ...]]
    off: frozenset[str] = frozenset()
    known: frozenset[str] | None = None


def rules_of(settings: Settings, off: Iterable[str] = (), *, reviewers: Iterable[str]) -> RecordRules:
    """The rules that `settings` state; `off` are the roles that the project has switched off elsewhere.

    `reviewers` are the names of its lenses and of the modes of this installation.
    """
    roles = {StepName.PLAN: settings.names("record.plan_roles"), StepName.CODE: settings.names("record.roles")}
    modes = (value for _, value in settings.every(_MODES) if isinstance(value, Mapping))
    return RecordRules(
        folder=settings.text("record.folder"),
        roles=MappingProxyType(roles),
        off=frozenset(off),
        known=frozenset(reviewers).union(*roles.values(), *modes),
    )


def switched_off(data: bytes | None, lenses: Collection[str]) -> frozenset[str]:
    """The lenses that a `review-config.json` with these bytes switches off. Raises PolicyError and UnicodeDecodeError."""
    flags = parse_review_config(data.decode("utf-8-sig"), lenses) if data is not None else {}
    return frozenset(name for name, enabled in flags.items() if not enabled)


def never_of(data: bytes | None, path: str) -> frozenset[str]:
    """The roles that the `change.yaml` at `path` turns off: `roles: {<role>: never}`; its other keys are not ours.

    Raises ConfigurationError for what is not understood: a switch that was misspelt would silently do nothing.
    """
    try:
        value = load_strict(data.decode("utf-8-sig")) if data is not None else None
    except (*UNREADABLE, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: not valid YAML: {getattr(error, 'problem', None) or error}") from error
    if value is None:
        return frozenset()
    if not isinstance(value, dict):
        raise ConfigurationError(f"{path}: it must be a mapping of keys to values")
    roles = value.get("roles")
    if roles is None:
        return frozenset()
    if not isinstance(roles, dict):
        raise ConfigurationError(f"{path}: roles must be a mapping", hint="for example roles: {doc-review: never}")
    return frozenset(name for name, word in roles.items() if _word(name, word, path) == _NEVER)


def active_roles(rules: RecordRules, never: frozenset[str], parsed: Parsed | None) -> Active:
    """The roles of each step that must have a section. Where the settings list none for the code, some role must.

    Those are the roles in the record that the project knows, and the ones that a run asked in vain; `panel` stands for
    them where nobody was asked yet, and turning `panel` off is to say that the code is not reviewed.
    """
    step = parsed.record.step(StepName.CODE) if parsed else None
    told = [section.role for section in step.roles] if step else []
    sections = [role for role in told if rules.known is None or role in rules.known]
    asked = tuple(dict.fromkeys((*sections, *unanswered(parsed, step)))) if parsed and step else ()
    off = rules.off | never
    # Whoever was asked being off is not to say that nobody need be.
    code = rules.roles[StepName.CODE] or tuple(role for role in asked if role not in off) or (PANEL,)
    if not rules.roles[StepName.CODE] and PANEL in off:
        code = ()
    named = {StepName.PLAN: rules.roles[StepName.PLAN], StepName.CODE: code}
    return {name: tuple(role for role in roles if role not in off) for name, roles in named.items()}


def _word(name: object, word: object, path: str) -> str:
    if not isinstance(name, str) or not ROLE.fullmatch(name):
        raise ConfigurationError(f"{path}: roles: {str(name)[:80]!r} is no role id")
    if word not in _WORDS:
        raise ConfigurationError(f"{path}: roles.{name} must be one of {', '.join(_WORDS)}, not {str(word)[:80]!r}")
    return str(word)
