"""Elements that only a mouse can use, told apart from those whose click is a convenience beside another way."""

import re

from orchestrator.engines.offline.detectors.markup_tags import Tag, content

_CLICKS = ("onclick", "@click", "v-on:click", "on:click", "(click)", "@onclick")
_KEYS = re.compile(r"on:?key(?:down|up|press)|@key(?:down|up|press)|v-on:key|\(key(?:down|up)|@onkey", re.IGNORECASE)
_PASSIVE = frozenset({"div", "span", "li", "p", "td", "tr", "section", "article", "img", "ul"})
# A handler that only keeps the click from others does nothing that a key would have to do.
_ONLY_STOPS = re.compile(
    r"^\W*(?:\(?\w*\)?\s*=>)?\s*\{?\s*(?:\w+\.(?:stopPropagation|preventDefault|stopImmediatePropagation)\(\)\s*;?\s*|return false;?)*\W*$"
)
# The composite around them moves through these with the arrow keys.
_PARTS = frozenset({"option", "menuitem", "tab", "treeitem", "gridcell", "row", "presentation", "none", "listbox"})
_BEHIND = re.compile(r"\bclass(?:name)?\s*=[^>]*?(?:mask|overlay|backdrop|background|scrim|\bbg\b)", re.IGNORECASE)
_HOVER = re.compile(r"(?:@|v-on:|on:?|\(|@on)mouse(?:enter|over|move)\b", re.IGNORECASE)
# Whatever a key can reach inside, or content that is only known elsewhere.
_REACHABLE = re.compile(
    r"<(?:button|a|input|select|textarea|label|summary|slot|ng-content|router-link|iframe|video|audio)\b|\btabindex\b|\bcontenteditable\b"
    r"|<[\w.-]*(?:button|btn|input|field|select|complete|link|checkbox|radio|switch|slider|thumb|picker|editor|menu|anchor)[\w.-]*"
    r"|\{\s*(?:(?:this\.)?props\.)?children\b|\{@render|\brole=[\"'](?:button|link)",
    re.IGNORECASE,
)


def mouse_only(tag: Tag, text: str) -> bool:
    """True for a passive element with a handler for clicks, where nothing at it or in it can be used from the keyboard."""
    if tag.name not in _PASSIVE or _KEYS.search(tag.text) or tag.has("aria-hidden"):
        return False
    clicks = [(name, value) for name, value in tag.attributes.items() if name.split(".")[0] in _CLICKS]
    if not any(_acts(name, value) for name, value in clicks):
        return False
    if tag.has("tabindex") and tag.has("role"):
        return False
    inside = content(tag, text)
    return not (_is_part(tag) or _is_backdrop(tag, inside) or _REACHABLE.search(inside))


def _acts(name: str, value: str) -> bool:
    """True when the handler does something of its own; `.self` marks a click beside the content, to close it."""
    return ".self" not in name and not _ONLY_STOPS.match(value)


def _is_part(tag: Tag) -> bool:
    """True for a part of a composite, which gets its focus and its keys from there."""
    managed = tag.attributes.get("tabindex") == "-1" or tag.attributes.get("role", "") in _PARTS
    return managed or _HOVER.search(tag.text) is not None


def _is_backdrop(tag: Tag, inside: str) -> bool:
    return not inside.strip() and _BEHIND.search(tag.text) is not None
