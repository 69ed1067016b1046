"""Who was asked and did not answer."""

from collections.abc import Collection, Sequence


def missing(dispatched: Sequence[str], returned: Collection[str]) -> tuple[str, ...]:
    """Names in `dispatched`, in that order, that are not among `returned`: the dispatch failures of a wave."""
    answered = frozenset(returned)
    return tuple(agent for agent in dispatched if agent not in answered)
