"""The parts of a shell command as they stand in its text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """Characters that stand for themselves; unquoted ones may still be patterns, braces or a tilde."""

    value: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Variable:
    """A parameter. Without a name it is an expansion whose value nobody can tell; `inner` is what stands inside it."""

    name: str
    quoted: bool
    inner: "tuple[Part, ...]" = ()


@dataclass(frozen=True, slots=True)
class Substitution:
    """The output of commands as text, or as the name of a file to read (`<(...)`)."""

    body: "Script"
    quoted: bool
    as_file: bool = False


Part = Text | Variable | Substitution
Word = tuple[Part, ...]


@dataclass(slots=True)
class Redirect:
    """`operator` and its file; for `<<` and `<<<` the target is the text itself, filled in once it has been read."""

    operator: str
    target: Word


@dataclass(frozen=True, slots=True)
class Simple:
    """Assignments, a program and its arguments."""

    assignments: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class Compound:
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
