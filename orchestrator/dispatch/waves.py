"""Bounded waves: how many lenses are asked at the same time."""

from collections.abc import Sequence

MAX_PARALLEL_VARIABLE = "DEV_TEAM_MAX_PARALLEL_REVIEW_AGENTS"
DEFAULT_MAX_PARALLEL = 10


def max_parallel_from(env_value: str | None) -> int:
    """The wave size a person asked for; whatever is not a positive decimal number means the default.

    A typo in an environment variable must never end as zero waves, which would look like a panel that had nothing to say.
    """
    text = (env_value or "").strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        return DEFAULT_MAX_PARALLEL
    return int(text) or DEFAULT_MAX_PARALLEL


def split_waves(agents: Sequence[str], max_parallel: int) -> tuple[tuple[str, ...], ...]:
    """`agents` in their order, cut into waves of at most `max_parallel` (at least 1); no agents, no waves."""
    size = max(1, max_parallel)
    return tuple(tuple(agents[start : start + size]) for start in range(0, len(agents), size))
