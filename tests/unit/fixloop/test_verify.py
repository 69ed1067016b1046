"""Where a lens verifies."""

from dataclasses import replace
from typing import Any

import pytest

from orchestrator.fixloop.verify import verify_tier
from orchestrator.values.lens import Effort
from tests.support.values import make_lens

CASES: list[tuple[str, dict[str, Any], tuple[str, Effort, bool], int]] = [
    ("test-review", {}, ("sonnet", Effort.LOW, False), 0),
    ("test-review", {"verify_model": "haiku", "verify_effort": Effort.MEDIUM}, ("haiku", Effort.MEDIUM, True), 0),
    ("test-review", {"verify_model": "haiku"}, ("haiku", Effort.LOW, True), 0),
    ("test-review", {"verify_effort": Effort.HIGH}, ("sonnet", Effort.HIGH, True), 0),
    ("security-review", {}, ("sonnet", Effort.LOW, False), 0),
    ("security-review", {"verify_model": "haiku", "verify_effort": Effort.LOW}, ("sonnet", Effort.LOW, False), 2),
    ("correctness-review", {"verify_model": "sonnet"}, ("sonnet", Effort.LOW, False), 1),
    ("correctness-review", {"verify_effort": Effort.MAX}, ("sonnet", Effort.LOW, False), 1),
]


@pytest.mark.parametrize(("name", "declared", "expected", "errors"), CASES)
def test_tier(name: str, declared: dict[str, Any], expected: tuple[str, Effort, bool], errors: int) -> None:
    tier = verify_tier(replace(make_lens(name, model="sonnet"), **declared))
    assert (tier.agent, tier.model, tier.effort, tier.opted_in) == (name, *expected)
    assert len(tier.errors) == errors
    assert all(error.startswith("Verify-") and name in error for error in tier.errors)
