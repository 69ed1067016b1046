"""Folders with a before and an after: what each lens says about the difference, and on which line."""

from pathlib import Path

import pytest

from orchestrator.engines.offline.detectors.base import View
from orchestrator.engines.offline.registry import DETECTORS
from orchestrator.engines.offline.sources import Sources
from tests.support.trees import MemoryTree
from tests.unit.engines.offline_kit import change_files, payload_of

ROOT = Path("tests/cases/offline_diff")
CASES = sorted(path.parent.relative_to(ROOT).as_posix() for path in ROOT.rglob("expect.txt"))


def _texts(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}


@pytest.mark.parametrize("case", CASES)
def test_a_lens_finds_what_the_case_expects_and_nothing_else(case: str) -> None:
    before, after = _texts(ROOT / case / "before"), _texts(ROOT / case / "after")
    lens = case.partition("/")[0]
    files = change_files(before, after)
    tree = MemoryTree(after)
    view = View(payload_of(lens, files, after), tree, MemoryTree(before), Sources(tree))
    compared = [
        d for d in DETECTORS if d.lens == lens and (".compare." in d.find.__module__ or d.name == "lost-handlers")
    ]
    found = {
        f"{spot.file}:{spot.line} {spot.category} {spot.severity.value} {spot.confidence.value}"
        for detector in compared
        for spot in detector.find(view, tuple(file for file in files if detector.reads(file.path)))
    }
    assert found == set((ROOT / case / "expect.txt").read_text(encoding="utf-8").split("\n")) - {""}


def test_every_case_with_a_finding_has_a_clean_neighbour() -> None:
    lenses = {case.partition("/")[0] for case in CASES}
    assert {case.partition("/")[0] for case in CASES if case.endswith("-clean")} == lenses
    assert len(lenses) == 6
