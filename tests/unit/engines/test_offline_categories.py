"""A lens says what it looks for: every category that a detector may report stands in the lens's own text."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from orchestrator.engines.offline.registry import DETECTORS
from tests.unit.engines.case_repositories import cases_of, lenses

DIFF_CASES = Path("tests/cases/offline_diff")


def declared(lens: str) -> set[str]:
    """Whatever the lens puts between back quotes."""
    return set(re.findall(r"`([A-Za-z0-9.-]+)`", Path(f"agents/{lens}.md").read_text(encoding="utf-8")))


def written_in(module: str) -> Iterator[str]:
    """The categories that a module of detectors names in place."""
    path = Path(*module.split(".")).with_suffix(".py")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for word in node.keywords if isinstance(node, ast.Call) else ():
            if word.arg == "category" and isinstance(word.value, ast.Constant):
                yield str(word.value.value)


def test_what_detectors_name_is_declared_by_a_lens_of_theirs() -> None:
    homes: dict[str, set[str]] = {}
    for detector in DETECTORS:
        homes.setdefault(detector.find.__module__, set()).add(detector.lens)
    wrong = [
        (module, category)
        for module, names in homes.items()
        for category in written_in(module)
        if not any(category in declared(lens) for lens in names)
    ]
    assert wrong == []


@pytest.mark.parametrize("lens", lenses())
def test_what_the_cases_of_a_lens_expect_is_declared_by_it(lens: str) -> None:
    expected = {hit.category for case in cases_of(lens) if case.is_bad for hit in case.expected()}
    assert sorted(expected - declared(lens)) == []


def test_what_the_comparing_cases_expect_is_declared() -> None:
    found = [
        (path.relative_to(DIFF_CASES).parts[0], line.split(" ")[1])
        for path in sorted(DIFF_CASES.rglob("expect.txt"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line
    ]
    assert len(found) > 5
    assert [(lens, category) for lens, category in found if category not in declared(lens)] == []
