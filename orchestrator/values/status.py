"""What happened to one file, and the modes that git gives to what is no ordinary file."""

from enum import StrEnum

SUBMODULE_MODE = "160000"
SYMLINK_MODE = "120000"


class Status(StrEnum):
    """Change type of one file. A type change (file to symlink, mode only) counts as modified."""

    ADDED = "A"
    MODIFIED = "M"
    DELETED = "D"
    RENAMED = "R"
    COPIED = "C"
