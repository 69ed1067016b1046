"""Opening tags of markup in any template language, read as text: name, attributes and place, and what stands inside."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from orchestrator.engines.offline.detectors.kinds import has_suffix

_TAG = re.compile(r"<([A-Za-z][\w.-]*)")
_ATTRIBUTE = re.compile(
    r"""([@:\w.()\[\]-]+)(?:\s*=\s*("[^"]*"|'[^']*'|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|[^\s"'>{}]+))?"""
)
_HIDDEN = re.compile(
    r"<!--[\s\S]*?(?:-->|\Z)|<(script|style)\b[\s\S]*?(?:</\1\s*>|\Z)|@\*[\s\S]*?(?:\*@|\Z)|<%--[\s\S]*?(?:--%>|\Z)"
    r"|\{%-?\s*comment\b[\s\S]*?(?:\{%-?\s*endcomment\b|\Z)|\{#[^\n]*?#\}"
)
_INK = re.compile(r"[^\n]")
_LONGEST_TAG = 4000
_LONGEST_CONTENT = 4000


@dataclass(frozen=True, slots=True)
class Tag:
    """One opening tag: lower-case name, attributes by lower-case name without binding marks, its text, its place."""

    name: str
    attributes: Mapping[str, str]
    text: str
    at: int
    line: int

    def has(self, *names: str) -> bool:
        """True when one of the attributes is there, bound or plain."""
        return any(name in self.attributes for name in names)


def visible(path: str, text: str) -> str:
    """Markup without comments; scripts and styles stay only where the markup is inside the script."""
    if has_suffix(path, (".jsx", ".tsx")):
        return re.sub(r"/\*[\s\S]*?\*/", lambda found: _INK.sub(" ", found[0]), text)
    return _HIDDEN.sub(lambda found: _INK.sub(" ", found[0]), text)


def tags(text: str) -> Iterator[Tag]:
    """Every opening tag, in the order of the text."""
    line, counted = 1, 0
    for found in _TAG.finditer(text):
        end = _tag_end(text, found.end())
        if end is None:
            continue
        line += text.count("\n", counted, found.start())
        counted = found.start()
        inner = text[found.end() : end]
        attributes = {_plain(name): value.strip("\"'") for name, value in _ATTRIBUTE.findall(inner)}
        yield Tag(found[1].lower(), attributes, inner, found.start(), line)


def _tag_end(text: str, start: int) -> int | None:
    """Position of the `>` that ends the tag, past quotes and braces; None for something that is no tag."""
    quote, level = "", 0
    for position in range(start, min(len(text), start + _LONGEST_TAG)):
        char = text[position]
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'`":
            quote = char
        elif char in "{}":
            level += 1 if char == "{" else -1
        elif char == ">" and level == 0:
            return position
        elif char == "<" and level == 0:
            return None
    return None


def _plain(name: str) -> str:
    bound = re.fullmatch(r"\[(?:attr\.)?([\w.-]+)\]", name)
    return (bound[1] if bound else re.sub(r"^(?::|v-bind:|bind:)", "", name)).lower()


def content(tag: Tag, text: str) -> str:
    """What stands between the tag and the one that closes it; nothing for a tag that closes itself."""
    start = tag.at + len(tag.name) + 1 + len(tag.text) + 1
    if tag.text.endswith("/"):
        return ""
    level = 1
    name = re.compile(rf"<(/?){re.escape(tag.name)}(?![\w.-])", re.IGNORECASE)
    for found in name.finditer(text, start, start + _LONGEST_CONTENT):
        if not found[1]:
            end = _tag_end(text, found.end())
            level += end is None or text[end - 1] != "/"
            continue
        level -= 1
        if level == 0:
            return text[start : found.start()]
    return text[start : start + _LONGEST_CONTENT]
