"""What this release can say about the gate file: it reports why none is written."""

from orchestrator.scope.resolve import Resolved
from orchestrator.settings.model import Settings
from orchestrator.values.report import GateState
from orchestrator.values.turn import EngineInfo


def gate_state(resolved: Resolved, settings: Settings, engine: EngineInfo) -> GateState:
    """Never written; names the first condition of a gate that this run would not meet, then the missing writer."""
    change = resolved.change
    if not change.kind.has_diff or change.narrowed:
        return GateState(False, "this scope can never open the gate", "scope")
    if not _counts(settings, engine):
        return GateState(False, f"reviews by {engine.name} do not count towards the gate", "engine")
    return GateState(False, "this release does not write the gate file", "no-writer")


def _counts(settings: Settings, engine: EngineInfo) -> bool:
    if engine.name == "offline" and settings.flag("gate.accept_offline"):
        return True
    return engine.name in settings.names("gate.engines")
