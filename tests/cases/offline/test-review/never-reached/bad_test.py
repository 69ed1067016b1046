from shop import total


def test_total() -> None:
    try:  # expect: py-failed-assertion-swallowed
        assert total([1, 2]) == 3
    except AssertionError as error:
        print(error)  # expect: py-output-instead-of-check
