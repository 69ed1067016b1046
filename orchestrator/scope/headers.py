"""The lines above the hunks of a file in a patch: what they say, and whether that holds together."""

import re
from dataclasses import dataclass, field

from orchestrator.errors import UsageError
from orchestrator.scope.quoting import unquoted
from orchestrator.values.change import Status

NOWHERE = b"/dev/null"
_HEADER = re.compile(
    rb"(old mode|new mode|deleted file mode|new file mode|rename from|rename to|copy from|copy to|similarity index|"
    rb"dissimilarity index|index|---|\+\+\+) (.+)"
)
_BINARY = (b"Binary files ", b"GIT binary patch")
_SIDES = ("---", "+++")
_PAIRS = (("old mode", "new mode"), ("rename from", "rename to"), ("copy from", "copy to"), _SIDES)
# Ids of a file without content, in both kinds of repositories.
_EMPTY = (
    b"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    b"473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
)


@dataclass(slots=True)
class Draft:
    """A file while it is read: header lines by their words, hunks as their heads and raw lines.

    `paths` are those of its `diff --git` line: None where they cannot be told apart, and in diffs of other programs.
    """

    paths: tuple[bytes, bytes] | None
    says: dict[str, bytes] = field(default_factory=dict)
    binary: bool = False
    hunks: list["tuple[re.Match[bytes], list[bytes]]"] = field(default_factory=list)


def read_header(draft: Draft, line: bytes) -> bool:
    """Takes `line` into `draft`. False when it is no header line, or one too many."""
    if draft.binary or "+++" in draft.says:
        return False
    if line.startswith(_BINARY):
        draft.binary = True
        return True
    match = _HEADER.fullmatch(line)
    if match is None or match[1].decode("ascii") in draft.says:
        return False
    word = match[1].decode("ascii")
    # A tab ends a path with spaces on these two lines, and stands before a time.
    draft.says[word] = match[2].partition(b"\t")[0] if word in _SIDES else match[2]
    return True


def lacking(draft: Draft) -> str:
    """What a file of a patch must have and this one has not; empty when it is whole."""
    says = draft.says
    for first, second in _PAIRS:
        if (first in says) != (second in says):
            return f"it has only one of the lines {first!r} and {second!r}"
    if draft.hunks or draft.binary:
        return "" if _names_agree(draft) else "its lines name different files"
    return _missing_content(says)


def status_of(says: dict[str, bytes]) -> Status:
    """What happened to the file."""
    if NOWHERE in (says.get("---"), says.get("+++")):
        return Status.ADDED if says["---"] == NOWHERE else Status.DELETED
    marks = {
        "new file mode": Status.ADDED,
        "deleted file mode": Status.DELETED,
        "rename to": Status.RENAMED,
        "copy to": Status.COPIED,
    }
    return next((status for word, status in marks.items() if word in says), Status.MODIFIED)


def mode_of(says: dict[str, bytes], words: tuple[str, ...], kept: bytes) -> str:
    """The mode that one of `words` gives, else `kept`."""
    return next((says[word] for word in words if word in says), kept).decode("ascii", "replace")


def paths_of(draft: Draft) -> tuple[bytes, bytes]:
    """Old and new path. UsageError when no line names the file."""
    for verb in ("rename", "copy"):
        if f"{verb} to" in draft.says:
            return unquoted(draft.says.get(f"{verb} from", b"")), unquoted(draft.says[f"{verb} to"])
    if draft.paths is not None:
        return draft.paths
    sides = [unquoted(draft.says.get(mark, NOWHERE)) for mark in _SIDES]
    known = [side for side in sides if side != NOWHERE]
    if not known:
        raise UsageError("the patch names no file in one of its parts")
    old, new = ((known[0] if side == NOWHERE else side) for side in sides)
    return _without_prefix(old), _without_prefix(new)


def _missing_content(says: dict[str, bytes]) -> str:
    """What a file without hunks lacks; one that was only moved, or has another mode, or is empty, lacks nothing."""
    if "---" in says:
        return "no hunk follows its names"
    if "index" in says:
        old, _, new = says["index"].partition(b" ")[0].partition(b"..")
        return "" if _nothing_to_show(old, new) else "no hunk follows"
    if {"new file mode", "deleted file mode"} & says.keys():
        return "nothing of its content follows"
    moved = {"rename to", "copy to"} & says.keys()
    if moved and says.get("similarity index", b"100%") != b"100%":
        return "it is changed as well, and no hunk follows"
    return "" if moved or "new mode" in says else "nothing of its change follows"


def _nothing_to_show(old: bytes, new: bytes) -> bool:
    """True for the ids of an empty file that comes or goes."""
    if len(old) < 4 or len(new) < 4:
        return False
    gone, held = (old, new) if not old.strip(b"0") else (new, old)
    return not gone.strip(b"0") and any(one.startswith(held) for one in _EMPTY)


def _names_agree(draft: Draft) -> bool:
    """True when every line that names the file names the same one; rules and readers go by only one of them."""
    if draft.paths is None and not {"rename to", "copy to"} & draft.says.keys():
        return True
    return all(
        side in {NOWHERE, path} or (side[1:2] == b"/" and path == side[2:])
        for path, side in zip(
            paths_of(draft), (unquoted(draft.says.get(mark, NOWHERE)) for mark in _SIDES), strict=True
        )
    )


def _without_prefix(path: bytes) -> bytes:
    return path[2:] if path[1:2] == b"/" else path
