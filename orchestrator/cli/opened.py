"""Opening a session for a command: what is wrong with the user's settings file is told at once."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from orchestrator.engines.programs.environment import is_nested
from orchestrator.modes.load import Modes
from orchestrator.settings.model import Value
from orchestrator.wiring.session import Session, open_session


def opened(
    given: Mapping[str, Value], *, since: str = "", whole_files: bool = False, completes: bool = True
) -> Session:
    """The session around the current folder. `completes` as in `open_session`; never inside another review."""
    may = completes and not is_nested(os.environ)
    session = open_session(Path.cwd(), given, since=since, whole_files=whole_files, completes=may)
    tell(session.user.said)
    return session


def put_right(modes: Modes) -> tuple[str, ...]:
    """One line for everything in modes that had to be put right; none when nothing had to be."""
    count = len(modes.warnings)
    if not count:
        return ()
    what = f"{count} things in modes" if count > 1 else "1 thing in modes"
    return (f"{what} had to be put right; see `code-review modes check`",)


def tell(lines: tuple[str, ...]) -> None:
    """Prints each line on stderr."""
    encoding = sys.stderr.encoding or "utf-8"
    text = "".join(f"code-review: {line}\n" for line in lines)
    sys.stderr.write(text.encode(encoding, errors="backslashreplace").decode(encoding))
