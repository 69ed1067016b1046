"""The report of an earlier review beside the project that it is recorded in: who reviewed, and is it about what is here."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from orchestrator.errors import CodeReviewError, UsageError
from orchestrator.modes.part import nearest
from orchestrator.record.run_outcome import RunOutcome
from orchestrator.system.git import GitDoor
from orchestrator.wiring.record import RecordProject, lenses_of

_DELETED = "D"


def check_roles(project: RecordProject, data: Any, outcome: RunOutcome, source: str) -> None:
    """UsageError for a role that is no lens here; the report of one reviewer under a mode names the mode itself."""
    mode = data["mode"]["id"] if "mode" in data else ""
    known = lenses_of(project.top)
    unknown = next((role for role in (*outcome.completed, *outcome.failed) if role not in {*known, mode}), None)
    if unknown is not None:
        raise UsageError(
            f"{source}: there is no lens {unknown} here{nearest(unknown, known)}",
            hint="record the report in the project that was reviewed; `code-review lenses list` shows its lenses",
        )


def differences(top: Path, data: Any) -> tuple[str, ...]:
    """What says that the report is not about what is in `top` now, a line each; none where nobody can tell."""
    return tuple(_differences(top, data["scope"]))


def _differences(top: Path, scope: Any) -> Iterator[str]:
    reviewed, now = scope["headSha"], ""
    # A record needs no repository, and a new one has no commit.
    with suppress(CodeReviewError):
        now = GitDoor(top).run("rev-parse", "--verify", "--quiet", "HEAD").decode("ascii").strip()
    if reviewed and now and reviewed != now:
        yield (
            f"it is about commit {reviewed[:12]}, and {now[:12]} is checked out; "
            "what does not stand in the files as they are now is not recorded"
        )
    paths = [one["path"] for one in scope["files"] if one["status"] != _DELETED]
    if paths and not any((top / path).is_file() for path in paths):
        yield "none of the files that it is about is here; is it the report of another project?"
