"""One value of a mode's entry together with the place it stands in, read with a word about whatever is wrong with it."""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from orchestrator.settings.aliases import snake
from orchestrator.values.text import printable_path

LONGEST_PROMPT, LONGEST_TEXT, LONGEST_LINE = 40_000, 2_000, 300
"""Characters of a prompt, of another text, and of what stands on one line."""
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
"""What can be an id of a mode or a severity, an alias, or the key of a field: it becomes a word of a JSON schema."""
NAME_RULE = "a name begins with a letter and has at most 64 letters, digits, - and _"

_UNFIT = re.compile("[\0-\b\v-\x1f\x7f-\x9f\ud800-\udfff]")
_SHOWN = 60

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Part:
    """A value as the settings hold it. `place` names file and key, `source` the file alone; `say` takes each warning."""

    value: Any
    source: str
    key: str
    say: Callable[[str], None]

    def warn(self, problem: str) -> None:
        """Says what was wrong here and what was made of it."""
        self.say(f"{self.source}: {self.key}: {problem}")

    def inner(self, name: str | int, value: Any) -> "Part":
        """A value inside this one."""
        key = f"{self.key}[{name}]" if isinstance(name, int) else f"{self.key}.{name}"
        return Part(value, self.source, key, self.say)

    def text(self, longest: int = LONGEST_TEXT) -> str:
        """A text without control characters and with at most `longest` characters; empty when it is none."""
        if not isinstance(self.value, str):
            self.warn(f"{shown(self.value)} is not a text and is left out; put it in quotes if it is meant as one")
            return ""
        whole = self.value.replace("\r\n", "\n").strip()
        clean = _UNFIT.sub("", whole)
        if clean != whole:
            self.warn("control characters are left out")
        if len(clean) > longest:
            self.warn(f"{len(clean)} characters are more than {longest}; the end is cut off")
        return clean[:longest].rstrip()

    def line(self) -> str:
        """A text on one line."""
        return " ".join(self.text(LONGEST_LINE).split())

    def name(self) -> str:
        """A text that can be a name; empty when it cannot."""
        if isinstance(self.value, str) and NAME.fullmatch(self.value.strip()):
            return self.value.strip()
        self.warn(f"{shown(self.value)} cannot be a name and is left out; {NAME_RULE}")
        return ""

    def flag(self, default: bool) -> bool:
        """True or false; `default` for anything else."""
        if isinstance(self.value, bool):
            return self.value
        self.warn(f"{shown(self.value)} is neither true nor false; {str(default).lower()} is used")
        return default

    def choice(self, kind: type[Choice], default: Choice) -> Choice:
        """One of the words of `kind`; `default` for anything else."""
        words = [one.value for one in kind]
        if isinstance(self.value, str) and self.value in words:
            return kind(self.value)
        self.warn(f"{shown(self.value)} is none of {', '.join(words)}; {default.value} is used")
        return default

    def items(self) -> tuple["Part", ...]:
        """The parts of a list; one text is a list of one."""
        if isinstance(self.value, str):
            self.warn("a list belongs here; the text is read as a list of one")
            return (self.inner(0, self.value),) if self.value.strip() else ()
        if isinstance(self.value, list):
            return tuple(self.inner(number, item) for number, item in enumerate(self.value))
        self.warn(f"{shown(self.value)} is not a list and is left out")
        return ()

    def record(self, known: Iterable[str]) -> "Mapping[str, Part]":
        """The parts of a mapping by key, camelCase read as snake_case; unknown keys and keys without a value say so."""
        if not isinstance(self.value, Mapping):
            self.warn(f"{shown(self.value)} is not a mapping of keys to values and is left out")
            return {}
        known, parts = tuple(known), dict[str, Part]()
        for name, value in self.value.items():
            part = self.inner(printable_path(str(name))[:_SHOWN], value)
            key = snake(str(name))
            if key not in known:
                part.warn(f"there is no such key, and it is left out{nearest(key, known)}")
            elif key in parts:
                part.warn(f"{parts[key].key} says the same key already, and the first one counts")
            elif value is None:
                part.warn("there is no value, so nothing is set here")
            else:
                parts[key] = part
        return parts


def nearest(name: str, names: Sequence[str]) -> str:
    """`; did you mean X?`, or nothing when no name is near."""
    near = difflib.get_close_matches(name, names, n=1)
    return f"; did you mean {near[0]}?" if near else ""


def shown(value: object) -> str:
    """A wrong value for a warning: on one line, and only its beginning."""
    text = printable_path(value) if isinstance(value, str) else printable_path(repr(value))
    return f"{text[:_SHOWN]}..." if len(text) > _SHOWN else text or '""'


def plain(value: Any) -> Any:
    """Mappings as dictionaries and tuples as lists, so that what two files say can be compared."""
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, list | tuple) else value
