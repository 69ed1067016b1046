"""What the settings offer to read, and how much."""

import pytest

from orchestrator.settings.model import COMMAND_LINE, Layer, Settings, Value, merge
from orchestrator.settings.parse import default_layer
from orchestrator.wiring.reading import bounds_of, why_off


def settings(**given: Value) -> Settings:
    return merge((Layer(COMMAND_LINE, given), default_layer()))


def test_the_budget_comes_from_the_settings_and_the_time_of_the_reader() -> None:
    bounds = bounds_of(settings(), 100)
    assert (bounds.calls, bounds.size, bounds.results, bounds.seconds) == (30, 524_288, 40, 80)
    assert bounds_of(settings(tool_deadline_ratio=0.25, max_search_results=7), 600).seconds == 150


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, ""),
        ({"project_access": False}, "switched off by project_access"),
        ({"max_tool_calls": 0}, "switched off by max_tool_calls: 0"),
    ],
)
def test_reading_is_switched_off_by_the_key_that_is_named(given: dict[str, Value], why: str) -> None:
    assert why_off(settings(**given)) == why
