from datetime import date

from freezegun import freeze_time

from shop import issue


def test_expiry() -> None:
    assert issue(days=1, today=date(2024, 1, 31)) == date(2024, 2, 1)


@freeze_time("2024-01-31")
def test_expiry_of_today() -> None:
    assert issue(days=0) == date.today()
