"""Totals, health, verdict and exit code."""

from dataclasses import replace

import pytest

from orchestrator.errors import ExitCode
from orchestrator.findings.health import (
    Handling,
    actionable_findings,
    handling_of,
    health_of,
    lens_statuses,
    totals_of,
)
from orchestrator.findings.settle import all_findings, settle
from orchestrator.findings.verdict import exit_code_for, verdict_of
from orchestrator.values.analysis import GateResult, GateStatus
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.outcome import Completed, Failed, LensStatus, Outcome, Skipped
from orchestrator.values.report import Health, Totals, Verdict
from orchestrator.values.turn import FailureKind, OmissionKind
from tests.unit.findings.build import completed, finding, omission

FAILED = Failed(agent="naming-review", kind=FailureKind.TIMEOUT, error="no answer within 5 s", attempts=2)
PASSED = completed("correctness-review")
GATE = GateResult("secrets", GateStatus.FAIL, "a key in src/app.py")


@pytest.mark.parametrize(
    ("failed", "warned", "health"),
    [
        ([], [], Health.HEALTHY),
        ([], ["a", "b"], Health.HEALTHY),
        ([], ["a", "b", "c"], Health.NEEDS_ATTENTION),
        (["a"], [], Health.NEEDS_ATTENTION),
        (["a", "b"], [], Health.NEEDS_ATTENTION),
        (["a", "b", "c"], [], Health.CRITICAL),
        (["security-review"], [], Health.CRITICAL),
        (["arch-review"], [], Health.NEEDS_ATTENTION),
        (["arch-review", "domain-review"], [], Health.CRITICAL),
    ],
)
def test_health_follows_the_rubric(failed: list[str], warned: list[str], health: Health) -> None:
    statuses = {"x": LensStatus.PASS, "s1": LensStatus.SKIP, "s2": LensStatus.SKIP, "s3": LensStatus.SKIP}
    statuses |= dict.fromkeys(failed, LensStatus.FAIL) | dict.fromkeys(warned, LensStatus.WARN)

    assert health_of(statuses) is health


def test_where_nobody_looked_nothing_is_healthy() -> None:
    assert health_of({}) is Health.NEEDS_ATTENTION


def test_totals_count_what_counts() -> None:
    found = [
        finding(),
        finding(severity=Severity.WARNING),
        finding(severity=Severity.WARNING),
        finding(severity=Severity.SUGGESTION),
        finding(withheld_because="x"),
        finding(suppressed_by="AR-1"),
    ]

    assert totals_of(found) == Totals(1, 2, 1)


@pytest.mark.parametrize(
    ("severity", "confidence", "handling"),
    [
        (Severity.ERROR, Confidence.HIGH, Handling.AUTO),
        (Severity.WARNING, Confidence.MEDIUM, Handling.AUTO),
        (Severity.ERROR, Confidence.NONE, Handling.HUMAN),
        (Severity.WARNING, Confidence.NONE, Handling.HUMAN),
        (Severity.SUGGESTION, Confidence.HIGH, Handling.REPORT),
        (Severity.SUGGESTION, Confidence.NONE, Handling.REPORT),
    ],
)
def test_only_sure_errors_and_warnings_are_actionable(
    severity: Severity, confidence: Confidence, handling: Handling
) -> None:
    found = finding(severity=severity, confidence=confidence)

    assert handling_of(found) is handling
    assert actionable_findings([found]) == ((found,) if handling is Handling.AUTO else ())
    assert actionable_findings([replace(found, withheld_because="x"), replace(found, suppressed_by="y")]) == ()


def test_settling_recomputes_the_status_from_what_counts() -> None:
    outcomes: list[Outcome] = [
        completed("a", finding(), finding(severity=Severity.WARNING), status=LensStatus.FAIL),
        FAILED,
        completed("b", finding(), status=LensStatus.FAIL),
        Skipped("c", "no file"),
        completed("d", status=LensStatus.SKIP),
    ]
    found = list(all_findings(outcomes))
    found[0] = replace(found[0], suppressed_by="AR-1")
    found[2] = replace(found[2], withheld_because="no proof")

    settled = settle(outcomes, found)

    assert lens_statuses(settled) == {"a": LensStatus.WARN, "b": LensStatus.PASS, "d": LensStatus.SKIP}
    assert all_findings(settled) == tuple(found)
    assert isinstance(settled[0], Completed)
    assert settled[0].result.notes == ("status fail became warn: some of its findings do not count",)
    assert (settled[1], settled[3], settled[4]) == (outcomes[1], outcomes[3], outcomes[4])


@pytest.mark.parametrize("count", [0, 2])
def test_settling_refuses_findings_that_were_dropped_or_added(count: int) -> None:
    with pytest.raises(ValueError, match="never dropped or added"):
        settle([completed("a", finding())], [finding()] * count)


@pytest.mark.parametrize(
    ("statuses", "verdict"),
    [
        ([LensStatus.PASS, LensStatus.SKIP], Verdict.PASS),
        ([LensStatus.PASS, LensStatus.WARN], Verdict.WARN),
        ([LensStatus.WARN, LensStatus.FAIL], Verdict.FAIL),
    ],
)
def test_the_verdict_is_the_worst_status(statuses: list[LensStatus], verdict: Verdict) -> None:
    outcomes = [completed(f"lens-{number}", status=status) for number, status in enumerate(statuses)]

    result = verdict_of(outcomes=outcomes, files=2)

    assert (result.overall, result.verdict) == (verdict, verdict)
    assert bool(result.reasons) is (verdict is not Verdict.PASS)


@pytest.mark.parametrize(
    ("outcomes", "files", "stops", "said"),
    [
        ([PASSED, FAILED], 1, (), "naming-review failed after 2 attempts (timeout): no answer within 5 s"),
        ([PASSED], 0, (), "no file was examined"),
        ([], 0, (), "no file was examined"),
        ([], 3, (), "no lens reviewed anything"),
        ([Skipped("a", "no file")], 3, (), "no lens reviewed anything"),
        ([completed("a", status=LensStatus.SKIP)], 3, (), "no lens reviewed anything"),
        ([PASSED], 1, ("the run was interrupted",), "the run was interrupted"),
        (
            [completed("a", omissions=(omission("b.py", OmissionKind.UNREAD),))],
            2,
            (),
            "a could not look at b.py (unread)",
        ),
        ([replace(FAILED, omissions=(omission("b.py"),))], 2, (), "naming-review could not look at b.py (budget)"),
        (
            [completed("a", omissions=tuple(omission(f"{n}.py") for n in range(5)))],
            6,
            (),
            "a could not look at 0.py, 1.py, 2.py and 2 more (budget)",
        ),
    ],
)
def test_a_gap_means_no_verdict_even_beside_clean_lenses(
    outcomes: list[Outcome], files: int, stops: tuple[str, ...], said: str
) -> None:
    result = verdict_of(outcomes=outcomes, files=files, stops=stops)

    assert (result.overall, result.verdict) == (Verdict.FAIL, Verdict.NONE)
    assert any(said in reason for reason in result.reasons)


def test_a_gap_wins_over_findings_that_fail() -> None:
    outcomes: list[Outcome] = [completed("a", finding(), status=LensStatus.FAIL), FAILED]

    assert verdict_of(outcomes=outcomes, files=1).verdict is Verdict.NONE


@pytest.mark.parametrize(
    "kind", [OmissionKind.PARTIAL, OmissionKind.BINARY, OmissionKind.IGNORED, OmissionKind.GENERATED]
)
def test_harmless_omissions_leave_the_verdict_alone(kind: OmissionKind) -> None:
    outcome = completed("a", omissions=(omission("b.py", kind),))

    assert verdict_of(outcomes=[outcome], files=2).verdict is Verdict.PASS


def test_a_failed_gate_fails_without_any_lens() -> None:
    result = verdict_of(outcomes=[], files=2, gates=[GATE, GateResult("lint", GateStatus.WARN, "x")])

    assert (result.overall, result.verdict) == (Verdict.FAIL, Verdict.FAIL)
    assert result.reasons == ("gate secrets failed: a key in src/app.py",)


def test_an_interrupted_gate_run_has_no_verdict() -> None:
    result = verdict_of(outcomes=[], files=2, gates=[GATE], stops=["the run was interrupted"])

    assert result.verdict is Verdict.NONE


@pytest.mark.parametrize("status", [LensStatus.PASS, LensStatus.WARN])
def test_an_escalated_loop_fails_whatever_is_left(status: LensStatus) -> None:
    result = verdict_of(outcomes=[completed("a", status=status)], files=1, escalated=True)

    assert (result.overall, result.verdict) == (Verdict.FAIL, Verdict.FAIL)
    assert "escalated" in result.reasons[0]


@pytest.mark.parametrize(
    ("verdict", "fail_on", "code"),
    [
        (Verdict.PASS, "error", ExitCode.OK),
        (Verdict.WARN, "error", ExitCode.OK),
        (Verdict.FAIL, "error", ExitCode.FAIL),
        (Verdict.PASS, "warning", ExitCode.OK),
        (Verdict.WARN, "warning", ExitCode.FAIL),
        (Verdict.FAIL, "warning", ExitCode.FAIL),
        (Verdict.PASS, "never", ExitCode.OK),
        (Verdict.WARN, "never", ExitCode.OK),
        (Verdict.FAIL, "never", ExitCode.OK),
    ],
)
def test_the_fail_level_moves_the_border_between_0_and_1(verdict: Verdict, fail_on: str, code: ExitCode) -> None:
    assert exit_code_for(verdict, verdict, fail_on) is code


@pytest.mark.parametrize("fail_on", ["error", "warning", "never"])
def test_no_verdict_is_4_whatever_the_fail_level(fail_on: str) -> None:
    assert exit_code_for(Verdict.FAIL, Verdict.NONE, fail_on) is ExitCode.NO_VERDICT


def test_an_unknown_fail_level_is_refused() -> None:
    with pytest.raises(ValueError, match="error, warning, never"):
        exit_code_for(Verdict.PASS, Verdict.PASS, "sometimes")


def test_a_gate_that_could_not_tell_leaves_no_verdict_even_beside_findings() -> None:
    gate = GateResult("secrets", GateStatus.WARN, "not checked: it broke", undecided=True)
    result = verdict_of(outcomes=[PASSED], files=1, gates=[gate, replace(GATE, name="semgrep")])
    assert (result.overall, result.verdict) == (Verdict.FAIL, Verdict.NONE)
    assert result.reasons[0] == "gate secrets: not checked: it broke"
