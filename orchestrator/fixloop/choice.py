"""What is to be fixed after a review: everything, some findings or nothing, decided in one place from flags and answers."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto

from orchestrator.values.finding import Finding
from orchestrator.values.text import printable_path

AGAIN = 3
"""How often an answer that nobody understands is asked for again."""

_FIX = frozenset({"fix", "f", "apply", "a", "yes", "y", "all", "fix all", "apply all"})
_REPORT = frozenset(
    {
        "report",
        "r",
        "report only",
        "no",
        "n",
        "none",
        "don't fix",
        "dont fix",
        "do not fix",
        "quit",
        "q",
        "exit",
        "save",
    }
)
_SOME = frozenset({"some", "s", "choose", "select"})
_DIFF = frozenset({"diff", "d", "show"})
_LEADING = ("fix ", "apply ", "some ", "choose ", "select ")
_RANGE = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
_SHOWN = 60


class Extent(StrEnum):
    """How much is to be fixed."""

    ALL = "all"
    SOME = "some"
    NONE = "none"


class Because(StrEnum):
    """What decided it."""

    NOTHING = "nothing-to-fix"
    FLAG = "flag"
    JSON = "json"
    YES = "yes"
    NO_TERMINAL = "no-terminal"
    ANSWER = "answer"
    ENTER = "enter"
    END = "end-of-input"
    UNCLEAR = "not-understood"


@dataclass(frozen=True, slots=True)
class Flags:
    """`fix`, `yes` and `as_json` are the flags `--fix`, `--yes` and `--json` of the run."""

    fix: bool = False
    yes: bool = False
    as_json: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """The decision. `findings` are those to be fixed, file by file and from top to bottom."""

    extent: Extent
    findings: tuple[Finding, ...]
    because: Because


class Want(Enum):
    """What is asked for next."""

    DIRECTION = auto()
    NUMBERS = auto()
    DIFF = auto()


@dataclass(frozen=True, slots=True)
class Asked:
    """No decision yet. `remark` says what was wrong with the last answer, empty when nothing was.

    After `Want.DIFF` the proposed diff is shown, and the next answer is one about the direction.
    """

    want: Want
    remark: str = ""


def fixable(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings that a fix may be tried for, by file and from top to bottom: the first has the number 1."""
    chosen = (one for one in findings if one.counts and one.actionable)
    return tuple(sorted(chosen, key=lambda one: (one.file, one.line)))


def decide(
    flags: Flags, *, terminal: bool, findings: Iterable[Finding], answers: Sequence[str | None] = ()
) -> Choice | Asked:
    """The choice, or what to ask for next when flags, terminal and the answers up to now leave it open.

    `terminal` is true when a person can be asked: standard input and standard error are a terminal. `answers` are the
    lines that were typed, without their line ends; None is the end of input. Whatever is unclear means no fix.
    """
    offered = fixable(findings)
    if not offered:
        return Choice(Extent.NONE, (), Because.NOTHING)
    if flags.fix:
        return Choice(Extent.ALL, offered, Because.FLAG)
    refused = _unasked(flags, terminal)
    if refused is not None:
        return Choice(Extent.NONE, (), refused)
    asked, unclear = Asked(Want.DIRECTION), 0
    for answer in answers:
        step = _step(answer, asked.want, offered)
        if isinstance(step, Choice):
            return step
        unclear += bool(step.remark)
        if unclear > AGAIN:
            return Choice(Extent.NONE, (), Because.UNCLEAR)
        asked = step
    return asked


def _unasked(flags: Flags, terminal: bool) -> Because | None:
    """Why nobody is asked; None when somebody is."""
    if flags.as_json:
        return Because.JSON
    if flags.yes:
        return Because.YES
    return None if terminal else Because.NO_TERMINAL


def _step(answer: str | None, want: Want, offered: tuple[Finding, ...]) -> Choice | Asked:
    if answer is None:
        return Choice(Extent.NONE, (), Because.END)
    said = " ".join(answer.replace("\u2019", "'").split())
    word = said.rstrip(".!").lower()
    if not said:
        return Choice(Extent.NONE, (), Because.ENTER)
    if word in _REPORT:
        return Choice(Extent.NONE, (), Because.ANSWER)
    if word in _FIX:
        return Choice(Extent.ALL, offered, Because.ANSWER)
    if word in _DIFF:
        return Asked(Want.DIFF)
    return Asked(Want.NUMBERS) if word in _SOME else _some(said, want, offered)


def _some(said: str, want: Want, offered: tuple[Finding, ...]) -> Choice | Asked:
    listed = next((said[len(lead) :] for lead in _LEADING if said.lower().startswith(lead)), said)
    again = Want.NUMBERS if want is Want.NUMBERS else Want.DIRECTION
    chosen: set[int] = set()
    for part in _parts(listed, offered):
        found = _numbers(part, offered)
        if isinstance(found, str):
            return Asked(again, found)
        chosen |= found
    if not chosen:
        return Asked(again, "no number stands in that answer")
    picked = tuple(finding for number, finding in enumerate(offered, start=1) if number in chosen)
    return Choice(Extent.ALL if len(picked) == len(offered) else Extent.SOME, picked, Because.ANSWER)


def _parts(listed: str, offered: tuple[Finding, ...]) -> Iterator[str]:
    """The items of a list; a path may hold what separates them otherwise."""
    if any(one.file == listed for one in offered):
        yield listed
        return
    tight = re.sub(r"(?<=[0-9])\s*[-\u2013]\s*(?=[0-9])", "-", listed)
    yield from filter(None, re.split(r"[,;\s]+", tight))


def _numbers(part: str, offered: tuple[Finding, ...]) -> set[int] | str:
    """The numbers that one item of a list means, or what is wrong with it."""
    match = _RANGE.fullmatch(part)
    if match is None:
        return _of_file(part, offered)
    first = int(match[1])
    last = int(match[2] or first)
    low, high = min(first, last), max(first, last)
    if low < 1 or high > len(offered):
        wrong = low if low < 1 else high
        return f"there is no number {wrong}; the last one is {len(offered)}"
    return set(range(low, high + 1))


def _of_file(part: str, offered: tuple[Finding, ...]) -> set[int] | str:
    """The numbers of a file's findings; its last names are enough where no other file ends in them."""
    files = {one.file for one in offered if one.file == part} or {
        one.file for one in offered if one.file.endswith(f"/{part}")
    }
    if len(files) == 1:
        return {number for number, one in enumerate(offered, start=1) if one.file in files}
    name = printable_path(part)
    shown = name if len(name) <= _SHOWN else f"{name[:_SHOWN]}..."
    return f"{shown} is the end of {len(files)} paths" if files else f"{shown} is no answer, no number and no file"
