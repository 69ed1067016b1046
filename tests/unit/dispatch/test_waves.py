"""Waves and reconciliation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.dispatch.reconcile import missing
from orchestrator.dispatch.waves import max_parallel_from, split_waves


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ("3", 3), (" 7 ", 7), ("1", 1), (None, 10), ("", 10), ("0", 10), ("-4", 10), ("2.5", 10), ("ten", 10), ("+3", 10),
        ("\u0663", 10), ("1e3", 10), ("9" * 5000, 10),
    ],
)  # fmt: skip
def test_wave_size_from_a_setting(value: str | None, size: int) -> None:
    assert max_parallel_from(value) == size


def test_a_roster_that_fits_is_one_wave_and_none_is_no_wave() -> None:
    assert split_waves(["a", "b"], 2) == (("a", "b"),)
    assert split_waves(["a", "b", "c"], 2) == (("a", "b"), ("c",))
    assert split_waves([], 2) == ()


@given(st.lists(st.text(max_size=3)), st.integers(-2, 20))
def test_no_lens_is_lost_or_moved(agents: list[str], size: int) -> None:
    waves = split_waves(agents, size)
    assert [agent for wave in waves for agent in wave] == agents
    assert all(1 <= len(wave) <= max(1, size) for wave in waves)


def test_who_did_not_answer_in_dispatch_order() -> None:
    assert missing(["c", "a", "b"], ["a"]) == ("c", "b")
    assert missing(["a", "b"], []) == ("a", "b")
    assert missing([], ["a"]) == ()
    assert missing(["a"], ["a", "stranger"]) == ()
