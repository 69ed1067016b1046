"""The entries of the installed hooks: what git or an agent host feeds them, in; what they say and an exit code, out."""

import os
import signal
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

_USAGE = 2
_SECONDS = 40
_CLOSED = {"pre-push": 1, "agent-host": 2}
HOOKS = tuple(_CLOSED)


def run_hook(name: str, own: Sequence[str] = ()) -> int:
    """Reads standard input and judges it. Git is told 1 for no; an agent host 2, with the reason on both streams."""
    text = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    return _push(text) if name == "pre-push" else _call(text, own)


def _push(text: str) -> int:
    # Each hook loads its own half only: they start with every push and with many commands of an agent.
    from orchestrator.gate.push import check_push, pre_commit_update  # noqa: PLC0415
    from orchestrator.system.git import GitDoor  # noqa: PLC0415

    updates = text if text.strip() else pre_commit_update(os.environ)
    answer = check_push(updates, GitDoor(Path.cwd()), datetime.now(UTC), os.environ)
    _say(answer.text, sys.stderr.fileno())
    return 0 if answer.open else _CLOSED["pre-push"]


def _call(text: str, own: Sequence[str]) -> int:
    # As above: only this half.
    from orchestrator.gate.host import Surroundings, check_call  # noqa: PLC0415

    # The host gives up on a hook that takes too long, and then goes on; ended by a signal it has failed, which refuses.
    signal.alarm(_SECONDS)
    answer = check_call(text, Surroundings(datetime.now(UTC), os.environ, tuple(own)))
    _say(answer.text, sys.stderr.fileno())
    if answer.open:
        return 0
    _say(answer.text, sys.stdout.fileno())
    return _CLOSED["agent-host"]


def _say(text: str, handle: int) -> None:
    """Writes past the streams: they would refuse undecodable names, and a closed one must not change the answer."""
    try:
        os.write(handle, text.encode("utf-8", "surrogateescape"))
    except OSError:
        return


def main(arguments: Sequence[str]) -> int:
    """`pre-push` or `agent-host FOLDER...`; the folders belong to this tool and are nobody else's to write."""
    if not arguments or arguments[0] not in _CLOSED:
        _say("code-review: this hook was installed by another version; run `code-review hooks install`\n", 2)
        return _USAGE
    return run_hook(arguments[0], arguments[1:])
