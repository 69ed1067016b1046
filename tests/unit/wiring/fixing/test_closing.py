"""The closing pass on real trees: what the fixes did together, who sees what of it, and the evidence that it leaves."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest

from orchestrator.checks.prepass import PrePass
from orchestrator.dispatch.panel import dispatch
from orchestrator.dispatch.prompt import FIXED_NOTE, MAX_FIXED, render
from orchestrator.engines.replay import ReplayEngine
from orchestrator.fixloop.closing import ClosingPass, ClosingScope, closing_pass
from orchestrator.gate.ledger import read_chain
from orchestrator.gate.place import place_of
from orchestrator.settings.model import Layer, merge
from orchestrator.settings.parse import default_layer
from orchestrator.system.clock import SystemClock
from orchestrator.values.analysis import ToolFinding
from orchestrator.values.change import ScopeKind, Status
from orchestrator.values.finding import Finding
from orchestrator.values.lens import ContextNeed, Lens, LensScope, ScopeRule
from orchestrator.values.outcome import Completed, Outcome
from orchestrator.values.turn import Payload, Purpose
from orchestrator.wiring.desk import Team, open_desk
from orchestrator.wiring.evidence import RecordingProgress, open_evidence
from orchestrator.wiring.fixing.closing import ClosingRound, closing_payloads, closing_round, fix_delta, roster_for
from orchestrator.wiring.material import gather_material
from orchestrator.wiring.session import open_session
from tests.support.replay import issue
from tests.support.repo import Repo
from tests.support.scopes import door, ignoring, left_out, scope, statuses
from tests.support.values import make_lens
from tests.unit.findings.build import finding

MARKER = "marker-1f2e"
GOLDEN = Path("tests/golden")
SHOP = 'def total(prices):\n    """Sum of `prices`."""\n    return sum(prices)\n'
ROUND_1 = SHOP + "\n\ndef mean(prices):\n    return total(prices) / len(prices)\n"
FIXED = ROUND_1.replace("len(prices)", "(len(prices) or 1)")
BUTTON = "export const Button = () => <button>{label}</button>;\n"
EMPTY_CART = finding(
    file="shop.py", line=7, message="An empty cart divides by zero.", evidence="return total(prices) / len(prices)"
)
LABEL = finding(agent="a11y-review", file="button.tsx", line=1, message="The button\nhas no label.")


class Silent:
    """Progress that is not looked at."""

    def stage(self, text: str) -> None: ...

    def asked(self, agents: tuple[str, ...], attempt: int) -> None: ...

    def answered(self, outcome: Outcome) -> None: ...


@pytest.fixture(name="repo")
def fixture_repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """A branch that was reviewed once; what the first round saw is in the index."""
    for name in ("CODE_REVIEW_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    repo = Repo.create(tmp_path / "r")
    repo.write_all({"shop.py": SHOP, "kept.py": "kept = 1\n"})
    repo.commit("base")
    repo.branch("feature")
    repo.write_all({"shop.py": ROUND_1, "kept.py": "kept = 2\n", "button.tsx": BUTTON})
    repo.stage()
    return repo


def fixed(repo: Repo, **more: str) -> str:
    """Applies the fixes; returns the tree of the first round."""
    first = scope(repo, ScopeKind.STAGED).change.tree
    repo.write_all({"shop.py": FIXED, "button.tsx": BUTTON.replace("label", "label ?? 'Buy'"), **more})
    repo.stage()
    return first


def closing(*agents: str, whole: bool = False) -> ClosingPass:
    return ClosingPass(
        agents=agents,
        scope=ClosingScope.FULL_CHANGESET if whole else ClosingScope.FIX_DELTA,
        escape_hatch=whole,
        reason="",
        topped_up=(),
    )


def lens(
    name: str, rule: ScopeRule = ScopeRule.ALWAYS, *globs: str, context: ContextNeed = ContextNeed.FULL_FILE
) -> Lens:
    return replace(make_lens(name, context=context), scope=LensScope(rule, globs))


LENSES = (
    lens("doc-review"),
    lens("sql-review", ScopeRule.GLOBS, "*.sql"),
    lens("python-review", ScopeRule.GLOBS, "*.py"),
    lens("component-review", ScopeRule.ADDED_ONLY, "*.tsx"),
    lens("arch-review", context=ContextNeed.PROJECT_STRUCTURE),
)


def the_round(repo: Repo, first: str, *agents: str, whole: bool = False) -> ClosingRound:
    final = scope(repo, ScopeKind.STAGED)
    return closing_round(closing(*agents, whole=whole), LENSES, git=door(repo), first=first, final=final)


def seats(chosen: ClosingRound) -> dict[str, list[str]]:
    return {one.name: [file.path for file in files] for one, files in chosen.panel.seats}


def test_the_delta_is_what_the_fixes_did_and_nothing_else(repo: Repo) -> None:
    rules = ignoring("*.gen.py")
    first = fixed(repo, **{"a.gen.py": "x = 1\n", ".claude/memory/review-round-state.json": "{}\n"})
    final = scope(repo, ScopeKind.STAGED, rules=rules)
    delta = fix_delta(door(repo), first, final)
    assert statuses(delta) == {"button.tsx": Status.MODIFIED, "shop.py": Status.MODIFIED}
    assert left_out(delta) == {".claude/memory/review-round-state.json": "own", "a.gen.py": "ignored"}
    file = delta.change.file("shop.py")
    assert file is not None
    assert [line.text for line in file.hunks[0].lines if line.old is None] == [FIXED.split("\n")[6]]
    assert delta.base_tree is not None
    assert (delta.base_tree.read("shop.py"), delta.tree.read("shop.py")) == (ROUND_1.encode(), FIXED.encode())
    assert delta.change.subject == final.change.subject != ""


def test_each_lens_sees_what_concerns_it_and_one_that_nothing_concerns_sees_all(repo: Repo) -> None:
    first = fixed(repo)
    chosen = the_round(repo, first, "arch-review", "python-review", "component-review", "sql-review")
    assert seats(chosen) == {
        "arch-review": ["button.tsx", "shop.py"],
        "python-review": ["shop.py"],
        # New in the change as a whole, although the fix found it there.
        "component-review": ["button.tsx"],
        "sql-review": ["button.tsx", "shop.py"],
    }
    assert chosen.panel.roster.selected == tuple(seats(chosen))


def test_a_file_that_the_fixes_took_back_is_still_looked_at(repo: Repo) -> None:
    first = fixed(repo, **{"kept.py": "kept = 1\n"})
    assert seats(the_round(repo, first, "python-review")) == {"python-review": ["kept.py", "shop.py"]}


def test_beyond_the_first_panel_the_whole_change_is_looked_at_again(repo: Repo) -> None:
    first = fixed(repo)
    for chosen in (the_round(repo, first, "python-review", whole=True), the_round(repo, "", "python-review")):
        assert seats(chosen) == {"python-review": ["kept.py", "shop.py"]}
        assert chosen.resolved.change.base_sha == repo.head()


def test_fixes_that_cancel_out_leave_nothing_to_look_at(repo: Repo) -> None:
    chosen = the_round(repo, scope(repo, ScopeKind.STAGED).change.tree, "doc-review")
    assert (chosen.resolved.change.files, seats(chosen)) == ((), {"doc-review": []})


def test_lenses_that_the_fixes_concern_make_up_the_number_first(repo: Repo) -> None:
    first = fixed(repo)
    every = the_round(repo, first, *(one.name for one in LENSES), whole=True).panel.seats
    roster = roster_for(every, ["shop.py"])
    assert roster == ("doc-review", "python-review", "arch-review", "sql-review", "component-review")
    composed = closing_pass(
        ["arch-review"], roster, roster, panel_files=["shop.py", "kept.py"], fix_delta_files=["shop.py"]
    )
    assert composed.agents == ("arch-review", "doc-review")


def payloads(repo: Repo, chosen: ClosingRound, told: Sequence[Finding] = (EMPTY_CART, LABEL)) -> tuple[Payload, ...]:
    session = open_session(repo.top, {})
    desk = open_desk(session, SystemClock(), Team(ReplayEngine({}, SystemClock())), LENSES)
    known = PrePass(
        tuple(
            ToolFinding(tool="ruff", rule="X1", severity="warning", file=path, line=1, message="Known.")
            for path in ("kept.py", "shop.py")
        ),
        0,
    )
    material = gather_material(chosen.resolved, known, (), "")
    return closing_payloads(chosen, material, desk, session.settings, fixed=told)


def test_a_closing_prompt_reads_as_agreed(repo: Repo) -> None:
    """Change the golden file by hand: every word of it is read by a reviewer that costs money."""
    first = fixed(repo)
    (payload,) = payloads(repo, the_round(repo, first, "arch-review"))
    assert payload.purpose is Purpose.CLOSING
    messages = render(payload, "CONTRACT", MARKER)
    text = "\n".join(f"<<< {message.role}\n{message.content}" for message in messages) + "\n"
    assert text == (GOLDEN / "prompt-closing.txt").read_text(encoding="utf-8")


def test_the_fixed_findings_are_the_same_words_for_all_and_bounded(repo: Repo) -> None:
    chosen = the_round(repo, fixed(repo), "doc-review", "python-review")
    one, other = payloads(repo, chosen, [EMPTY_CART, *[replace(LABEL, message="x" * 999)] * MAX_FIXED])
    shared = render(one, "CONTRACT", MARKER)[1].content
    assert shared == render(other, "CONTRACT", MARKER)[1].content
    assert FIXED_NOTE in shared
    assert shared.count("- button.tsx:1 [a11y-review, error] xxx") == MAX_FIXED - 1
    assert "- and 1 more that are not listed" in shared
    assert max(map(len, shared.splitlines())) < 500


def test_a_closing_pass_is_a_review_with_evidence_for_the_final_subject(repo: Repo) -> None:
    first = fixed(repo)
    final = scope(repo, ScopeKind.STAGED)
    composed = closing("python-review", "doc-review")
    chosen = closing_round(composed, LENSES, git=door(repo), first=first, final=final)
    wrong = issue("shop.py", 7, "return total(prices) / (len(prices) or 1)", message="The mean of nothing is not 0.")
    script: Mapping[str, tuple[Mapping[str, Any], ...]] = {
        "python-review.closing": ({"reply": {"status": "fail", "issues": [wrong], "summary": "One."}},),
        "default": ({"reply": {"status": "pass", "issues": [], "summary": "Fine."}},),
    }
    session, clock = open_session(repo.top, {}), SystemClock()
    session = replace(session, settings=merge((Layer("test", {"engine": "replay"}), default_layer())))
    desk = open_desk(session, clock, Team(ReplayEngine(script, clock)), LENSES)
    asked = closing_payloads(
        chosen, gather_material(chosen.resolved, PrePass((), 0), (), ""), desk, session.settings, fixed=[EMPTY_CART]
    )
    evidence = open_evidence(session, clock, {}, subject=final.change.subject)

    async def run() -> tuple[Outcome, ...]:
        progress = RecordingProgress(Silent(), evidence, "replay")
        return await dispatch(asked, desk, max_parallel=2, progress=progress)

    python, doc = anyio.run(run)
    assert isinstance(python, Completed)
    assert isinstance(doc, Completed)
    (found,) = python.result.findings
    assert (found.counts, found.actionable, found.line) == (True, True, 7)
    rows = read_chain(place_of(session.git), final.change.subject).rows
    assert {(row.kind.value, row.agent, row.status) for row in rows} == {
        ("completed", "python-review", "fail"),
        ("completed", "doc-review", "pass"),
    }
