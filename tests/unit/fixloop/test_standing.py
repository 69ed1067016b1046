"""Whether what an earlier review reported is still there."""

import pytest

from orchestrator.fixloop.standing import GONE, HIDDEN, STALE, UNQUOTED, standing
from tests.support.reports import make_finding

TEXT = "import os\n\n\ndef run():\n    result = call()\n    return 1\n\n\nresult = call()\n"


@pytest.mark.parametrize(
    ("line", "end", "evidence", "expected"),
    [
        (5, None, "result = call()", (5, None)),
        (4, 6, "def run():\n    result = call()", (4, 6)),
        (2, 3, "def run():", (4, 5)),
        (1, None, "    result=call()", (5, None)),
        (8, None, "result = call()", (9, None)),
        (400, None, "result = call()", (9, None)),
        (5, None, "+    5 | result = call()", (5, None)),
    ],
)
def test_the_line_follows_the_quote(
    line: int, end: int | None, evidence: str, expected: tuple[int, int | None]
) -> None:
    found = standing(make_finding(line=line, end_line=end, evidence=evidence), TEXT)
    assert not isinstance(found, str)
    assert (found.line, found.end_line) == expected


@pytest.mark.parametrize(
    ("text", "evidence", "reason"),
    [
        (TEXT, "result = other()", STALE),
        (TEXT, "def run():\n    return 1", STALE),
        ("", "result = call()", STALE),
        (TEXT, "key = '[redacted]'", HIDDEN),
        (TEXT, " \n", UNQUOTED),
        (None, "result = call()", GONE),
    ],
)
def test_what_cannot_be_found_is_said(text: str | None, evidence: str, reason: str) -> None:
    assert standing(make_finding(evidence=evidence), text) == reason
