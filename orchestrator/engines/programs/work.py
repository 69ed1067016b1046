"""What an agent did to the files of its folder, as edits: they are judged and applied elsewhere, or not at all."""

import stat
from collections.abc import Iterator
from pathlib import Path

from orchestrator.engines.programs.snapshot import FILE_CAP, Snapshot
from orchestrator.redaction import redact
from orchestrator.seams import SourceTree
from orchestrator.values.fix import Edit
from orchestrator.values.spans import edits_of, spans_between
from orchestrator.values.text import decode_text

MAX_SHOWN = 2_000
"""Characters of a file that the agent made and that will be refused anyway."""


def changes_of(tree: SourceTree, snapshot: Snapshot, name: str) -> Iterator[Edit]:
    """The edits that were made to the file `name` of `snapshot`, which was made from `tree`.

    A file that is gone, or is no text any more, is an edit that leaves nothing of it; one that was not there before is
    an edit that replaces nothing. Neither will be accepted, and both will be told.
    """
    before, after = _text_before(tree, snapshot, name), _text_now(snapshot.root / name)
    if before is None:
        if after is not None:
            yield Edit(name, "", after[:MAX_SHOWN])
        return
    if not after:
        yield Edit(name, before, "")
        return
    yield from edits_of(name, before, spans_between(before, after)) or ()


def _text_before(tree: SourceTree, snapshot: Snapshot, name: str) -> str | None:
    """The text as it was written to the folder; None for a folder, and for what was not part of it."""
    data = tree.read(name) if snapshot.is_file(name) else None
    text = None if data is None else decode_text(data)
    return None if text is None else redact(text)[0]


def _text_now(place: Path) -> str | None:
    """No link is followed: an agent can make one that leads anywhere."""
    try:
        found = place.lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > FILE_CAP * 4:
            return None
        return decode_text(place.read_bytes())
    except OSError:
        return None
