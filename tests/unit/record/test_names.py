"""A name that only looks like a person or a role is none, and does not pass for the author either."""

import pytest

from orchestrator.record.model import Entry, Level, RecordedFinding, Status
from orchestrator.record.names import meant
from orchestrator.record.transitions import Refusal, answer

ROLE = "security-review"
FINDING = RecordedFinding(
    id=f"R-{ROLE}-1",
    title="It leaks",
    severity=Level.HIGH,
    confidence=Level.HIGH,
    location="a.py:1",
    evidence="x\n",
    recommendation="Mend it.",
    history=(Entry(status=Status.OPEN, by=ROLE),),
)


@pytest.mark.parametrize(
    "by", ["developer", ROLE, "human:bob", "humanist", "security", "doc-review", "Human Resources"]
)
def test_a_name_of_its_own_is_what_it_is(by: str) -> None:
    assert meant(by, ROLE) == ""


@pytest.mark.parametrize(
    ("by", "instead"),
    [
        ("HUMAN:bob", "human:bob"),
        ("Human: Bob", "human:Bob"),
        ("human\N{FULLWIDTH COLON}bob", "human:bob"),
        ("human\N{RATIO}bob", "human:bob"),
        ("human :bob", "human:bob"),
        ("hu\N{ZERO WIDTH SPACE}man:bob", "human:bob"),
        ("human", "human:NAME"),
        ("human: ", "human:NAME"),
        ("Security-Review", ROLE),
        ("security_review", ROLE),
        ("security\N{NON-BREAKING HYPHEN}review", ROLE),
        ("\N{FULLWIDTH LATIN SMALL LETTER S}ecurity-review", ROLE),
    ],
)
def test_a_look_alike_is_refused_with_what_was_meant(by: str, instead: str) -> None:
    assert meant(by, ROLE) == instead
    refused = answer(FINDING, Entry(status=Status.DISPUTED, by=by, note="No."))
    assert isinstance(refused, Refusal)
    assert f"was {instead} meant?" in refused.reason
