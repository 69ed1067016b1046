"""The tool's own files: never reviewed, never hashed."""

import json
import re
from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from orchestrator.errors import CodeReviewError
from orchestrator.scope.policy_files import SETTINGS_FILES
from orchestrator.seams import SourceTree
from orchestrator.settings.late import layer_of_bytes
from orchestrator.values.record_place import DEFAULT_FOLDER, PLAIN_MODE, folder_of, is_marked

MARKER = "code-review-correction/1"
# Only what looks like the data we write: code that somebody puts into these folders is reviewed like any other.
_DATA = re.compile(
    r"(?:\.claude/(?:memory|metrics)|\.dev-team-reports)/(?:.+\.(?:json|jsonl|md|html|pdf|lock|tmp)|\.pr-review-passed)|"
    r"\.claude/metrics/boundary-events\.jsonl\.broken-[0-9TZ.-]+"
)
_CORRECTION = re.compile(r"corrections/[^/]+\.json")


@runtime_checkable
class _HasModes(Protocol):
    """A tree that can tell how git would store a path. One that cannot holds texts alone."""

    def mode(self, path: str) -> str: ...


def own_files(paths: Iterable[str], *trees: SourceTree) -> frozenset[str]:
    """Those of `paths` that the tool wrote: everything in its folders, corrections and records that bear its marker.

    A correction and a record are known by their content: a project may keep files of its own beside ours. A correction
    is read from the first of `trees` that has it; a record has to be one in each of them that has it, or the change
    would hide what stood there before. The folder of the records is the one that the settings in the last tree name,
    which is the base where there are two.
    """
    listed = set(paths)
    corrections = {path for path in listed if _CORRECTION.fullmatch(path)}
    marked = {path for path in corrections if any(_is_marked(data) for data in _first_content(path, trees))}
    return frozenset(marked | _records(listed, trees) | {path for path in listed if _DATA.fullmatch(path)})


def _records(listed: set[str], trees: tuple[SourceTree, ...]) -> set[str]:
    """The records of reviews: answering a finding must not undo the review that found it."""
    candidates = [path for path in listed if folder_of(path)]
    found = {path for path in candidates if _is_record(path, trees)}
    if not found:
        return found
    folder = record_folder(trees[-1])
    return {path for path in found if folder_of(path) == folder}


def _is_record(path: str, trees: tuple[SourceTree, ...]) -> bool:
    held = [(tree, data) for tree in trees if (data := tree.read(path)) is not None]
    return bool(held) and all(_mode(tree, path) == PLAIN_MODE and is_marked(data) for tree, data in held)


def _mode(tree: SourceTree, path: str) -> str:
    return tree.mode(path) if isinstance(tree, _HasModes) else PLAIN_MODE


def record_folder(tree: SourceTree) -> str:
    """The folder of the records as the settings in `tree` name it; the default where they cannot be read."""
    data = next((data for path in SETTINGS_FILES if (data := tree.read(path)) is not None), None)
    if data is None or b"folder" not in data:
        return DEFAULT_FOLDER
    try:
        return str(layer_of_bytes(data, "settings").values.get("record.folder") or DEFAULT_FOLDER)
    except (CodeReviewError, ImportError, UnicodeDecodeError):
        return DEFAULT_FOLDER


def _first_content(path: str, trees: tuple[SourceTree, ...]) -> list[bytes]:
    contents = (tree.read(path) for tree in trees)
    return [data for data in contents if data is not None][:1]


def _is_marked(data: bytes) -> bool:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and value.get("marker") == MARKER
