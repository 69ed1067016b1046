import os

from shop import region


def test_region() -> None:
    os.environ["REGION"] = "eu"  # expect: py-environment-left-changed
    assert region() == "eu"
