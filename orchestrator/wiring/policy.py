"""Policy: the files that decide how a change is reviewed, read from the base of the change or from the work tree.

A change must not be able to weaken its own review, so by default every policy file comes from the tip of the base.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from orchestrator.checks.invariants import Invariant
from orchestrator.checks.project_invariants import parse_invariants
from orchestrator.checks.project_semgrep import NO_PROJECT_RULES, ProjectRules, read_project_rules
from orchestrator.errors import ConfigurationError, PolicyError
from orchestrator.findings.risks import Rule, parse_risks
from orchestrator.lenses.parse import parse_lens
from orchestrator.lenses.registry import parse_registry
from orchestrator.lenses.review_config import parse_review_config
from orchestrator.scope.among_tests import lies_among_tests
from orchestrator.scope.policy_files import (
    CONTEXT_FILE,
    FIXED_FILES,
    INVARIANTS_FILE,
    REVIEW_CONFIG_FILE,
    RISKS_FILE,
    SETTINGS_FILES,
    in_place_of_policy,
    is_lens_file,
    is_nested_settings,
    is_semgrep_rule_file,
)
from orchestrator.seams import SourceTree
from orchestrator.settings.model import Layer
from orchestrator.settings.parse import parse_layer
from orchestrator.system.data import data_dir
from orchestrator.values.lens import Lens
from orchestrator.values.text import printable_path


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Everything a project may decide about its reviews. `lenses` are in roster order."""

    lenses: tuple[Lens, ...]
    enabled: Mapping[str, bool]
    risks: tuple[Rule, ...]
    context: str
    contract: str
    invariants: tuple[Invariant, ...] = ()
    semgrep: ProjectRules = NO_PROJECT_RULES
    notices: tuple[str, ...] = ()


def project_layer(source: SourceTree) -> Layer | None:
    """The project's settings, or None without a settings file.

    Raises ConfigurationError when there are two, when they are broken, and for a folder in the place of any policy file:
    passed over, it would look like a decision that was taken.
    """
    inside = next(filter(in_place_of_policy, source.paths()), "")
    if inside:
        folder = next(name for name in FIXED_FILES if inside.startswith(f"{name}/"))
        raise ConfigurationError(f"{folder} is a folder, and a file is read there", hint="move the folder elsewhere")
    found = [path for path in SETTINGS_FILES if source.read(path) is not None]
    if len(found) > 1:
        raise ConfigurationError(f"both {found[0]} and {found[1]} exist", hint="keep one of them")
    return parse_layer(_text(source, found[0]) or "", found[0]) if found else None


def load_policy(source: SourceTree) -> Policy:
    """Reads every policy file through `source`; raises PolicyError naming the file that is broken."""
    own = {lens.name: lens for lens in (_project_lens(source, path) for path in source.paths() if is_lens_file(path))}
    shipped = shipped_lenses()
    lenses = (*(own.get(lens.name, lens) for lens in shipped), *_new(own, shipped))
    names = tuple(lens.name for lens in lenses)
    config = _text(source, REVIEW_CONFIG_FILE)
    risks = _text(source, RISKS_FILE)
    invariants = _text(source, INVARIANTS_FILE)
    return Policy(
        lenses=lenses,
        enabled=parse_review_config(config, names) if config is not None else {},
        risks=parse_risks(risks) if risks is not None else (),
        context=_text(source, CONTEXT_FILE) or "",
        contract=(data_dir("knowledge") / "review-agent-output-contract.md").read_text(encoding="utf-8"),
        invariants=parse_invariants(invariants) if invariants is not None else (),
        semgrep=read_project_rules(
            {path: _text(source, path) or "" for path in source.paths() if is_semgrep_rule_file(path)}
        ),
        notices=(*(f"lens {name} is the project's own" for name in sorted(own)), *_unread_settings(source)),
    )


@cache
def shipped_lenses() -> tuple[Lens, ...]:
    """The lenses of this installation in registry order, read once."""
    registry = (data_dir("knowledge") / "agent-registry.md").read_text(encoding="utf-8")
    return tuple(_shipped(name) for name in parse_registry(registry))


def _shipped(name: str) -> Lens:
    path = data_dir("agents") / f"{name}.md"
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise PolicyError(f"the registry names {name}, but {path} cannot be read") from error
    return parse_lens(text, path.name)


def _project_lens(source: SourceTree, path: str) -> Lens:
    return parse_lens(_text(source, path) or "", path)


def _unread_settings(source: SourceTree) -> Iterator[str]:
    nested = [path for path in source.paths() if is_nested_settings(path) and not lies_among_tests(path)]
    if nested:
        more = f" and {len(nested) - 1} more" if len(nested) > 1 else ""
        yield f"{printable_path(nested[0])}{more} is not read: settings count at the top of the repository only"


def _new(own: Mapping[str, Lens], shipped: tuple[Lens, ...]) -> tuple[Lens, ...]:
    known = {lens.name for lens in shipped}
    return tuple(lens for name, lens in sorted(own.items()) if name not in known)


def _text(source: SourceTree, path: str) -> str | None:
    data = source.read(path)
    if data is None:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PolicyError(f"{path} is not UTF-8 text") from error
