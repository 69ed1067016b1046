"""Proposals and what they are judged against, with the parts a test does not care about filled in."""

from collections.abc import Mapping

from orchestrator.fixloop.rules import Caps, Ground
from orchestrator.values.change import ChangedFile, Status
from orchestrator.values.fix import Edit, Proposal
from tests.support.trees import MemoryTree
from tests.unit.findings.build import finding


def ground(
    files: Mapping[str, str | bytes],
    *,
    changed: tuple[str, ...] | None = None,
    links: tuple[str, ...] = (),
    ignored: tuple[str, ...] = (),
    caps: Caps | None = None,
) -> Ground:
    """All of `files` are part of the change, unless `changed` says which."""
    named = tuple(files) if changed is None else changed
    return Ground(
        files=tuple(ChangedFile(path=path, status=Status.MODIFIED) for path in named),
        tree=MemoryTree(files),
        plain=lambda path: path in files and path not in links,
        ignored=lambda path: path in ignored,
        caps=caps or Caps(),
    )


def proposal(*edits: tuple[str, str, str], about: str = "src/app.py", masked: bool = False) -> Proposal:
    """Edits as (file, find, replace) for one finding in the file `about`."""
    made = tuple(Edit(*edit) for edit in edits)
    return Proposal(findings=(finding(file=about),), edits=made, fixer="test", masked=masked)
