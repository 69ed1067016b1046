"""YAML of policy and settings files: safe, and refusing what two readers could understand in two ways."""

from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    _Fast = yaml.SafeLoader
else:
    # The library may have been built without it.
    _Fast = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class StrictLoader(yaml.SafeLoader):
    """A SafeLoader in which no key may be given twice: a person would trust the first, the parser the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Raises ConstructorError, which is a YAMLError, for a repeated key."""
        _refuse_twice(node)
        return super().construct_mapping(node, deep)


class _FastLoader(_Fast):
    """The same on top of the parser in C, about ten times as fast."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """As above."""
        _refuse_twice(node)
        return super().construct_mapping(node, deep)


def _refuse_twice(node: yaml.MappingNode) -> None:
    seen: set[str] = set()
    for key, _ in node.value:
        if isinstance(key, yaml.ScalarNode):
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key.value} is given twice", key.start_mark
                )
            seen.add(key.value)


def load_strict(text: str, loader: type[StrictLoader] = StrictLoader) -> Any:
    """The one document in `text`; raises yaml.YAMLError."""
    return yaml.load(text, Loader=loader)  # noqa: S506 - a safe loader that is only stricter


def load_fast(text: str) -> Any:
    """As `load_strict`, for files that every command reads. What the fast parser refuses is left to the other one."""
    try:
        return yaml.load(text, Loader=_FastLoader)  # noqa: S506 - as above
    except (yaml.YAMLError, ValueError):
        return load_strict(text)
