from shop import total


def test_total() -> None:
    try:
        result = total([1, 2])
    except OverflowError:
        result = 3
    assert result == 3
