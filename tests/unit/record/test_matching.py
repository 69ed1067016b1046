"""Each list gets one of its numbers, no number goes out twice, and nobody is left over who could be served."""

import pytest

from orchestrator.record.sameness import matching


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ([], []),
        ([[]], [None]),
        ([[1, 2], [1]], [2, 1]),
        ([[1], [1]], [1, None]),
        ([[1, 2], [1, 3], [1], [2]], [2, 3, 1, None]),
        ([[1, 2], [2, 3], [3, 1], [1, 2, 3, 4]], [1, 2, 3, 4]),
        ([[1], [1, 2], [2, 3], [3, 4], [1]], [1, 2, 3, 4, None]),
        ([[1, 2], [2, 3], [3, 4], [1]], [2, 3, 4, 1]),
    ],
)
def test_matching(wanted: list[list[int]], expected: list[int | None]) -> None:
    assert matching(wanted) == expected
