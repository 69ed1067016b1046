"""Who closes a fix loop: whoever had something fixed, and enough others for the gate."""

from typing import Any

import pytest

from orchestrator.errors import UsageError
from orchestrator.fixloop.closing import closing_pass
from orchestrator.gate import decide
from orchestrator.values import floor

ROSTER = ("cheap", "mid", "dear")
CASES: list[tuple[dict[str, Any], list[str], list[str], bool]] = [
    ({}, ["mid", "cheap"], ["cheap"], False),
    ({"fixed_by": ["dear", "mid"]}, ["dear", "mid"], [], False),
    ({"fixed_by": ["dear", "mid", "cheap"]}, ["dear", "mid", "cheap"], [], False),
    ({"fixed_by": ["mid", "mid"]}, ["mid", "cheap"], ["cheap"], False),
    ({"fixed_by": ["cheap"]}, ["cheap", "mid"], ["mid"], False),
    ({"fixed_by": []}, ["cheap", "mid"], ["cheap", "mid"], False),
    ({"roster": ["mid", "mid"]}, ["mid"], [], False),
    ({"roster": [], "panel": []} | {"fixed_by": []}, [], [], False),
    ({"fixed_by": ["gone"], "panel": ["gone"]}, ["gone", "cheap"], ["cheap"], False),
    ({"fix_delta_files": []}, ["mid", "cheap"], ["cheap"], False),
    ({"fix_delta_files": ["./a.py", "b//c.py"]}, ["mid", "cheap"], ["cheap"], False),
    ({"panel_files": ["./a.py"]}, ["mid", "cheap"], ["cheap"], False),
    ({"fix_delta_files": ["a.py", "new.py"]}, ["cheap", "mid", "dear"], [], True),
    ({"fix_delta_files": ["A.py"]}, ["cheap", "mid", "dear"], [], True),
    ({"panel_files": []}, ["cheap", "mid", "dear"], [], True),
    ({"panel_files": [], "panel": ["mid"]}, ["mid", "cheap"], ["cheap"], True),
    ({"panel_files": [], "panel": ["mid"], "fixed_by": ["dear"]}, ["mid", "dear"], [], True),
]


def ask(**given: Any) -> Any:
    call = {
        "fixed_by": ["mid"],
        "roster": ROSTER,
        "panel": ROSTER,
        "panel_files": ["a.py", "b/c.py"],
        "fix_delta_files": ["a.py"],
    } | given
    return closing_pass(**call)


@pytest.mark.parametrize(("given", "agents", "topped_up", "escape"), CASES)
def test_composition(given: dict[str, Any], agents: list[str], topped_up: list[str], escape: bool) -> None:
    found = ask(**given)
    assert (list(found.agents), list(found.topped_up), found.escape_hatch) == (agents, topped_up, escape)
    assert found.scope == ("full-changeset" if escape else "fix-delta")
    assert ("stay closed" in found.reason) is (len(agents) < 2)
    assert ("from the roster" in found.reason) is bool(topped_up)


def test_a_name_nobody_knows_is_refused() -> None:
    with pytest.raises(UsageError, match="neither the roster nor the panel knows eslint, x-review"):
        ask(fixed_by=["mid", "x-review", "eslint"])


def test_the_floor_is_the_one_of_the_gate() -> None:
    assert vars(decide)["FLOOR"] == floor.FLOOR == len(ask(fixed_by=[]).agents)
