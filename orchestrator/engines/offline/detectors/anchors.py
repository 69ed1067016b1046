"""Links to a section that its document does not have."""

import posixpath
import re
from collections.abc import Iterator
from itertools import pairwise
from urllib.parse import unquote

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.docs import is_markdown
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.text import printable_path

_LINK = re.compile(r"\[[^\]\[\n]{0,200}\]\(<?(?P<path>[^)\s>(#:]{0,200})#(?P<anchor>[^)\s>(]{1,200})>?\)")
_CODE_SPAN = re.compile(r"`[^`\n]*`")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(?P<text>.+?)\s*#*\s*$")
_UNDERLINE = re.compile(r"\s{0,3}(?:=+|-+)\s*$")
_NAMED = re.compile(r"\b(?:id|name)=[\"'](?P<html>[^\"'\n]+)[\"']|\{[^}\n]*#(?P<braces>[\w-]+)[^}\n]*\}")
_INCLUDED = re.compile(r"\{%|\{\{|--8<--|<!--\s*(?:include|toc)|^import\s|\.\. include", re.IGNORECASE | re.MULTILINE)
_LINK_IN_HEADING = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_NUMBERED = re.compile(r"-\d+$")
_LINES = re.compile(r"L\d+(?:-L?\d+)?$|:~:|user-content-")


def find_broken_anchors(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per added link whose document exists and has no such heading or anchor."""
    known: dict[str, frozenset[str] | None] = {}
    for file in files:
        touched = dict(view.reviewed(file.path))
        for number, line in _prose(view.lines(file.path)):
            for found in _LINK.finditer(_CODE_SPAN.sub("", line)) if number in touched else ():
                path, anchor = unquote(found["path"]), unquote(found["anchor"])
                place = posixpath.normpath(posixpath.join(posixpath.dirname(file.path), path)) if path else file.path
                if not is_markdown(place) or place not in view.sources.paths or _LINES.match(anchor):
                    continue
                if place not in known:
                    known[place] = _anchors(view, place)
                if not _is_there(anchor, known[place]):
                    yield Spot(
                        file=file.path,
                        line=number,
                        severity=Severity.WARNING,
                        confidence=Confidence.HIGH,
                        category="broken-reference",
                        message=f"{printable_path(place)} has no section {anchor}: the link ends at the top of the page and readers have to search.",
                        fix="Use the anchor of the heading that is meant.",
                    )


def _is_there(anchor: str, known: frozenset[str] | None) -> bool:
    return known is None or bool({_plain(anchor), _plain(_NUMBERED.sub("", anchor))} & known)


def _anchors(view: View, path: str) -> frozenset[str] | None:
    """Everything that can be linked to; None for a document that takes a part of its text from elsewhere."""
    text = view.text(path)
    if _INCLUDED.search(text):
        return None
    lines = [line for _, line in _prose(view.lines(path))]
    headings = [found["text"] for line in lines if (found := _HEADING.match(line))]
    headings += [above for above, line in pairwise(lines) if _UNDERLINE.match(line)]
    named = [found["html"] or found["braces"] for found in _NAMED.finditer(text)]
    return frozenset({_plain(name) for name in (*named, *headings, *map(_unlinked, headings))} | {"", "top"})


def _unlinked(heading: str) -> str:
    return re.sub(r"\{#[\w-]+\}|<[^>]*>", "", _LINK_IN_HEADING.sub(r"\1", heading))


def _plain(text: str) -> str:
    """Letters and digits alone: hosts differ in what else they keep."""
    return "".join(char for char in text.lower() if char.isalnum())


def _prose(lines: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    fenced = False
    for number, line in enumerate(lines, 1):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            yield number, line
