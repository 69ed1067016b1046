"""What a person wants to see while a run is going on."""

from typing import Protocol

from orchestrator.values.outcome import Outcome


class Progress(Protocol):
    """Told about each stage and each lens; must not raise and must not write to standard output."""

    def stage(self, text: str) -> None:
        """A new stage has begun."""
        ...

    def asked(self, agents: tuple[str, ...], attempt: int) -> None:
        """These lenses are being asked now; attempt 2 is the retry."""
        ...

    def answered(self, outcome: Outcome) -> None:
        """A lens has an outcome."""
        ...
