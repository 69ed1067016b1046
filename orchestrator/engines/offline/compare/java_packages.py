"""Which file a Java import means."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

_IMPORT = re.compile(r"^import\s+(?:static\s+)?([\w.]+)\s*;")


class JavaFiles:
    """Java files by the name of their class."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for path in paths:
            if path.endswith(".java"):
                self._by_name[path.rpartition("/")[2]].append(path)

    def imports(self, lines: Callable[[str], tuple[str, ...]], path: str) -> Iterator[tuple[int, str]]:
        """Line and target of each import of `path` that leads to a class of the repository."""
        for number, line in enumerate(lines(path), 1):
            found = _IMPORT.match(line)
            target = self._file(found[1]) if found else ""
            if target:
                yield number, target

    def _file(self, dotted: str) -> str:
        for name in (dotted, dotted.rpartition(".")[0]):  # a static import names a member
            tail = f"{name.replace('.', '/')}.java"
            for path in self._by_name.get(tail.rpartition("/")[2], ()):
                if path == tail or path.endswith(f"/{tail}"):
                    return path
        return ""
