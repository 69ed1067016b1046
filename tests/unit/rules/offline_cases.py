"""Reads the offline cases: which finding is expected on which line of which file.

A case file is called `bad*` or `good*`. A bad file marks every line that must be found with a trailing comment holding
`expect: <id>[, <id>]` (`expect-below:` where the language knows no trailing comment); a good file must stay silent under the whole rule pack and the whole ruff map.
"""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
CASES = REPOSITORY / "tests" / "cases" / "offline"
PACKS = REPOSITORY / "knowledge" / "rules" / "semgrep"
RUFF_MAP = REPOSITORY / "knowledge" / "rules" / "ruff.yaml"

MARK = re.compile(r"expect(?P<below>-below)?: (?P<ids>[A-Za-z0-9-]+(?:, [A-Za-z0-9-]+)*)")


@dataclass(frozen=True, slots=True, order=True)
class Hit:
    """One finding of one tool: `path` is relative to the case folder, `line` is 1-based."""

    path: str
    line: int
    rule: str


def case_files() -> tuple[Path, ...]:
    """Every case file, sorted."""
    return tuple(sorted(path for path in CASES.rglob("*") if path.is_file()))


def is_bad(path: Path) -> bool:
    """True when the file is the faulty twin."""
    return path.name.startswith("bad")


def expected_in(path: Path) -> Iterator[Hit]:
    """The hits that the marks of one file ask for."""
    name = path.relative_to(CASES).as_posix()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        mark = MARK.search(line)
        if mark is not None:
            for rule in mark["ids"].split(", "):
                yield Hit(name, number + (1 if mark["below"] else 0), rule)


def expected() -> frozenset[Hit]:
    """The hits that all case files ask for."""
    return frozenset(hit for path in case_files() for hit in expected_in(path))


def copy_cases(target: Path) -> Path:
    """Copies the cases to `target`, where no built-in ignore list of semgrep (it skips `tests/`) reaches them."""
    shutil.copytree(CASES, target)
    (target / ".semgrepignore").write_text("", encoding="utf-8")
    return target
