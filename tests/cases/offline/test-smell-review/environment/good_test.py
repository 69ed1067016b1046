import os

import pytest
from shop import region


def test_region(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGION", "eu")
    assert region() == "eu"


def test_region_of_old() -> None:
    os.environ["REGION"] = "us"
    try:
        assert region() == "us"
    finally:
        del os.environ["REGION"]
