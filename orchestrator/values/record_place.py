"""Where the review record of a change lies, told by its path, and how one is known by its bytes."""

import re

DEFAULT_FOLDER = "_codev/changes"
"""The folder of all changes, relative to the project root, where the settings name no other."""
ARCHIVE = "archive"
"""The folder beside the changes into which closed ones are moved."""
RECORD = "review.md"
NAME_RULE = f"it has 1 to 64 small letters, digits and `-`, begins with a letter or a digit, and is not `{ARCHIVE}`"
"""What `CHANGE_NAME` says, in words."""
CHANGE_NAME = re.compile(r"(?!archive$)[a-z0-9][a-z0-9-]{0,63}")
_RECORD_PATH = re.compile(rf"(?P<folder>.+?)(?:/{ARCHIVE})?/(?P<name>(?!archive/)[a-z0-9][a-z0-9-]{{0,63}})/{RECORD}")
PLAIN_MODE = "100644"
"""The only mode of a record in git: a file that can be started is no record, whatever it holds."""
# The marker stands before anything else but one title, so that nothing can be hidden above it.
_HEAD = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[ \t]*\r?\n)*(?:# [^\r\n]*\r?\n(?:[ \t]*\r?\n)*)?"
    rb"<!--[ \t]*review-format:[ \t]*\d{1,9}[ \t]*-->[ \t]*(?:\r?\n|\Z)"
)


def folder_of(path: str) -> str:
    """The folder of changes in which `path` would be a record, archived or not; empty when it cannot be one."""
    found = _RECORD_PATH.fullmatch(path)
    return found["folder"] if found else ""


def change_of(path: str) -> str:
    """The name of the change that the record at `path` belongs to."""
    return path.split("/")[-2]


def is_archived(path: str) -> bool:
    """True for the record at `path` when its change was closed and moved away."""
    return path.split("/")[-3:-2] == [ARCHIVE]


def is_marked(data: bytes) -> bool:
    """True for bytes that begin as a record does: with the line that names the format, or a title and then that line."""
    return _HEAD.match(data) is not None
