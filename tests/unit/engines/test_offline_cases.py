"""The detectors on the cases: each finds what its cases mark and nothing else, and leaves the clean twins alone."""

import json
from collections.abc import Sequence

import anyio
import pytest

from orchestrator.checks.rules import RulePack
from orchestrator.checks.shared import SharedAnalysis
from orchestrator.engines.offline import OfflineEngine
from orchestrator.engines.offline.registry import detectors_of
from orchestrator.values.turn import Reply, TurnRequest
from tests.support.trees import MemoryTree
from tests.unit.engines.case_repositories import Case, OwnHit, cases_of, lenses
from tests.unit.engines.offline_kit import change_files, payload_of

LEAST = 12
FILLED = (
    "a11y-review",
    "ai-provenance-review",
    "angular-reactivity-review",
    "arch-review",
    "claude-setup-review",
    "complexity-review",
    "component-architecture-review",
    "concurrency-review",
    "doc-review",
    "domain-review",
    "js-fp-review",
    "naming-review",
    "react-reactivity-review",
    "refactor-opportunity-review",
    "security-review",
    "spec-compliance-review",
    "structure-review",
    "token-efficiency-review",
    "vue-reactivity-review",
)


async def _ask(cases: Sequence[Case]) -> dict[str, Reply]:
    """The engine's reply to each case, by detectors alone: there is no rule and no tool in this run."""
    replies: dict[str, Reply] = {}
    for case in cases:
        after = {**case.around, case.path: case.text}
        before = {**case.around, **({} if case.old is None else {case.path: case.old})}
        files, tree = change_files(before, after), MemoryTree(after)
        payload = payload_of(case.lens, files, after)
        async with SharedAnalysis(tree, files, ()) as analysis:
            engine = OfflineEngine(analysis, tree, MemoryTree(before), RulePack())
            turn = await engine.turn(TurnRequest(payload=payload, messages=(), model="", effort="", call=1, seconds=60))
        assert isinstance(turn, Reply), (case.name, turn)
        replies[case.name] = turn
    return replies


def found_in(cases: Sequence[Case]) -> set[OwnHit]:
    """What the detectors of the cases' lenses find in the case files."""
    paths = {case.name: case.path for case in cases}
    return {
        OwnHit(name, issue["line"], issue["category"])
        for name, reply in anyio.run(_ask, cases).items()
        for issue in json.loads(reply.text)["issues"]
        if issue["file"] == paths[name]
    }


def by_place(hits: set[OwnHit]) -> list[OwnHit]:
    return sorted(hits, key=lambda hit: (hit.case, hit.line, hit.category))


@pytest.mark.parametrize("lens", lenses())
def test_the_detectors_find_what_the_cases_mark_and_nothing_else(lens: str) -> None:
    cases = cases_of(lens)
    expected = {hit for case in cases for hit in case.expected()}
    found = found_in(cases)
    assert by_place(expected - found) == []
    assert by_place(found - expected) == []


@pytest.mark.parametrize("lens", lenses())
def test_clean_twins_carry_no_mark_and_bad_cases_at_least_one(lens: str) -> None:
    assert [case.name for case in cases_of(lens) if case.is_bad is not case.is_marked] == []


@pytest.mark.parametrize("lens", FILLED)
def test_the_lens_has_enough_cases_of_both_kinds(lens: str) -> None:
    bad = [case.name for case in cases_of(lens) if case.is_bad]
    assert len(bad) >= LEAST
    assert len(cases_of(lens)) - len(bad) >= LEAST


def test_marks_speak_of_lenses_that_have_detectors() -> None:
    marked = {case.lens for lens in lenses() for case in cases_of(lens) if any(case.expected())}
    assert sorted(lens for lens in marked if not detectors_of(lens)) == []
