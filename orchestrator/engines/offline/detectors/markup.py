"""Accessibility of markup: names, labels and keyboard access that can be told from one tag."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.kinds import has_suffix
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_TAG = re.compile(r"<([A-Za-z][\w.-]*)")
_ATTRIBUTE = re.compile(r"""([@:\w.-]+)(?:\s*=\s*("[^"]*"|'[^']*'|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|[^\s"'>{}]+))?""")
_HIDDEN = re.compile(
    r"<!--[\s\S]*?(?:-->|\Z)|<(script|style)\b[\s\S]*?(?:</\1\s*>|\Z)|@\*[\s\S]*?(?:\*@|\Z)|<%--[\s\S]*?(?:--%>|\Z)"
)
_INK = re.compile(r"[^\n]")
_LONGEST_TAG = 4000
_CLICKS = ("onclick", "@click", "v-on:click", "on:click", "(click)", "@onclick")
_KEYS = re.compile(r"on:?key(?:down|up|press)|@key(?:down|up|press)|v-on:key|\(key(?:down|up)|@onkey", re.IGNORECASE)
_SPREAD = re.compile(r"\{\s*\.\.\.|\bv-bind\s*=|\$\$(?:rest)?[pP]rops")
_PASSIVE = frozenset({"div", "span", "li", "p", "td", "tr", "section", "article", "img", "ul"})
_UNLABELLED = frozenset({"hidden", "submit", "button", "reset", "image"})
_LABEL_TAG = re.compile(r"<label\b", re.IGNORECASE)


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


def find_markup(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Each rule on each tag of which a line was added."""
    for file in files:
        text = _visible(file.path, view.text(file.path))
        for tag in _tags(text):
            last = tag.line + tag.text.count("\n")
            line = view.first_touched(file.path, tag.line, last)
            if line is None or _SPREAD.search(tag.text):
                continue
            for rule in _RULES:
                if rule.broken(tag, text):
                    yield Spot(
                        file=file.path,
                        line=line,
                        severity=rule.severity,
                        confidence=Confidence.HIGH,
                        category=rule.category,
                        message=rule.message,
                        fix=rule.fix,
                    )


def _visible(path: str, text: str) -> str:
    """Markup without comments; scripts and styles stay only where the markup is inside the script."""
    if has_suffix(path, (".jsx", ".tsx")):
        return re.sub(r"/\*[\s\S]*?\*/", lambda found: _INK.sub(" ", found[0]), text)
    return _HIDDEN.sub(lambda found: _INK.sub(" ", found[0]), text)


def _tags(text: str) -> Iterator[Tag]:
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
    return re.sub(r"^(?::|v-bind:|bind:)", "", name).lower()


def _no_alt(tag: Tag, _text: str) -> bool:
    return (
        tag.name == "img"
        and not tag.has("alt", "aria-hidden", "[alt]")
        and tag.attributes.get("role") not in {"presentation", "none"}
    )


def _mouse_only(tag: Tag, _text: str) -> bool:
    if tag.name not in _PASSIVE or not any(name.split(".")[0] in _CLICKS for name in tag.attributes):
        return False
    return not (_KEYS.search(tag.text) or tag.has("aria-hidden"))


def _no_label(tag: Tag, text: str) -> bool:
    if tag.name not in {"input", "select", "textarea"} or tag.attributes.get("type", "").lower() in _UNLABELLED:
        return False
    if tag.has("aria-label", "aria-labelledby", "title", "hidden"):
        return False
    name = tag.attributes.get("id", "")
    if name and re.search(rf"(?:for|htmlfor)\s*=\s*[\"'{{]*{re.escape(name)}\b", text, re.IGNORECASE):
        return False
    before = text[: tag.at]
    opened = [found.start() for found in _LABEL_TAG.finditer(before)]
    return not (opened and "</label" not in before[opened[-1] :].lower()) and not name.startswith("{")


def _no_language(tag: Tag, _text: str) -> bool:
    return tag.name == "html" and not tag.has("lang", "xml:lang", "[lang]")


def _jumping_focus(tag: Tag, _text: str) -> bool:
    return re.fullmatch(r"\{?\s*[1-9]\d*\s*\}?", tag.attributes.get("tabindex", "")) is not None


@dataclass(frozen=True, slots=True)
class _Rule:
    broken: Callable[[Tag, str], bool]
    severity: Severity
    category: str
    message: str
    fix: str


_RULES = (
    _Rule(
        _no_alt,
        Severity.WARNING,
        "missing-alt",
        "The image has no text alternative: people who use a screen reader hear its file name or nothing.",
        'Add an alt text that says what it shows, or alt="" if it is decoration.',
    ),
    _Rule(
        _mouse_only,
        Severity.ERROR,
        "keyboard-unreachable",
        "Only a mouse can use this: the element takes a click and offers nothing to people who use the keyboard.",
        "Use a button or a link, or add a role, tabindex and a key handler.",
    ),
    _Rule(
        _no_label,
        Severity.WARNING,
        "missing-label",
        "The field has no label: a screen reader cannot say what to enter here.",
        "Tie a label to its id, or give it an aria-label.",
    ),
    _Rule(
        _no_language,
        Severity.WARNING,
        "structure",
        "The page does not say its language: a screen reader reads it with the wrong pronunciation.",
        "Add a lang attribute to the html tag.",
    ),
    _Rule(
        _jumping_focus,
        Severity.WARNING,
        "focus-lost",
        "A positive tabindex pulls this element out of order: the focus jumps where keyboard users do not expect it.",
        "Use tabindex 0 and put the elements in their order in the document.",
    ),
)
