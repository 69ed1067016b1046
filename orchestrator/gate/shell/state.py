"""What a shell knows while it runs a command: where it is, its variables, the files it has just written."""

from collections.abc import Mapping
from typing import NamedTuple

from orchestrator.gate.shell.values import FIXED, is_known


class Invocation(NamedTuple):
    """One program with its arguments (`fields`, marks included), started in one of `places`.

    `variables` are those the command itself sets. `stdin` is the text that is known to be fed to it. `writes` are the
    files that it opens for writing by redirection.
    """

    fields: tuple[str, ...]
    places: tuple[str, ...]
    variables: Mapping[str, str]
    stdin: str = ""
    writes: tuple[str, ...] = ()


class State:
    """Changes as commands go by. A place that holds a mark is one that nobody can tell."""

    __slots__ = ("files", "home", "places", "variables")

    def __init__(
        self,
        places: tuple[str, ...],
        home: str,
        variables: dict[str, str] | None = None,
        files: dict[str, str] | None = None,
    ) -> None:
        self.places = places
        self.home = home
        self.variables = {} if variables is None else variables
        self.files = {} if files is None else files

    def copy(self) -> "State":
        """Where a subshell starts. Files are the same for all."""
        return State(self.places, self.home, dict(self.variables), self.files)

    def merge(self, earlier: "State") -> None:
        """After commands that may not have been run: it is here or where it was, and a changed variable is unknown."""
        self.places = tuple(dict.fromkeys((*earlier.places, *self.places)))
        for name, value in self.variables.items():
            if earlier.variables.get(name, value) != value:
                self.variables[name] = FIXED

    def enter(self, target: str) -> None:
        """Changes the place; what cannot be told makes the place unknown."""
        if not is_known(target) or target.startswith("-"):
            self.places = (FIXED,)
        else:
            self.places = tuple(dict.fromkeys(joined(place, target) for place in self.places))


def joined(place: str, target: str) -> str:
    """`target` as seen from `place`."""
    return target if target.startswith("/") else f"{place.rstrip('/')}/{target}"
