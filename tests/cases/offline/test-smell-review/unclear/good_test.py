import pytest
from shop import shown, users


def test_users(capsys: pytest.CaptureFixture[str]) -> None:
    print(users())
    assert shown(capsys.readouterr().out) == 3
