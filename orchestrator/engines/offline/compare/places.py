"""Places in words, and the removed line that stands for a name."""

import re
from collections.abc import Sequence

from orchestrator.engines.offline.detectors.base import View
from orchestrator.values.change import DiffLine
from orchestrator.values.text import printable_path

_NAMED = 3


def place(path: str, line: int) -> str:
    """`path:line`, fit to be printed."""
    return f"{printable_path(path)}:{line}"


def listed(places: Sequence[str]) -> str:
    """The first places, and how many more there are."""
    first = ", ".join(dict.fromkeys(places[:_NAMED]))
    return f"{first} and {len(places) - _NAMED} more" if len(places) > _NAMED else first


def removed_line(view: View, path: str, name: str) -> tuple[int, DiffLine] | None:
    """The removed line that most likely declared `name`, with the new-side line it would stand before."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    declares = re.compile(
        rf"\b(?:def|class|function|func|interface|type|enum|const|let|var|import|export)\b.*(?<!\w){re.escape(name)}(?!\w)"
        rf"|^\s*{re.escape(name)}\b\s*[=:(]"
    )
    found = [(at, line) for at, line in view.removed(path) if word.search(line.text)]
    return next((item for item in found if declares.search(item[1].text)), found[0] if found else None)
