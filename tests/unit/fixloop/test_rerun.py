"""Verifying by rules: the real detectors over two fixes, and every way in which their silence says nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import anyio
import pytest

from orchestrator.checks.shared import SharedAnalysis
from orchestrator.dispatch.desk import Desk
from orchestrator.dispatch.panel import dispatch
from orchestrator.engines.offline import OfflineEngine
from orchestrator.findings.judge import make_judge
from orchestrator.fixloop.asking import Check
from orchestrator.fixloop.rerun import Rerun, verify_by_rules
from orchestrator.fixloop.triage import FixedFile
from orchestrator.fixloop.verdict import Verdict
from orchestrator.fixloop.verification import verify
from orchestrator.fixloop.verified import Verified
from orchestrator.system.clock import SystemClock
from orchestrator.values.finding import Finding
from orchestrator.values.outcome import Completed, Failed, LensStatus, Outcome, Skipped
from orchestrator.values.turn import FailureKind, OmissionKind, Usage
from tests.support.trees import MemoryTree, StubAnalyzer
from tests.support.values import make_lens
from tests.unit.checks.packs import load_pack
from tests.unit.engines.offline_kit import change_files, payload_of
from tests.unit.findings.build import completed, omission
from tests.unit.fixloop.checks import AFTER, a_check

PATH = "shop/orders.py"
CODE = '''"""Orders."""


def ship(order, wanted):
    if order:
        if order["paid"]:
            for line in order["lines"]:
                if line["stock"]:
                    while line["left"]:
                        if wanted:
                            line["left"] -= 1
    return order


def positive(lines):
    data2 = [line for line in lines if line > 0]
    return data2
'''
NESTED = CODE[CODE.index("def ship") : CODE.index("\n\n\ndef positive")]
FLAT = """def ship(order, wanted):
    if not order or not order["paid"] or not wanted:
        return order
    for line in order["lines"]:
        if line["stock"]:
            line["left"] = min(line["left"], 0)
    return order
"""
DEEP, NAME = "complexity-review", "naming-review"


class Told:
    """Progress that is told of stages and questions only."""

    def stage(self, text: str) -> None:
        assert "verifying" in text

    def asked(self, agents: tuple[str, ...], attempt: int) -> None:
        assert agents
        assert attempt == 1

    def answered(self, outcome: Outcome) -> None:
        assert isinstance(outcome, Completed)


@dataclass
class Rules:
    """The rules over one state of the file: findings of both lenses, or the verdicts on a fix of them."""

    folder: Path

    async def _run(self, text: str, checks: Sequence[Check]) -> tuple[tuple[Outcome, ...], tuple[Verified, ...]]:
        tree, files = MemoryTree({PATH: text}), change_files({}, {PATH: text})
        payloads = tuple(payload_of(lens, files, {PATH: text}) for lens in (DEEP, NAME))
        tools = (StubAnalyzer("semgrep"), StubAnalyzer("ruff"))
        async with SharedAnalysis(tree, files, tools) as analysis:
            engine = OfflineEngine(analysis, tree, MemoryTree({}), load_pack(self.folder / "rules"))
            judge = make_judge(strict=False)
            desk = Desk(engine=engine, judge=judge, clock=SystemClock(), contract="", marker="m", models={}, seconds=60)
            if not checks:
                return await dispatch(payloads, desk, max_parallel=2, progress=Told()), ()
            rerun = Rerun(payloads)
            return (), await verify(desk, checks, contract="", max_parallel=2, progress=_NoOutcome(), rerun=rerun)

    def findings(self) -> dict[str, Finding]:
        outcomes, _ = anyio.run(self._run, CODE, ())
        return {one.agent: one.result.findings[0] for one in outcomes if isinstance(one, Completed)}

    def verdicts(self, after: str) -> dict[str, Verified]:
        fixed = (FixedFile(PATH, CODE, after),)
        checks = [Check(lens=make_lens(name), finding=one, fixed=fixed) for name, one in self.findings().items()]
        _, verified = anyio.run(self._run, after, checks)
        assert [one.check for one in verified] == checks
        return {one.check.lens.name: one for one in verified}


class _NoOutcome(Told):
    def answered(self, outcome: Outcome) -> None:
        raise AssertionError(f"a verification is no review: {outcome}")


def test_two_fixes_are_judged_by_the_real_detectors(tmp_path: Path) -> None:
    told = Rules(tmp_path).verdicts(CODE.replace(NESTED, FLAT).replace("data2", "positive_lines"))
    assert {name: one.verdict for name, one in told.items()} == {DEEP: Verdict.RESOLVED, NAME: Verdict.RESOLVED}
    assert {one.engine for one in told.values()} == {"offline"}


@pytest.mark.parametrize(
    ("after", "name", "line"),
    [
        (CODE.replace('line["left"] -= 1', 'line["left"] = 0'), DEEP, 4),
        ("import sys\nimport os\n\n" + CODE, DEEP, 7),
        # Carried away with everything wrong in it: far from where it was, but where the fix put it.
        (CODE.replace(f"{NESTED}\n\n\n", "") + f"\n\nRATE = 3\nUNIT = 4\n\n\n{NESTED}\n", DEEP, 13),
        (CODE.replace("data2", "data3"), NAME, 16),
    ],
)
def test_a_fix_that_leaves_the_defect_persists_at_its_new_line(
    tmp_path: Path, after: str, name: str, line: int
) -> None:
    told = Rules(tmp_path).verdicts(after)[name]
    assert (told.verdict, told.finding.line) == (Verdict.PERSISTS, line)
    assert told.evidence in after


CHECK = a_check()
AGAIN = replace(CHECK.finding, line=5)
OTHER = replace(CHECK.finding, message="The last page is never seen.")
CLEAN = completed("correctness-review", files=(CHECK.finding.file,))
MISSED = omission(CHECK.finding.file, OmissionKind.PARTIAL, "semgrep could not parse it")


@pytest.mark.parametrize(
    ("outcome", "verdict", "part"),
    [
        (CLEAN, "resolved", "no more"),
        (completed("correctness-review", AGAIN, files=CLEAN.files), "persists", "line 5"),
        (completed("correctness-review", replace(AGAIN, withheld_because="weak")), "persists", "line 5"),
        (completed("correctness-review", replace(AGAIN, line=9), files=CLEAN.files), "resolved", "no more"),
        (
            completed("correctness-review", replace(AGAIN, category="other", line=3), files=CLEAN.files),
            "resolved",
            "no",
        ),
        (completed("correctness-review", replace(OTHER, line=4), files=CLEAN.files), "resolved", "no more"),
        (completed("correctness-review", OTHER, files=CLEAN.files), "persists", "line 3"),
        (completed("correctness-review", AGAIN, omissions=(MISSED,)), "persists", "line 5"),
        (replace(CLEAN, omissions=(MISSED,)), "insufficient-context", "could not parse"),
        (replace(CLEAN, omissions=(replace(MISSED, file="else.py"),)), "resolved", "no more"),
        (replace(CLEAN, omissions=(replace(MISSED, kind=OmissionKind.UNREAD),)), "insufficient-context", "parse"),
        (completed("correctness-review"), "insufficient-context", "not shown the file"),
        (
            replace(CLEAN, result=replace(CLEAN.result, status=LensStatus.SKIP)),
            "insufficient-context",
            "looked at nothing",
        ),
        (
            Failed(agent="correctness-review", kind=FailureKind.TOOL, error="semgrep: oom"),
            "insufficient-context",
            "oom",
        ),
        (Skipped("correctness-review", "no file"), "insufficient-context", "was not run"),
        (completed("doc-review", files=CLEAN.files), "insufficient-context", "was not run"),
    ],
)
def test_only_a_lens_that_could_see_the_file_resolves_by_silence(outcome: Outcome, verdict: str, part: str) -> None:
    (told,) = verify_by_rules([CHECK], [outcome])
    assert told.verdict == verdict
    assert part in told.reason
    assert told.failure is (FailureKind.TOOL if isinstance(outcome, Failed) else None)


def test_what_a_lens_could_not_read_before_the_fix_is_no_news() -> None:
    blind = replace(CLEAN, omissions=(MISSED,))
    (told,) = verify_by_rules([CHECK], [blind], earlier=[blind])
    assert told.verdict is Verdict.RESOLVED


def test_what_a_lens_had_reported_beside_the_finding_is_not_what_the_fix_left() -> None:
    both = completed("correctness-review", CHECK.finding, OTHER, files=CLEAN.files)
    now = completed("correctness-review", OTHER, files=CLEAN.files)
    told = verify_by_rules([CHECK, replace(CHECK, finding=OTHER)], [now], earlier=[both])
    assert [one.verdict for one in told] == [Verdict.RESOLVED, Verdict.PERSISTS]


def test_the_cost_of_a_lens_counts_once() -> None:
    costly = replace(CLEAN, usage=Usage(input=4))
    told = verify_by_rules([CHECK, a_check(line=2), a_check(after=AFTER + "\n")], [costly])
    assert [one.usage.input for one in told] == [4, 0, 0]
