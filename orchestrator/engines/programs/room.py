"""Where command-line engines work: one snapshot for all of them, and proof afterwards that nothing was written."""

import os
import tempfile
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import anyio
import anyio.to_thread

from orchestrator.engines.programs.guard import State, WorkTreeGuard, differences
from orchestrator.engines.programs.snapshot import Snapshot
from orchestrator.engines.programs.work import changes_of
from orchestrator.seams import SourceTree
from orchestrator.values.fix import Edit


@dataclass(frozen=True, slots=True)
class Visit:
    """One engine at work in `snapshot`; `before` is the person's work tree as it was when it began."""

    snapshot: Snapshot
    before: State


@dataclass(frozen=True, slots=True)
class Workshop:
    """One engine at work in a folder that it may change; nothing of it reaches the person's files by itself."""

    tree: SourceTree
    visit: Visit

    def edits(self) -> tuple[Edit, ...]:
        """What makes the files of the folder as they are now of those it was made with."""
        snapshot = self.visit.snapshot
        return tuple(edit for name in snapshot.changed() for edit in changes_of(self.tree, snapshot, name))


@dataclass(frozen=True, slots=True)
class Work:
    """What became of a workshop: the edits that were made in it, and what changed `outside`, which nobody was let do."""

    edits: tuple[Edit, ...]
    outside: tuple[str, ...]


@dataclass(slots=True)
class Room:
    """Makes the snapshot when the first engine comes, and another one when an engine has changed it.

    `closing` registers what is to be done when the run ends.
    """

    tree: SourceTree
    guard: WorkTreeGuard
    closing: Callable[[Callable[[], object]], object]
    _current: Snapshot | None = None
    _lock: anyio.Lock = field(default_factory=anyio.Lock)

    async def enter(self, near: Collection[str]) -> Visit:
        """A visit that begins now. `near` are the paths under review."""
        async with self._lock:
            snapshot = self._current or await self._make(near)
            self._current = snapshot
        return Visit(snapshot, await anyio.to_thread.run_sync(self.guard.look))

    async def lend(self, near: Collection[str]) -> Workshop:
        """A workshop of its own that begins now. `near` are the paths under review."""
        with anyio.CancelScope(shield=True):
            snapshot = await anyio.to_thread.run_sync(partial(Snapshot.make, self.tree, near, writable=True))
            self.closing(snapshot.remove)
        return Workshop(self.tree, Visit(snapshot, await anyio.to_thread.run_sync(self.guard.look)))

    async def take_back(self, shop: Workshop) -> Work:
        """What was done in `shop`, and what changed outside of it; the folder is gone afterwards."""
        with anyio.CancelScope(shield=True):
            edits = await anyio.to_thread.run_sync(shop.edits)
            after = await anyio.to_thread.run_sync(self.guard.look)
            await anyio.to_thread.run_sync(shop.visit.snapshot.remove)
        outside = differences(shop.visit.before, after)
        return Work(edits, tuple(f"{path} (in the work tree)" for path in outside))

    async def _make(self, near: Collection[str]) -> Snapshot:
        # Half a snapshot that nobody knows of would stay behind.
        with anyio.CancelScope(shield=True):
            snapshot = await anyio.to_thread.run_sync(Snapshot.make, self.tree, near)
            self.closing(snapshot.remove)
        return snapshot

    async def leave(self, visit: Visit) -> tuple[str, ...]:
        """What changed during `visit`, each path with the place it is in; empty when nothing did.

        Who of several engines at work did it cannot be told, so each of them gets the same answer.
        """
        inside = await anyio.to_thread.run_sync(visit.snapshot.changed)
        after = await anyio.to_thread.run_sync(self.guard.look)
        if inside and self._current is visit.snapshot:
            self._current = None
        outside = differences(visit.before, after)
        return (*(f"{path} (in its folder)" for path in inside), *(f"{path} (in the work tree)" for path in outside))


class PrivateFiles:
    """Context manager: files for one start of a program that are none of the subject's, gone when it is left."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="code-review-call-", ignore_cleanup_errors=True)

    def __enter__(self) -> "PrivateFiles":
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._folder.cleanup()

    @property
    def folder(self) -> Path:
        """An empty folder that only this user can enter."""
        return Path(self._folder.name)

    def write(self, name: str, text: str) -> Path:
        """A new file of that name holding `text`."""
        place = self.folder / name
        handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8", "replace"))
        return place
