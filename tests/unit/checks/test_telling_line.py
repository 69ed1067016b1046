"""Which line of a command's output is shown as the reason."""

import pytest

from orchestrator.checks.project_model import telling_line

FAILURE = """F                                                          [100%]
=================================== FAILURES ===================================
__________________________________ test_error __________________________________

    def test_error():
>       assert total([]) == 1, "unexpected"
E       assert 0 == 1

tests/test_shop.py:4: AssertionError
"""
SUMMARY = """=========================== short test summary info ============================
FAILED tests/test_shop.py::test_error - assert 0 == 1
============================== 1 failed in 0.02s ===============================
"""


@pytest.mark.parametrize(
    ("output", "line"),
    [
        (FAILURE + SUMMARY, "FAILED tests/test_shop.py::test_error - assert 0 == 1"),
        (FAILURE, "E assert 0 == 1"),
        ("==== ERRORS ====\nERROR tests/test_shop.py - ImportError\n", "ERROR tests/test_shop.py - ImportError"),
        ("===== 1 failed in 0.02s =====\n", "===== 1 failed in 0.02s ====="),
        ("= FAILURES =\nbroken\n", "broken"),
        ("=== RUN   TestTotal\n--- FAIL: TestTotal (0.00s)\n", "--- FAIL: TestTotal (0.00s)"),
        ("=====\nFAIL: test_total (tests.Shop)\n-----\nFAILED (failures=1)\n", "FAIL: test_total (tests.Shop)"),
        ("> lint\nChecking\na.rs:3: error: bad\n", "a.rs:3: error: bad"),
        ("\n-----\n", "it printed nothing"),
    ],
)
def test_a_heading_is_never_shown_where_another_line_says_something(output: str, line: str) -> None:
    assert telling_line(output.encode()) == line
