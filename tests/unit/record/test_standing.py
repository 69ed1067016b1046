"""What a person is shown of a record, and what keeps a change from being closed."""

import json

import pytest

from orchestrator.record.json_standing import to_json
from orchestrator.record.model import Entry, Level, StepName
from orchestrator.record.parse import parse
from orchestrator.record.standing import Standing, standing
from orchestrator.record.validate import validate
from orchestrator.schemas import validator
from tests.unit.record.build import (
    ACCEPTED,
    ACTIVE,
    CASES,
    CHANGE,
    DISPUTED,
    FIXED,
    MAINTAINED,
    REJECTED,
    REOPENED,
    VERIFIED,
    case,
    entry,
    read,
    record_of,
    recorded,
)

CODE_ONLY = {StepName.CODE: ("security",)}


def standing_of(text: str) -> Standing:
    parsed = parse(text)
    problems = validate(parsed, active=ACTIVE, read=read, change_folder=CHANGE)
    return standing(parsed, active=ACTIVE, problems=problems)


@pytest.mark.parametrize("name", sorted(folder.name for folder in CASES.iterdir() if folder.name != "project"))
def test_the_json_fits_its_schema(name: str) -> None:
    data = json.loads(json.dumps(to_json(standing_of(case(name)))))
    assert list(validator("review").iter_errors(data)) == []


def test_the_json_of_a_record() -> None:
    data = to_json(standing_of(case("valid")))
    assert data["awaiting"] == {"author": ["R-security-1"], "reviewer": ["R-skeptic-1"], "human": []}
    assert (data["toDecide"], data["mayClose"]) == (["R-security-1"], False)
    assert data["reasons"] == [{"code": "review_unresolved", "message": "R-security-1 is of high severity and open"}]
    newcomer = standing_of(case("valid")).steps[1].roles[1]
    assert (newcomer.role, newcomer.credited) == ("newcomer", ("R-security-1",))


def test_a_role_without_a_share_is_credited_with_nothing() -> None:
    assert [role.credited for role in standing_of(case("valid")).steps[1].roles] == [(), ("R-security-1",), ()]


def test_without_a_record() -> None:
    assert standing(None, active={StepName.CODE: ()}).may_close
    missing = standing(None, active=CODE_ONLY)
    assert [reason.code for reason in missing.reasons] == ["review_record_missing"]
    data = json.loads(json.dumps(to_json(missing)))
    assert (data["format"], list(validator("review").iter_errors(data))) == (None, [])


def test_every_reason_is_told() -> None:
    parsed = record_of(recorded(), recorded(DISPUTED, id="R-security-2"), recorded(FIXED, id="R-security-3"))
    active = {StepName.PLAN: ("skeptic",), StepName.CODE: ("security", "newcomer")}
    problems = validate(parsed, active=active, read=lambda _path: None)
    reasons = [reason.code for reason in standing(parsed, active=active, problems=problems).reasons]
    assert reasons == [
        "review_role_missing",
        "review_location_missing",
        "review_step_missing",
        "review_unresolved",
        "review_unresolved",
    ]


def test_a_step_without_active_roles_needs_no_section() -> None:
    parsed = record_of(recorded(FIXED, VERIFIED))
    assert standing(parsed, active=CODE_ONLY).may_close


def test_of_a_newer_format_only_that_is_told() -> None:
    assert [reason.code for reason in standing_of(case("format-newer")).reasons] == ["review_format_unsupported"]


def test_warnings_keep_nothing_open() -> None:
    assert [reason.code for reason in standing_of(case("evidence-moved")).reasons] == ["review_unresolved"]


@pytest.mark.parametrize(
    ("later", "severity", "decide", "closes"),
    [
        ([], Level.HIGH, True, False),
        ([], Level.MEDIUM, False, True),
        ([FIXED], Level.HIGH, False, True),
        ([FIXED, REOPENED], Level.HIGH, True, False),
        ([FIXED, REOPENED], Level.LOW, False, True),
        ([DISPUTED], Level.HIGH, False, False),
        ([DISPUTED, MAINTAINED], Level.HIGH, True, False),
        ([DISPUTED, MAINTAINED], Level.LOW, True, True),
        ([DISPUTED, REJECTED], Level.HIGH, False, True),
        ([DISPUTED, MAINTAINED, ACCEPTED], Level.HIGH, False, True),
        ([entry("deferred", "human:Ada", to="issue 7")], Level.HIGH, False, True),
    ],
)
def test_what_a_person_must_decide(later: list[Entry], severity: Level, decide: bool, closes: bool) -> None:
    parsed = record_of(recorded(*later, severity=severity))
    found = standing(parsed, active=CODE_ONLY)
    assert (bool(found.to_decide), found.may_close) == (decide, closes)


def test_low_confidence_is_hidden_unless_somebody_must_decide() -> None:
    parsed = record_of(
        recorded(confidence=Level.LOW, severity=Level.MEDIUM),
        recorded(id="R-security-2", confidence=Level.LOW),
        recorded(DISPUTED, MAINTAINED, id="R-security-3", confidence=Level.LOW, severity=Level.LOW),
        recorded(id="R-security-4", severity=Level.LOW),
    )
    shown = [row.shown for _, row in standing(parsed, active=CODE_ONLY).rows()]
    assert shown == [False, True, True, True]
