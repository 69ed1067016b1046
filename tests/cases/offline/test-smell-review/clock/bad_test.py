from datetime import date

from shop import issue


def test_expiry() -> None:
    token = issue(days=1)
    assert token.day == date.today().day + 1  # expect: py-clock-in-assertion
