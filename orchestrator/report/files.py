"""The durable report: the prose of the last run, where people and tools look for it."""

from pathlib import Path

from orchestrator.errors import StateError
from orchestrator.report.safe import one_line
from orchestrator.system.files import write_atomic

FOLDER = ".dev-team-reports"
REPORT = f"{FOLDER}/code-review.md"


def durable_name(mode: str) -> str:
    """Where the report of a run under `mode` is kept, that of the panel when it is empty: neither replaces the other."""
    return f"{FOLDER}/code-review-{mode}.md" if mode else REPORT


def write_durable(top: Path, text: bytes, name: str = REPORT) -> str:
    """Writes the report to `name` below `top` and returns the line that says so; a failure is such a line too, never an
    error."""
    target = top / name
    replaced = target.exists()
    try:
        write_atomic(target, text, root=top)
    except StateError as error:
        # The door names the absolute path first; the line has named it already.
        why = error.reason.partition(" cannot be written: ")[2] or error.reason
        return f"Cannot write {name}: {one_line(why)}"
    return f"Report written: {name}{' (replaced previous run)' if replaced else ''}"
