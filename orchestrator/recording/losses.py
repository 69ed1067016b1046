"""Findings whose calls could not be used: each is kept in mind until the reviewer has repeated it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from orchestrator.recording.tools import APPEND, REVIEW_TOOLS
from orchestrator.redaction import redact
from orchestrator.values.turn import ToolCall

NAMED = 5
_SIGNS = ('"evidence"', APPEND)


@dataclass(frozen=True, slots=True)
class _Loss:
    """One call, as far as it could be read; `known` are the texts by which its repetition is recognised."""

    turn: int
    reason: str
    known: Mapping[str, str]

    def is_repeated_by(self, other: Mapping[str, str]) -> bool:
        """True when `other` names the same title, or the same file with the same line or quote."""
        if not self.known:
            return True
        same = {name for name, text in self.known.items() if _folded(other.get(name, "")) == _folded(text)}
        return "title" in same or ("file" in same and len(same) > 1)


@dataclass(slots=True)
class Losses:
    """What was lost so far."""

    _open: list[_Loss] = field(default_factory=list)

    def refused(self, turn: int, call: ToolCall, reason: str) -> bool:
        """Notes that `call` could not be used in this turn; False when it carried no finding."""
        named = call.name == APPEND or (call.name not in REVIEW_TOOLS and any(map(call.arguments.__contains__, _SIGNS)))
        if named:
            self._open.append(_Loss(turn, reason, _known(call.arguments)))
        return named

    def unread(self, turn: int, text: str, reason: str) -> None:
        """Notes that the reply `text` could not be read as calls."""
        if f'"{APPEND}"' in text:
            self._open.append(_Loss(turn, reason, {}))

    def recorded(self, turn: int, call: ToolCall) -> None:
        """`call` recorded a finding. It repeats one that was lost before, since nobody knows of a loss within its turn."""
        known = _known(call.arguments)
        earlier = [loss for loss in self._open if loss.turn < turn and loss.is_repeated_by(known)]
        # What is recognised comes before what could not be read at all and may be anything.
        for loss in sorted(earlier, key=lambda one: not one.known)[:1]:
            self._open.remove(loss)

    def told(self) -> str:
        """What is lost now, in words for the report; empty when nothing is."""
        if not self._open:
            return ""
        rows = [redact(f"{_named(loss.known)}: {loss.reason}")[0] for loss in self._open[:NAMED]]
        more = len(self._open) - NAMED
        rows += [f"and {more} more"] if more > 0 else []
        calls = "a call that carried a finding was" if len(self._open) == 1 else "calls that carried findings were"
        return f"{calls} of no use and not repeated: {'; '.join(rows)}"


def _known(arguments: str) -> Mapping[str, str]:
    try:
        data = json.loads(arguments)
    except (ValueError, RecursionError):
        return {}
    if isinstance(data, dict) and isinstance(data.get("arguments"), dict):
        data = data["arguments"]
    given = data if isinstance(data, dict) else {}
    texts = {name: given.get(name) for name in ("title", "file", "line", "evidence")}
    return {name: str(text) for name, text in texts.items() if text is not None and str(text).strip()}


def _named(known: Mapping[str, str]) -> str:
    name = known.get("title") or known.get("file")
    return f"{name[:80]!r}" if name else "one that could not be read"


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
