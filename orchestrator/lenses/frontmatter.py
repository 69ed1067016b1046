"""The YAML block at the top of a lens file, read with line numbers and without guessing types."""

from collections.abc import Sequence

import yaml

from orchestrator.lenses.source import Entry, Source

FENCE = "---"


def read_front_matter(lines: Sequence[str], source: Source) -> tuple[dict[str, Entry], int]:
    """The entries in file order, and the index of the first body line.

    Scalars keep their spelling (`no` stays `no`). Raises PolicyError for a block that is missing, not closed, not a
    mapping, not YAML, or that gives a key twice, which YAML itself would let the last one win.
    """
    if not lines or lines[0].rstrip() != FENCE:
        raise source.error(1, "the file does not start with front matter", f"begin it with a line {FENCE}")
    closing = next((index for index, line in enumerate(lines[1:], 1) if line.rstrip() == FENCE), None)
    if closing is None:
        raise source.error(1, "the front matter is not closed", f"end it with a line {FENCE}")
    # The opening fence stays in front, as the document start it is, so that YAML counts lines as the file does.
    node = _compose("\n".join(lines[:closing]), source)
    if not isinstance(node, yaml.MappingNode):
        raise source.error(2, "the front matter is not a list of `key: value` lines")
    entries: dict[str, Entry] = {}
    for key, value in node.value:
        name, line = str(key.value), key.start_mark.line + 1
        if name in entries:
            raise source.error(line, f"{name} is given twice, first on line {entries[name].line}")
        entries[name] = _entry(value, line, source)
    return entries, closing + 1


def _compose(text: str, source: Source) -> yaml.Node | None:
    try:
        return yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise source.error(line, f"not YAML: {error.problem}", "quote a value that holds a colon") from error
    except yaml.YAMLError as error:
        raise source.error(1, f"not YAML: {str(error).splitlines()[0]}") from error


def _entry(value: yaml.Node, line: int, source: Source) -> Entry:
    if isinstance(value, yaml.ScalarNode):
        text = str(value.value).strip()
        return Entry(text, line, tuple(part for item in text.split(",") if (part := item.strip())))
    if isinstance(value, yaml.SequenceNode) and all(isinstance(item, yaml.ScalarNode) for item in value.value):
        items = tuple(str(item.value).strip() for item in value.value)
        return Entry(", ".join(items), line, items)
    raise source.error(line, "the value is neither text nor a list of texts")
