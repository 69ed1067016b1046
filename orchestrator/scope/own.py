"""The tool's own files: never reviewed, never hashed."""

import json
import re
from collections.abc import Iterable

from orchestrator.seams import SourceTree

MARKER = "code-review-correction/1"
# Only what looks like the data we write: code that somebody puts into these folders is reviewed like any other.
_DATA = re.compile(
    r"(?:\.claude/(?:memory|metrics)|\.dev-team-reports)/(?:.+\.(?:json|jsonl|md|html|pdf|lock|tmp)|\.pr-review-passed)|"
    r"\.claude/metrics/boundary-events\.jsonl\.broken-[0-9TZ.-]+"
)
_CORRECTION = re.compile(r"corrections/[^/]+\.json")


def own_files(paths: Iterable[str], *trees: SourceTree) -> frozenset[str]:
    """Those of `paths` that the tool wrote: everything in its folders, and corrections that bear its marker.

    A correction is known by its content, read from the first of `trees` that has it: a project may keep files of its
    own beside ours.
    """
    listed = set(paths)
    corrections = {path for path in listed if _CORRECTION.fullmatch(path)}
    marked = {path for path in corrections if any(_is_marked(data) for data in _first_content(path, trees))}
    return frozenset(marked | {path for path in listed if _DATA.fullmatch(path)})


def _first_content(path: str, trees: tuple[SourceTree, ...]) -> list[bytes]:
    contents = (tree.read(path) for tree in trees)
    return [data for data in contents if data is not None][:1]


def _is_marked(data: bytes) -> bool:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and value.get("marker") == MARKER
