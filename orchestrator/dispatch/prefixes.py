"""Waiting for a shared prefix: a provider keeps it from the moment the first answer has begun, and not before."""

from dataclasses import dataclass, field

import anyio

Key = tuple[str, str, int]
"""Engine name, model id, identity of the pack."""


@dataclass(slots=True)
class Prefixes:
    """Who goes first for each prefix, and whether the others may follow."""

    _known: dict[Key, anyio.Event] = field(default_factory=dict)

    async def enter(self, key: Key) -> anyio.Event:
        """Returns at once for the first caller, who must set the event; for all others when it has been set."""
        if key not in self._known:
            self._known[key] = anyio.Event()
            return self._known[key]
        await self._known[key].wait()
        return self._known[key]
