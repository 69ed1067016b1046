"""Finding the fixes that broke the tests: few runs, and what is kept was seen to pass."""

import math
from collections.abc import Callable, Sequence
from random import Random

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.fixloop.bisect import BREAKS, MOST_RUNS, Bisected, bisect

Passes = Callable[[frozenset[int]], bool]


def run(count: int, passes: Passes, most_runs: int = MOST_RUNS) -> tuple[Bisected[int], list[tuple[int, ...]]]:
    asked: list[tuple[int, ...]] = []

    async def ask(fixes: Sequence[int]) -> bool:
        asked.append(tuple(fixes))
        return passes(frozenset(fixes))

    async def main() -> Bisected[int]:
        return await bisect(range(count), ask, most_runs=most_runs)

    return anyio.run(main), asked


def without(*breakers: int) -> Passes:
    """Tests that fail with any of `breakers`."""
    return lambda fixes: fixes.isdisjoint(breakers)


def test_fixes_that_pass_cost_one_run() -> None:
    found, asked = run(9, without())
    assert (found.kept, found.reverted, found.runs) == (tuple(range(9)), (), 1)
    assert asked == [tuple(range(9))]


def test_no_fix_costs_nothing() -> None:
    assert run(0, without()) == (Bisected((), (), 0), [])


@pytest.mark.parametrize("breaker", range(16))
def test_one_breaker_is_taken_back_alone(breaker: int) -> None:
    found, asked = run(16, without(breaker))
    assert found.kept == tuple(one for one in range(16) if one != breaker)
    assert [(one.fix, one.reason) for one in found.reverted] == [(breaker, BREAKS)]
    assert found.runs == len(asked) <= 2 + math.log2(16)


def test_a_single_fix_that_breaks_is_not_run_twice() -> None:
    found, _ = run(1, without(0))
    assert (found.kept, found.runs) == ((), 1)


def test_several_breakers_are_each_found() -> None:
    found, _ = run(12, without(2, 3, 11))
    assert [one.fix for one in found.reverted] == [2, 3, 11]
    assert found.kept == (0, 1, 4, 5, 6, 7, 8, 9, 10)


def test_of_two_that_break_only_together_the_later_goes() -> None:
    found, _ = run(8, lambda fixes: not {1, 6} <= fixes)
    assert [one.fix for one in found.reverted] == [6]


def test_a_fix_that_needs_a_breaker_goes_with_it() -> None:
    """2 needs 1, and 1 breaks."""
    found, _ = run(4, lambda fixes: 1 not in fixes and (2 not in fixes or 1 in fixes))
    assert found.kept == (0, 3)


def test_out_of_runs_only_what_has_passed_is_kept() -> None:
    found, asked = run(8, without(5), most_runs=2)
    assert found.kept == (0, 1, 2, 3)
    assert len(asked) == found.runs == 2
    assert {one.reason for one in found.reverted} == {
        "the project's tests still failed after 2 runs, and it was not shown to be without blame"
    }


def test_out_of_runs_after_a_breaker_was_found() -> None:
    found, _ = run(2, without(0), most_runs=1)
    assert (found.kept, found.runs) == ((), 1)
    found, _ = run(2, without(0), most_runs=2)
    assert (found.kept, [one.reason == BREAKS for one in found.reverted]) == ((), [True, False])


@given(st.integers(0, 10), st.integers(1, 30), st.randoms(use_true_random=False))
def test_whatever_the_tests_do_the_rest_passes(count: int, most_runs: int, random: Random) -> None:
    """Any predicate: each set of fixes passes or fails as it likes, the same way each time."""
    answers: dict[frozenset[int], bool] = {}

    def passes(fixes: frozenset[int]) -> bool:
        return answers.setdefault(fixes, random.random() < 0.5)

    found, asked = run(count, passes, most_runs)
    assert not found.kept or answers[frozenset(found.kept)]
    assert found.runs == len(asked) == len(set(asked)) <= most_runs
    assert sorted((*found.kept, *(one.fix for one in found.reverted))) == list(range(count))
    assert found.kept == tuple(sorted(found.kept))


@given(st.sets(st.integers(0, 63), max_size=3))
def test_breakers_of_their_own_are_exactly_what_is_taken_back(breakers: set[int]) -> None:
    found, _ = run(64, without(*breakers))
    assert {one.fix for one in found.reverted} == breakers
    assert found.runs <= 1 + len(breakers) * (1 + math.log2(64))
