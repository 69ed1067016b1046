"""An accepted risk as a rule that ACCEPTED-RISKS.md takes as it is printed."""

from datetime import date
from typing import Any

import pytest

from orchestrator.findings.risk_rules import parse_risks
from orchestrator.record.risk_entry import risk_rule
from tests.unit.record.build import ACCEPTED, entry, recorded

TODAY = date(2026, 1, 1)
LONG = "The service listens on the loopback interface alone, and nobody else has an account there."


def rules(**changes: Any) -> Any:
    text = risk_rule(recorded(ACCEPTED, **changes), "add-sessions", "changes/add-sessions", TODAY)
    return parse_risks(f"---\nrules:\n{text}---\n")


def test_the_rule_is_ready() -> None:
    (rule,) = rules(category="A03.injection")
    assert (rule.id, rule.rule_id, rule.files, rule.owner, rule.expires) == (
        "add-sessions-R-security-1",
        "security.A03.injection",
        ("src/auth/session.rs",),
        "Ada",
        date(2026, 4, 1),
    )
    assert rule.rationale.startswith("Behind the firewall. (accepted for the change add-sessions, R-security-1: ")


def test_without_a_category_it_is_the_one_that_findings_without_have() -> None:
    assert [rule.rule_id for rule in rules()] == ["security.uncategorised"]


def test_every_role_that_raised_it_gets_a_rule() -> None:
    found = rules(category="x", raised_by=("security", "newcomer"))
    assert [(rule.id, rule.rule_id) for rule in found] == [
        ("add-sessions-R-security-1", "security.x"),
        ("add-sessions-R-security-1-newcomer", "newcomer.x"),
    ]


@pytest.mark.parametrize("why", [LONG, f'{LONG} "quoted": # and [listed]\nover two lines'])
def test_a_long_justification_is_the_rationale(why: str) -> None:
    accepted = entry("accepted-risk", "human:Ada: the first", justification=why)
    text = risk_rule(recorded(accepted), "a", "changes/a", TODAY)
    (rule,) = parse_risks(f"---\nrules:\n{text}---\n")
    assert (rule.rationale, rule.owner) == (" ".join(why.split()), "Ada: the first")


def test_what_cites_no_file_has_no_rule() -> None:
    assert risk_rule(recorded(ACCEPTED, location="nowhere"), "a", "changes/a", TODAY) == ""
