"""Where tests keep their files: in memory where there is room, since what the program syncs to a disk is waited for."""

import os
import sys

_MEMORY = "/dev/shm"
_ROOM = 2_000_000_000
_CHOSEN = "PYTEST_DEBUG_TEMPROOT"


def _fits() -> bool:
    """True when the folder in memory has room for a whole session, and programs in it may be started."""
    if sys.platform != "linux" or not os.access(_MEMORY, os.W_OK):
        return False
    state = os.statvfs(_MEMORY)
    return state.f_bavail * state.f_frsize >= _ROOM and not state.f_flag & os.ST_NOEXEC


if _fits():
    os.environ.setdefault(_CHOSEN, _MEMORY)
