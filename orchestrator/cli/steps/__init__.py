"""The deterministic steps, each a small command of its own: `code-review step NAME` and `scripts/NAME.py`."""

from collections.abc import Mapping
from types import MappingProxyType

_NAMES = (
    "changed_file_list",
    "select_lenses",
    "change_shape",
    "change_size",
    "change_impact",
    "dispatch_waves",
    "dispatch_reconcile",
    "consolidate",
    "repo_invariants",
    "review_gate_hash",
    "boundary_events",
    "finding_signature",
    "review_round_log",
    "closing_pass",
    "verify_tier",
)

# Name to module path; each module has `main(argv) -> exit code` and is imported only when its step runs.
STEPS: Mapping[str, str] = MappingProxyType({name: f"{__name__}.{name}" for name in _NAMES})
