"""Where the review record of a change lies, told by its path, and how one is known by its bytes."""

import re

DEFAULT_FOLDER = "_codev/changes"
"""The folder of all changes, relative to the project root, where the settings name no other."""
ARCHIVE = "archive"
"""The folder beside the changes into which closed ones are moved."""
RECORD = "review.md"
CHANGE_NAME = re.compile(r"(?!archive$)[a-z0-9][a-z0-9-]{0,63}")
_RECORD_PATH = re.compile(rf"(?P<folder>.+?)(?:/{ARCHIVE})?/(?P<name>(?!archive/)[a-z0-9][a-z0-9-]{{0,63}})/{RECORD}")
_MARKER = re.compile(rb"^<!--[ \t]*review-format:[ \t]*\d{1,9}[ \t]*-->[ \t]*\r?$", re.MULTILINE)


def folder_of(path: str) -> str:
    """The folder of changes in which `path` would be a record, archived or not; empty when it cannot be one."""
    found = _RECORD_PATH.fullmatch(path)
    return found["folder"] if found else ""


def change_of(path: str) -> str:
    """The name of the change that the record at `path` belongs to."""
    return path.split("/")[-2]


def is_marked(data: bytes) -> bool:
    """True for the bytes of a record that names its format on a line of its own."""
    return _MARKER.search(data) is not None
