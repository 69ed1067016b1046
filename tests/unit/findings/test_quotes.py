"""Reading a quote."""

from orchestrator.findings.quotes import readings


def test_a_long_run_of_blanks_costs_no_more_than_its_length() -> None:
    """Read in a time that grows with its square, this quote would take hours."""
    blanks = " " * 400_000
    assert readings(f"{blanks}x\n5{blanks}y") == (("x", "5y"),)
