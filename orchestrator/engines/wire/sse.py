"""Server-sent events: bytes in any pieces in, whole events out."""

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Event:
    """One event; `name` is empty where the stream gives none."""

    name: str
    data: str


END = Event("\n", "")
"""Stands for the end of a stream; no event of a stream has a line end in its name."""


def whole_answer(text: str) -> Event:
    """Stands for an answer that came in one piece."""
    return Event(WHOLE, text)


WHOLE = "\nwhole"


@dataclass(slots=True)
class SseParser:
    """Reads a stream piece by piece. Line ends are LF, CRLF or CR, and a piece may end between any two bytes.

    An event that no blank line has ended is no event: what breaks off is never handed out.
    """

    _rest: bytes = b""
    _after_cr: bool = False
    _first: bool = True
    _name: str = ""
    _data: list[str] = field(default_factory=list)

    def feed(self, piece: bytes) -> Iterator[Event]:
        """The events that `piece` completes, each before what stands behind it is looked at.

        Raises UnicodeDecodeError for a line that is not UTF-8.
        """
        if self._after_cr and piece:
            # The CR ended its line already; a LF behind it belongs to it, in whichever piece it comes.
            piece = piece.removeprefix(b"\n")
            self._after_cr = False
        self._after_cr = self._after_cr or piece.endswith(b"\r")
        *lines, self._rest = (self._rest + piece).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for line in lines:
            event = self._line(line)
            if event is not None:
                yield event

    def _line(self, raw: bytes) -> Event | None:
        line = raw.decode("utf-8")
        if self._first:
            self._first = False
            line = line.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
        if not line:
            return self._event()
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._name = value
        return None

    def _event(self) -> Event | None:
        name, data = self._name, self._data
        self._name, self._data = "", []
        return Event(name, "\n".join(data)) if data else None
