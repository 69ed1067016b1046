"""Accessibility of markup: names, labels and keyboard access that can be told from one tag."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.kinds import has_suffix
from orchestrator.engines.offline.detectors.markup_tags import Tag, tags, visible
from orchestrator.engines.offline.detectors.mouse_only import mouse_only
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_SPREAD = re.compile(r"\{\s*\.\.\.|\bv-bind\s*=|\$\$(?:rest)?[pP]rops")
_UNLABELLED = frozenset({"hidden", "submit", "button", "reset", "image"})
# Elements that label the field they hold.
_LABELLING = ("label", "mat-form-field")
# Where a name with a capital is a component, which knows its own labels, roles and keys.
_COMPONENT_FILES = (".jsx", ".tsx", ".vue", ".svelte")


def find_markup(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Each rule on each tag of which a line was added."""
    for file in files:
        text = visible(file.path, view.text(file.path))
        has_components = has_suffix(file.path, _COMPONENT_FILES)
        for tag in tags(text):
            if has_components and text[tag.at + 1].isupper():
                continue
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
                        confidence=rule.confidence,
                        category=rule.category,
                        message=rule.message,
                        fix=rule.fix,
                    )


def _no_alt(tag: Tag, _text: str) -> bool:
    return (
        tag.name == "img"
        and not tag.has("alt", "aria-hidden")
        and tag.attributes.get("role") not in {"presentation", "none"}
    )


def _no_label(tag: Tag, text: str) -> bool:
    if tag.name not in {"input", "select", "textarea"} or tag.attributes.get("type", "").lower() in _UNLABELLED:
        return False
    if tag.has("aria-label", "aria-labelledby", "title", "hidden"):
        return False
    name = tag.attributes.get("id", "")
    if name and re.search(rf"(?:for|htmlfor)\s*=\s*[\"'{{]*{re.escape(name)}\b", text, re.IGNORECASE):
        return False
    before = text[: tag.at].lower()
    wrapped = any(before.rfind(f"<{one}") > before.rfind(f"</{one}") for one in _LABELLING)
    return not wrapped and not name.startswith("{")


def _no_language(tag: Tag, _text: str) -> bool:
    return tag.name == "html" and not tag.has("lang", "xml:lang")


def _jumping_focus(tag: Tag, _text: str) -> bool:
    return re.fullmatch(r"\{?\s*[1-9]\d*\s*\}?", tag.attributes.get("tabindex", "")) is not None


@dataclass(frozen=True, slots=True)
class _Rule:
    broken: Callable[[Tag, str], bool]
    severity: Severity
    category: str
    message: str
    fix: str
    confidence: Confidence = Confidence.HIGH


_RULES = (
    _Rule(
        _no_alt,
        Severity.WARNING,
        "missing-alt",
        "The image has no text alternative: people who use a screen reader hear its file name or nothing.",
        'Add an alt text that says what it shows, or alt="" if it is decoration.',
    ),
    _Rule(
        mouse_only,
        Severity.WARNING,
        "keyboard-unreachable",
        "Only a mouse can use this: the element takes a click and offers nothing to people who use the keyboard.",
        "Use a button or a link, or add a role, tabindex and a key handler.",
        # One tag does not show whether keys are handled further out, as a list or a dialog does for its parts.
        Confidence.MEDIUM,
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
