"""Which files deserve the room there is: sources first, tests after them, what a machine wrote last."""

import re
from pathlib import PurePosixPath

from orchestrator.lenses.kinds import is_non_executable

_GENERATED = re.compile(
    r"(?:^|/)(?:dist|build|vendor|node_modules|third_party|__snapshots__)/|\.min\.(?:js|css)$|\.(?:map|snap)$"
    r"|[._](?:pb|g|generated)\.[a-z]+$|_pb2(?:_grpc)?\.pyi?$|(?:^|/)(?:generated|gen)/",
    re.IGNORECASE,
)
_TEST = re.compile(
    r"(?:^|/)(?:tests?|__tests__|spec|testdata|fixtures)/|(?:^|/)test_[^/]+$|[._-](?:test|tests|spec)\.[a-z]+$|_test\.[a-z]+$"
    r"|(?:Test|Tests|IT)\.(?:java|kt|cs)$"
)


def rank(path: str) -> tuple[int, str]:
    """Sort key: 0 source, 1 text and configuration, 2 tests, 3 generated; then the path."""
    if _GENERATED.search(path) or PurePosixPath(path).name.endswith(".lock"):
        return 3, path
    if _TEST.search(path):
        return 2, path
    return (1, path) if is_non_executable(path) else (0, path)
