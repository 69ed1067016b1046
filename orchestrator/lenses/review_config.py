"""`review-config.json`: which lenses a project has switched off."""

import difflib
import json
from collections.abc import Collection, Mapping
from types import MappingProxyType

from orchestrator.errors import PolicyError
from orchestrator.scope.policy_files import REVIEW_CONFIG_FILE

_KNOWN_KEYS = frozenset({"enabled"})


def parse_review_config(text: str, known: Collection[str]) -> Mapping[str, bool]:
    """Lens name to its `enabled` flag, for the lenses that have one.

    Two forms: `{"agents": {"<name>": {"enabled": false}}}` and, flat, `{"<name>": {"enabled": false}}`. `known` holds
    every lens name. Raises PolicyError for anything else: a switch that was misspelt would silently do nothing.
    """
    data = _object(text)
    agents = data.get("agents", {key: value for key, value in data.items() if key != "$schema"})
    if not isinstance(agents, dict):
        raise PolicyError(f"{REVIEW_CONFIG_FILE}: agents is not an object")
    stray = sorted(set(data) - {"agents", "$schema"}) if "agents" in data else []
    if stray:
        raise PolicyError(f"{REVIEW_CONFIG_FILE}: {stray[0]} stands beside agents; move it inside")
    flags = {name: _enabled(name, entry, known) for name, entry in agents.items()}
    return MappingProxyType({name: flag for name, flag in flags.items() if flag is not None})


def nearest(name: str, known: Collection[str]) -> str:
    """A hint that offers the known name closest to `name`, or lists them all."""
    # The common ending would make any two names look alike, and `security` alone should find `security-review`.
    stems = {one.removesuffix("-review"): one for one in known}
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.8)
    near = near or [stems[one] for one in difflib.get_close_matches(name.removesuffix("-review"), stems, n=1)]
    return f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"


def _object(text: str) -> dict[str, object]:
    try:
        data = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise PolicyError(f"{REVIEW_CONFIG_FILE}:{error.lineno}: not JSON: {error.msg}") from error
    except RecursionError as error:
        raise PolicyError(f"{REVIEW_CONFIG_FILE}: nested too deeply") from error
    if not isinstance(data, dict):
        raise PolicyError(f"{REVIEW_CONFIG_FILE}: not a JSON object")
    return data


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise PolicyError(f"{REVIEW_CONFIG_FILE}: {key} is given twice")
        found[key] = value
    return found


def _enabled(name: str, entry: object, known: Collection[str]) -> bool | None:
    if name not in known:
        raise PolicyError(f"{REVIEW_CONFIG_FILE}: there is no agent {name}", hint=nearest(name, known))
    if not isinstance(entry, dict):
        raise PolicyError(f"{REVIEW_CONFIG_FILE}: {name} is not an object", hint='write {"enabled": false}')
    unknown = sorted(set(entry) - _KNOWN_KEYS)
    if unknown:
        raise PolicyError(f"{REVIEW_CONFIG_FILE}: {name} has an unknown key {unknown[0]}", hint="did you mean enabled?")
    flag = entry.get("enabled")
    if flag is not None and not isinstance(flag, bool):
        raise PolicyError(f"{REVIEW_CONFIG_FILE}: {name}: enabled is neither true nor false")
    return flag
