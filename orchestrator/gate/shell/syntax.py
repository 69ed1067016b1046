"""The parts of a shell command as they stand in its text."""

from typing import NamedTuple


class Text(NamedTuple):
    """Characters that stand for themselves; unquoted ones may still be patterns, braces or a tilde."""

    value: str
    quoted: bool


class Variable(NamedTuple):
    """A parameter. Without a name it is an expansion whose value nobody can tell; `inner` is what stands inside it."""

    name: str
    quoted: bool
    inner: "tuple[Part, ...]" = ()


class Substitution(NamedTuple):
    """The output of commands as text, or as the name of a file to read (`<(...)`)."""

    body: "Script"
    quoted: bool
    as_file: bool = False


Part = Text | Variable | Substitution
Word = tuple[Part, ...]


class Redirect:
    """`operator` and its file; for `<<` and `<<<` the target is the text itself, filled in once it has been read."""

    __slots__ = ("operator", "target")

    def __init__(self, operator: str, target: Word) -> None:
        self.operator = operator
        self.target = target


class Simple(NamedTuple):
    """Assignments, a program and its arguments."""

    assignments: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...] = ()


class Compound(NamedTuple):
    """Commands that are run together. `kind`: subshell, group, branch, loop or function; `names` are assigned by it."""

    kind: str
    body: "Script"
    words: tuple[Word, ...] = ()
    names: tuple[str, ...] = ()
    redirects: tuple[Redirect, ...] = ()


Command = Simple | Compound
Pipeline = tuple[Command, ...]
Chain = tuple[tuple[str, Pipeline], ...]
Script = tuple[Chain, ...]
