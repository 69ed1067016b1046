import pytest
from shop import total


@pytest.mark.skip(reason="the rounding service has no sandbox yet")
def test_rounding() -> None:
    assert total([0.1]) == 0.1


def test_total() -> None:
    assert total([1]) == 1
