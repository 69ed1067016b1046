import sys

from shop import find


def test_find() -> None:
    found = find("apple")
    assert found.price == 3
    if sys.platform == "linux":
        assert found.path == "/apple"
