"""Places in the text of a YAML file where something can be put without touching what stands there."""

import re
from collections.abc import Iterator

import yaml

_BREAK = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
_TAB = re.compile(r"^ *\t", re.MULTILINE)
FLOW = "it is written in braces, as JSON is"


def why_unfit(text: str) -> str:
    """Why the text of a file, which can be parsed, is not edited; empty when it can be."""
    if _TAB.search(text):
        return "lines are indented with tabs"
    try:
        return next(filter(None, map(_why, yaml.parse(text, Loader=yaml.SafeLoader))), "") or _flow(text)
    except yaml.YAMLError as error:
        # Two parsers read YAML here, and they do not agree on every text.
        return str(getattr(error, "problem", None) or error)


def _why(event: yaml.Event) -> str:
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        return "it uses anchors"
    if isinstance(event, yaml.DocumentStartEvent) and (event.version or event.tags):
        return "it begins with a directive"
    if isinstance(event, yaml.DocumentEndEvent) and event.explicit:
        return "it is ended by `...`"
    return ""


def _flow(text: str) -> str:
    root = compose(text)
    return FLOW if root is not None and root.flow_style else ""


def compose(text: str) -> yaml.MappingNode | None:
    """The mapping at the top of `text`; None when it holds nothing."""
    node = yaml.compose(text, Loader=yaml.SafeLoader)
    return node if isinstance(node, yaml.MappingNode) else None


Pair = tuple[yaml.ScalarNode, yaml.Node]


def entries(node: yaml.Node | None) -> Iterator[Pair]:
    """Key and value of every entry of a mapping whose key is a scalar; nothing for any other node."""
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return ((key, value) for key, value in pairs if isinstance(key, yaml.ScalarNode))


def entry_at(node: yaml.Node | None, name: str) -> Pair | None:
    """The entry whose key is exactly `name`."""
    return next((pair for pair in entries(node) if pair[0].value == name), None)


def is_absent(node: yaml.Node) -> bool:
    """True for the value of a key after which nothing stands."""
    return isinstance(node, yaml.ScalarNode) and node.start_mark.index == node.end_mark.index


def is_block(node: yaml.Node) -> bool:
    """True for a mapping whose entries stand on lines of their own."""
    return isinstance(node, yaml.MappingNode) and not node.flow_style and bool(node.value)


def end_of_content(node: yaml.Node) -> int:
    """The index behind the last character of a node; marks of block collections lie behind the comments after them."""
    if isinstance(node, yaml.MappingNode) and is_block(node):
        return end_of_content(node.value[-1][1])
    if isinstance(node, yaml.SequenceNode) and not node.flow_style and node.value:
        return end_of_content(node.value[-1])
    return int(node.end_mark.index)


def next_line(text: str, index: int) -> int:
    """The index of the first line that begins at or behind `index`; the length of the text when there is none."""
    if index > 0 and _BREAK.fullmatch(text[index - 1]):
        return index
    found = _BREAK.search(text, index)
    return found.end() if found else len(text)


def line_end(text: str) -> str:
    """The line end that `text` uses first."""
    found = _BREAK.search(text)
    return found[0] if found and found[0] in {"\r\n", "\r"} else "\n"


def insert(text: str, parts: list[tuple[int, str]]) -> str:
    """`text` with whole lines put in before the lines at the given indices, in the line ends of `text`.

    What is put in at the same index keeps its order.
    """
    end, done, last = line_end(text), "", 0
    for index, lines in sorted(parts, key=lambda part: part[0]):
        done += text[last:index]
        if done and not _BREAK.fullmatch(done[-1]):
            done += end
        done += lines.replace("\n", end)
        last = index
    return done + text[last:]
