"""The roster: the order of the rules, and what bypasses what."""

from dataclasses import replace

import pytest

from orchestrator.errors import UsageError
from orchestrator.lenses.roster import BACKGROUND_AGENTS, RosterRequest, build_roster
from orchestrator.values.change import ChangedFile, ScopeKind, Status
from orchestrator.values.roster import Roster
from tests.unit.lenses.builders import change, edited, file, lens

ALWAYS = (
    "doc-review", "naming-review", "complexity-review", "performance-review", "structure-review", "spec-compliance-review",
    "security-review", "correctness-review", "arch-review", "domain-review",
)  # fmt: skip
LENSES = (
    *(lens(name) for name in ALWAYS),
    lens("js-fp-review", "Scope:\n- *.js"),
    lens("react-reactivity-review", "Scope:\n- *.jsx\n- *.js"),
    lens("drift-review", "Scope: on-demand"),
)
BODY = edited("a.py", " x = f(1)\n" + "\n".join("+    y = f(2)" for _ in range(30)))
SMALL = edited("a.py", "     x = f(1)\n+    y = f(2)")
MANIFEST = {"package.json": '{"dependencies": {"react": "18"}}'}


def request(*files: ChangedFile, kind: ScopeKind = ScopeKind.SINCE) -> RosterRequest:
    return RosterRequest(lenses=LENSES, change=change(*files, kind=kind), read={"a.js": 'import "react"'}.get)


def drops(roster: Roster) -> dict[str, str]:
    assert all(drop.reason for drop in roster.dropped)
    assert len(roster.selected) + len(roster.dropped) == len(LENSES)
    return {drop.agent: drop.by for drop in roster.dropped}


def test_a_body_only_change_of_size_loses_the_architecture_lens() -> None:
    roster = build_roster(request(BODY))
    assert roster.selected == tuple(name for name in ALWAYS if name != "arch-review")
    assert drops(roster)["arch-review"] == "architectural-impact"
    assert drops(roster)["js-fp-review"] == "scope"


def test_a_small_change_keeps_what_matters_at_any_size_and_matching_globs() -> None:
    script = edited("a.js", "     x = f(1)\n+    y = f(2)")
    roster = build_roster(replace(request(script), manifests=MANIFEST))
    assert roster.selected == (
        "doc-review", "spec-compliance-review", "security-review", "correctness-review", "js-fp-review", "react-reactivity-review",
    )  # fmt: skip
    assert drops(roster)["arch-review"] == "change-size"
    assert "1 file, 1 added line" in next(drop.reason for drop in roster.dropped if drop.by == "change-size")


def test_configuration_loses_the_lenses_that_need_something_to_run() -> None:
    files = [edited(f"c{number}.json", ' {\n+"a": 1,') for number in range(4)]
    roster = build_roster(request(*files))
    assert drops(roster)["performance-review"] == "change-shape"
    assert drops(roster)["correctness-review"] == "non-executable"
    assert roster.warnings == ("skipped-non-executable:correctness-review",)
    assert drops(roster)["arch-review"] == "architectural-impact"
    assert "naming-review" in roster.selected


def test_the_size_gate_knows_only_diffs_and_never_goes_below_two() -> None:
    whole = build_roster(request(ChangedFile(path="a.py"), kind=ScopeKind.ALL))
    assert whole.selected == ALWAYS
    off = dict.fromkeys(("spec-compliance-review", "security-review", "correctness-review"), False)
    floor = build_roster(replace(request(SMALL), enabled=off))
    assert {"doc-review", "naming-review", "domain-review"} <= set(floor.selected)
    assert "change-size" not in drops(floor).values()
    assert drops(floor)["security-review"] == "settings"


@pytest.mark.parametrize("path", ["hooks/a.py", "agents/x.md", "orchestrator/a.py"])
def test_review_machinery_gets_the_whole_panel(path: str) -> None:
    roster = build_roster(request(edited(path, "     x = f(1)\n+    y = f(2)")))
    assert "change-size" not in drops(roster).values()


def test_force_bypasses_the_gates_but_neither_scope_nor_settings() -> None:
    roster = build_roster(replace(request(SMALL), force=True, enabled={"naming-review": False}))
    assert roster.selected == tuple(name for name in ALWAYS if name != "naming-review")
    assert set(drops(roster).values()) == {"scope", "settings"}


def test_a_named_agent_always_runs_alone() -> None:
    asked = replace(request(SMALL), agents=("drift-review", "arch-review"), enabled={"arch-review": False})
    roster = build_roster(asked)
    assert roster.selected == ("arch-review", "drift-review")
    assert set(drops(roster).values()) == {"agent"}
    assert roster.warnings == ()


def test_an_unknown_agent_is_a_usage_error_that_offers_the_nearest() -> None:
    with pytest.raises(UsageError, match="no agent secruity-review") as caught:
        build_roster(replace(request(SMALL), agents=("secruity-review",)))
    assert caught.value.hint == "did you mean security-review?"


def test_a_background_run_is_its_four_lenses_whatever_the_size() -> None:
    roster = build_roster(replace(request(SMALL), background=True))
    assert set(roster.selected) == set(BACKGROUND_AGENTS)
    assert drops(roster)["security-review"] == "background"
    with pytest.raises(UsageError, match="security-review is not part of the background set"):
        build_roster(replace(request(SMALL), background=True, agents=("security-review",)))


def test_an_empty_change_has_no_roster() -> None:
    assert build_roster(request()).selected == ()


@pytest.mark.parametrize(
    ("manifests", "files", "runs", "warned"),
    [
        (MANIFEST, [file("a.js")], True, False),
        (MANIFEST, [file("b.js"), edited("b.js", "+x")], False, False),
        ({}, [file("a.js")], False, False),
        ({"package.json": "{"}, [file("a.js")], True, True),
        ({"package.json": "{"}, [edited("b.js", "+x")], False, True),
        ({"package.json": "{"}, [file("a.py")], False, False),
    ],
)
def test_framework_lenses_follow_the_manifest(
    manifests: dict[str, str], files: list[ChangedFile], runs: bool, warned: bool
) -> None:
    asked = request(*files[-1:])
    roster = build_roster(replace(asked, manifests=manifests))
    assert ("react-reactivity-review" in roster.selected) is runs
    assert roster.warnings == (("unreadable-manifest:package.json",) if warned else ())
    assert (drops(roster).get("react-reactivity-review") in {"framework", "scope"}) is not runs


def test_added_only_follows_the_change() -> None:
    parts = lens("parts-review", "Scope: added-only\n- *.jsx")
    for status, runs in ((Status.ADDED, True), (Status.MODIFIED, False)):
        asked = replace(request(file("a.jsx", status)), lenses=(*LENSES, parts))
        assert ("parts-review" in build_roster(asked).selected) is runs
    whole = replace(request(ChangedFile(path="a.jsx"), kind=ScopeKind.ALL), lenses=(*LENSES, parts))
    assert "unnarrowed-added-only:parts-review" in build_roster(whole).warnings
