"""The engine that needs no model: rules and detectors over the payload a model would get, answered in the same form."""

from orchestrator.engines.offline.engine import OfflineEngine

__all__ = ["OfflineEngine"]
