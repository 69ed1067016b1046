from shop import find


def test_find() -> None:
    found = find("apple")
    if found:  # expect: py-assertion-only-under-condition
        assert found.price == 3
