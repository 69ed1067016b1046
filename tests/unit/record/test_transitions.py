"""Who may say what, once or again, with what, and who speaks next."""

import pytest

from orchestrator.record.model import Code, Entry, Level, RecordedFinding, Status
from orchestrator.record.transitions import Actor, Phase, Refusal, answer, next_actor, tell
from tests.unit.record.build import (
    ACCEPTED,
    DECIDED,
    DEFERRED,
    DISPUTED,
    FIXED,
    MAINTAINED,
    REJECTED,
    REOPENED,
    VERIFIED,
    entry,
    recorded,
)

ANSWERS = {
    "fixed": FIXED,
    "verified": VERIFIED,
    "reopened": REOPENED,
    "disputed": DISPUTED,
    "rejected": REJECTED,
    "maintained": MAINTAINED,
    "accepted": ACCEPTED,
    "deferred": DEFERRED,
    "decided": DECIDED,
}
# Where a finding stands, how it got there, who speaks next, and which answers are taken.
TABLE: list[tuple[Phase, list[Entry], Actor, str]] = [
    (Phase.OPEN, [], Actor.AUTHOR, "fixed disputed accepted deferred decided"),
    (Phase.FIXED, [FIXED], Actor.REVIEWER, "verified reopened"),
    (Phase.REOPENED, [FIXED, REOPENED], Actor.HUMAN, "fixed disputed accepted deferred decided"),
    (Phase.FIXED_AGAIN, [FIXED, REOPENED, FIXED], Actor.REVIEWER, "verified"),
    (Phase.DISPUTED, [FIXED, REOPENED, DISPUTED], Actor.REVIEWER, "rejected maintained"),
    (Phase.VERIFIED, [FIXED, VERIFIED], Actor.NOBODY, ""),
    (Phase.DISPUTED, [DISPUTED], Actor.REVIEWER, "rejected maintained"),
    (Phase.MAINTAINED, [DISPUTED, MAINTAINED], Actor.HUMAN, "accepted deferred decided"),
    (Phase.DECIDED_FIXED, [DISPUTED, MAINTAINED, DECIDED], Actor.NOBODY, "verified"),
    (Phase.FINAL, [DISPUTED, REJECTED], Actor.NOBODY, ""),
    (Phase.FINAL, [ACCEPTED], Actor.NOBODY, ""),
    (Phase.FINAL, [DEFERRED], Actor.NOBODY, ""),
]


@pytest.mark.parametrize(("phase", "history", "actor", "taken"), TABLE)
def test_the_table(phase: Phase, history: list[Entry], actor: Actor, taken: str) -> None:
    finding = recorded(*history)
    assert tell(finding).phase is phase
    assert tell(finding).faults == ()
    assert next_actor(finding) is actor
    possible = {name for name, one in ANSWERS.items() if isinstance(answer(finding, one), RecordedFinding)}
    assert possible == set(taken.split())


def test_an_answer_is_appended_and_nothing_else_changes() -> None:
    assert answer(recorded(FIXED), VERIFIED) == recorded(FIXED, VERIFIED)


def test_secrets_are_taken_out_of_an_answer() -> None:
    secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
    told = answer(recorded(), entry("disputed", "developer", note=f"It is {secret}.", ref=secret))
    assert told == recorded(entry("disputed", "developer", note="It is [redacted].", ref="[redacted]"))


@pytest.mark.parametrize("severity", [Level.MEDIUM, Level.LOW])
def test_a_lesser_finding_that_was_reopened_goes_back_to_its_author(severity: Level) -> None:
    assert next_actor(recorded(FIXED, REOPENED, severity=severity)) is Actor.AUTHOR


@pytest.mark.parametrize(
    ("history", "given", "code", "told"),
    [
        ([], entry("fixed", "developer"), Code.DECISION_INCOMPLETE, "needs `ref`"),
        ([], entry("fixed", "developer", ref=" \n"), Code.DECISION_INCOMPLETE, "needs `ref`"),
        ([], entry("fixed", "human:Ada", note="done"), Code.DECISION_INCOMPLETE, "needs `ref`"),
        ([], entry("disputed", "developer"), Code.DECISION_INCOMPLETE, "needs `note`"),
        ([FIXED], entry("open", "security"), Code.DECISION_INCOMPLETE, "needs `note`"),
        ([DISPUTED], entry("disputed", "security"), Code.DECISION_INCOMPLETE, "needs `note`"),
        ([], entry("accepted-risk", "human:Ada"), Code.DECISION_INCOMPLETE, "needs `justification`"),
        ([], entry("deferred", "human:Ada"), Code.DECISION_INCOMPLETE, "needs `to`"),
        ([], entry("fixed", "security", ref="x"), Code.DECISION_INCOMPLETE, "not by 'security'"),
        ([], entry("disputed", "human:Ada", note="x"), Code.DECISION_INCOMPLETE, "not by 'human:Ada'"),
        ([], entry("accepted-risk", "developer", justification="x"), Code.DECISION_INCOMPLETE, "a person"),
        ([], entry("deferred", "human: ", to="x"), Code.DECISION_INCOMPLETE, "a person"),
        ([FIXED], entry("fixed", "developer", ref="x"), Code.DECISION_INCOMPLETE, "the reviewing role"),
        ([FIXED], entry("fixed", "newcomer"), Code.DECISION_INCOMPLETE, "the reviewing role"),
        ([DISPUTED], entry("rejected", "human:Ada"), Code.DECISION_INCOMPLETE, "the reviewing role"),
        ([DISPUTED, MAINTAINED], entry("fixed", "developer", ref="x"), Code.DECISION_INCOMPLETE, "a person"),
        ([], entry("rejected", "security"), Code.INVALID, "what can is"),
        ([FIXED, REOPENED, FIXED], REOPENED, Code.INVALID, "what can is"),
        ([FIXED, VERIFIED], REOPENED, Code.INVALID, "raise a new finding"),
        ([ACCEPTED], FIXED, Code.INVALID, "raise a new finding"),
    ],
)
def test_what_is_refused(history: list[Entry], given: Entry, code: Code, told: str) -> None:
    refused = answer(recorded(*history), given)
    assert isinstance(refused, Refusal)
    assert refused.code is code
    assert told in refused.reason


def test_a_broken_history_takes_no_answer() -> None:
    for broken in (recorded(REJECTED), recorded(history=(FIXED,)), recorded(history=(entry("open", "newcomer"),))):
        assert tell(broken).phase is None
        assert next_actor(broken) is Actor.NOBODY
        assert isinstance(answer(broken, FIXED), Refusal)


def test_an_incomplete_entry_does_not_hide_the_next() -> None:
    told = tell(recorded(entry("fixed", "developer"), entry("open", "security"), entry("rejected", "security")))
    assert [(one.status, refusal.code) for one, refusal in told.faults] == [
        (Status.FIXED, Code.DECISION_INCOMPLETE),
        (Status.OPEN, Code.DECISION_INCOMPLETE),
        (Status.REJECTED, Code.INVALID),
    ]
