"""The command line that says the same once more: made from the flags as they were understood."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import fields
from enum import Enum
from typing import Any, get_type_hints

from typer.models import OptionInfo


def command_line(words: Sequence[str], options: Any) -> str:
    """`words` and every flag of the dataclass `options` that is not at its default, quoted for a shell."""
    hints = get_type_hints(type(options), include_extras=True)
    flags: list[str] = []
    for field in fields(options):
        value = getattr(options, field.name)
        if value != field.default:
            flags += _flag(_spelled(field.name, hints[field.name].__metadata__), value)
    return shlex.join((*words, *flags))


def _spelled(name: str, metadata: Sequence[object]) -> tuple[str, str]:
    """How the flag is written, and how it is turned off; the latter is empty for most."""
    info = next(one for one in metadata if isinstance(one, OptionInfo))
    # Beside a type, the first spelling stands where a default would.
    given = [one for one in (info.default, *(info.param_decls or ())) if isinstance(one, str)]
    on, _, off = (given[0] if given else f"--{name.replace('_', '-')}").partition("/")
    return on, off


def _flag(spelled: tuple[str, str], value: object) -> Iterator[str]:
    on, off = spelled
    if isinstance(value, bool):
        yield on if value else off
        return
    for one in value if isinstance(value, (list, tuple)) else (value,):
        text = str(one.value if isinstance(one, Enum) else one)
        # A value that begins like a flag must not be taken for one.
        yield from (f"{on}={text}",) if text.startswith("-") and text != "-" else (on, text)
