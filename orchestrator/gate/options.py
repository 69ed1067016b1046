"""Reads the arguments of command-line programs the way most of them do: flags, values, words."""

from collections.abc import Sequence, Set
from typing import NamedTuple

from orchestrator.gate.shell.values import LOOSE, is_known


class Arguments(NamedTuple):
    """`options` in their order (a flag without a value has ""), the other `words`, and what leaves a doubt."""

    options: tuple[tuple[str, str], ...]
    words: tuple[str, ...]
    doubt: str = ""

    def last(self, *names: str) -> str:
        """Value of the last of these options, "" when none is given."""
        return next((value for name, value in reversed(self.options) if name in names), "")

    def has(self, *names: str) -> bool:
        """True when one of these options is given."""
        return any(name in names for name, _ in self.options)


def arguments(fields: Sequence[str], with_value: Set[str]) -> Arguments:
    """Splits `fields`; `with_value` names the options that take one, long and short."""
    options: list[tuple[str, str]] = []
    words: list[str] = []
    doubt = next((f"{shown(field)} may be several words: quote it" for field in fields if LOOSE in field), "")
    rest = list(fields)
    while rest:
        field = rest.pop(0)
        if field == "--":
            words += rest
            break
        if not is_known(field) and not field.startswith("-"):
            doubt = doubt or f"nobody can tell here whether {shown(field)} is a flag"
        if field.startswith("--"):
            name, equals, value = field.partition("=")
            options.append((name, value if equals else _value(rest) if name in with_value else ""))
        elif field.startswith("-") and field != "-":
            options += _cluster(field, rest, with_value)
        else:
            words.append(field)
    return Arguments(tuple(options), tuple(words), doubt)


def shown(field: str) -> str:
    """`field` for people: three dots where nobody can tell."""
    return field.replace("\0", "…").replace("\1", "…")


def _cluster(field: str, rest: list[str], with_value: Set[str]) -> list[tuple[str, str]]:
    """Short flags written together; the first that takes a value takes all that follows."""
    found: list[tuple[str, str]] = []
    for place, letter in enumerate(field[1:], 1):
        name = f"-{letter}"
        if name in with_value:
            value = field[place + 1 :].removeprefix("=")
            return [*found, (name, value or _value(rest))]
        found.append((name, ""))
    return found


def _value(rest: list[str]) -> str:
    return rest.pop(0) if rest else ""
