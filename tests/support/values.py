"""Builders of values, with the parts a test does not care about filled in."""

from orchestrator.values.change import ChangedFile, DiffLine, Hunk, LineKind, Status
from orchestrator.values.lens import ContextNeed, Effort, Lens, LensScope, ScopeRule
from orchestrator.values.turn import Omission, Payload


def make_lens(
    name: str = "naming-review", *, context: ContextNeed = ContextNeed.FULL_FILE, model: str = "haiku"
) -> Lens:
    """A lens whose scope is `always`."""
    return Lens(
        name=name,
        description=f"{name} for tests",
        model=model,
        effort=Effort.LOW,
        scope=LensScope(ScopeRule.ALWAYS),
        context=context,
        body=f"Look for defects of {name}.",
        digest="0" * 64,
    )


def added_file(path: str, text: str) -> ChangedFile:
    """A file that the change adds with `text`."""
    lines = text.splitlines()
    diff = tuple(DiffLine(LineKind.ADDED, line, None, number) for number, line in enumerate(lines, 1))
    return ChangedFile(
        path=path, status=Status.ADDED, new_mode="100644", hunks=(Hunk(0, 0, 1, len(lines), diff),) if lines else ()
    )


def make_payload(
    lens: Lens, *files: ChangedFile, contents: dict[str, str] | None = None, omissions: tuple[Omission, ...] = ()
) -> Payload:
    """A diff payload of `files`."""
    return Payload(lens=lens, files=files, has_diff=True, contents=contents or {}, omissions=omissions)
