"""Comments that ask a tool to be silent: made harmless in the copy a tool reads, remembered for who judges its results."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import takewhile

_COMMENT_LINE = re.compile(r"\s*(?:#|//|/\*|\*|<!--|--|;|\{/\*)")


class Reach(Enum):
    """What a directive silences: its own line, the statement below it, everything below it, or, standing above all code,
    the whole file."""

    LINE = auto()
    NEXT = auto()
    BELOW = auto()
    TOP = auto()


@dataclass(frozen=True, slots=True)
class Directive:
    """One form. `pattern` has a group `word`, whose change makes it harmless, and may have `rules`, a list of names.

    `until` ends what a directive of reach BELOW has begun.
    """

    pattern: re.Pattern[str]
    reach: Reach
    until: re.Pattern[str] | None = None


def harmless(text: str, directives: Sequence[Directive]) -> str:
    """`text` without any working directive; lines and columns stay."""
    for directive in directives:
        text = directive.pattern.sub(_spoilt, text)
    return text


def silenced_at(lines: Sequence[str], line: int, rule: str, directives: Sequence[Directive]) -> int | None:
    """1-based line of the directive that would silence `rule` on `line`, or None."""
    for directive in directives:
        for number in _reaching(lines, line, directive):
            found = directive.pattern.search(lines[number - 1])
            if found and _names(found.groupdict().get("rules"), rule):
                return number
    return None


def _spoilt(match: re.Match[str]) -> str:
    start = match.start("word") - match.start()
    return f"{match[0][:start]}_{match[0][start + 1 :]}"


def _reaching(lines: Sequence[str], line: int, directive: Directive) -> Iterator[int]:
    """Lines on which `directive` would have to stand to reach `line`."""
    if not 1 <= line <= len(lines):
        return iter(())
    match directive.reach:
        case Reach.LINE:
            return iter((line,))
        case Reach.NEXT:
            above = range(line - 1, 0, -1)
            return takewhile(lambda number: bool(_COMMENT_LINE.match(lines[number - 1])), above)
        case Reach.TOP:
            return takewhile(lambda number: _is_no_code(lines[number - 1]), range(1, line))
        case Reach.BELOW:
            until = directive.until
            return takewhile(lambda number: until is None or not until.search(lines[number - 1]), range(line, 0, -1))


def _is_no_code(text: str) -> bool:
    return not text.strip() or _COMMENT_LINE.match(text) is not None


def _names(listed: str | None, rule: str) -> bool:
    """True when a list names `rule`, with or without its plugin; an empty list names every rule."""
    names = [name for name in re.split(r"[,\s]+", (listed or "").split("--", 1)[0]) if name]
    last = rule.rpartition("/")[2]
    return not names or any(name in {rule, "all"} or name.rpartition("/")[2] == last for name in names)
