"""Which corrections are applied, asked about or left."""

import pytest

from orchestrator.fixloop.agreement import Answer, Treatment, answer_of, treatment
from orchestrator.values.finding import Confidence


@pytest.mark.parametrize(
    ("confidence", "everything", "asks", "expected"),
    [
        (Confidence.HIGH, False, False, Treatment.APPLY),
        (Confidence.HIGH, False, True, Treatment.APPLY),
        (Confidence.HIGH, True, True, Treatment.APPLY),
        (Confidence.MEDIUM, False, True, Treatment.ASK),
        (Confidence.MEDIUM, False, False, Treatment.LEAVE),
        (Confidence.MEDIUM, True, False, Treatment.APPLY),
        (Confidence.MEDIUM, True, True, Treatment.APPLY),
        (Confidence.NONE, True, True, Treatment.LEAVE),
    ],
)
def test_treatment(confidence: Confidence, everything: bool, asks: bool, expected: Treatment) -> None:
    assert treatment(confidence, everything=everything, asks=asks) is expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("yes", Answer.YES),
        (" Y. ", Answer.YES),
        ("", Answer.NO),
        ("no", Answer.NO),
        ("don\u2019t", Answer.NO),
        ("show", Answer.SHOW),
        ("all", Answer.ALL),
        ("q", Answer.QUIT),
        (None, Answer.QUIT),
        ("perhaps", Answer.UNCLEAR),
        ("yes no", Answer.UNCLEAR),
    ],
)
def test_answers(typed: str | None, expected: Answer) -> None:
    assert answer_of(typed) is expected
