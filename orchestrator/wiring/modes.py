"""The modes of an installation and of the settings in force."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from orchestrator.modes.load import Modes, load_modes
from orchestrator.settings.model import Settings
from orchestrator.strict_yaml import load_fast
from orchestrator.system.data import data_dir

MODES = "modes"
BUILT_IN_IDS = ("cr", "arc")


def modes_of(settings: Settings) -> Modes:
    """Every mode under `settings`, with a warning for each thing in them that had to be put right."""
    layers = [(source, value) for source, value in settings.every(MODES) if isinstance(value, Mapping)]
    return load_modes(layers, built_in_modes())


@cache
def built_in_modes() -> Mapping[str, Mapping[str, Any]]:
    """The modes of this installation as raw entries by id. Every call returns the same object: do not change it."""
    return {name: load_fast(built_in_text(name)) for name in BUILT_IN_IDS}


def built_in_text(name: str) -> str:
    """The YAML of one built-in mode as it is shipped, its keys at the left margin."""
    return (data_dir("knowledge") / MODES / f"{name}.yaml").read_text(encoding="utf-8")
