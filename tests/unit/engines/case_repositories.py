"""Reads the offline cases for the engine's own detectors: each case is one change of a small repository.

The topic folder `tests/cases/offline/<lens>/<topic>` is the repository. Its files called `bad*` and `good*` are cases; each is looked at
alone, as a file the change adds. `bad_orders.py` enters the repository as `orders.py`, so that other files can name it; `bad.py` keeps its
name. Where there is an `old_orders.py` (`old.py`), that is the text before the change. Every other file of the topic stands around the case,
unchanged. A bad file marks a line with `expect-own: <category>[, <category>]`, or the line above it with `expect-own-below:`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

CASES = Path(__file__).resolve().parents[3] / "tests" / "cases" / "offline"
TOOL_MARK = re.compile(r"expect(?:-below)?: [A-Za-z0-9-]+")
OWN_MARK = re.compile(r"expect-own(?P<below>-below)?: (?P<ids>[A-Za-z0-9][\w.-]*(?:, [A-Za-z0-9][\w.-]*)*)")
_CASE = re.compile(r"(?P<kind>bad|good)(?P<rest>.*)")


@dataclass(frozen=True, slots=True)
class OwnHit:
    """One finding of a detector: `case` is the path of the case file below the cases, `line` is 1-based."""

    case: str
    line: int
    category: str


@dataclass(frozen=True, slots=True)
class Case:
    """One case: `path` is its place in the repository `around` it, `old` its text before the change (None when it is new)."""

    file: Path
    path: str
    text: str
    old: str | None
    around: Mapping[str, str]

    @property
    def lens(self) -> str:
        """The lens that the case is about."""
        return self.file.relative_to(CASES).parts[0]

    @property
    def name(self) -> str:
        """Path below the cases."""
        return self.file.relative_to(CASES).as_posix()

    @property
    def is_bad(self) -> bool:
        """True for the faulty twin."""
        return self.file.name.startswith("bad")

    @property
    def is_marked(self) -> bool:
        """True when at least one line says what must be found, by a tool or by a detector."""
        return bool(TOOL_MARK.search(self.text) or OWN_MARK.search(self.text))

    def expected(self) -> Iterator[OwnHit]:
        """What the marks ask of the detectors."""
        for number, line in enumerate(self.text.split("\n"), 1):
            mark = OWN_MARK.search(line)
            for category in mark["ids"].split(", ") if mark else ():
                yield OwnHit(self.name, number + bool(mark and mark["below"]), category)


def lenses() -> tuple[str, ...]:
    """Every lens that has cases."""
    return tuple(sorted(folder.name for folder in CASES.iterdir() if folder.is_dir()))


@cache
def cases_of(lens: str) -> tuple[Case, ...]:
    """The cases of one lens, by path."""
    topics = sorted(folder for folder in (CASES / lens).iterdir() if folder.is_dir())
    return tuple(case for topic in topics for case in _cases_in(topic))


def _cases_in(topic: Path) -> Iterator[Case]:
    files = sorted(path for path in topic.rglob("*") if path.is_file())
    around = {
        path.relative_to(topic).as_posix(): _text(path)
        for path in files
        if not path.name.startswith(("bad", "good", "old"))
    }
    for file in files:
        found = _CASE.fullmatch(file.name)
        if found is None:
            continue
        before = file.with_name(f"old{found['rest']}")
        name = found["rest"].lstrip("_") if found["rest"].startswith("_") else file.name
        path = file.with_name(name).relative_to(topic).as_posix()
        yield Case(file, path, _text(file), _text(before) if before.is_file() else None, around)


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8")
