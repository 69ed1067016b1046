"""YAML of policy and settings files: safe, and refusing what two readers could understand in two ways."""

from collections import Counter
from typing import Any

import yaml


class StrictLoader(yaml.SafeLoader):
    """A SafeLoader in which no key may be given twice: a person would trust the first, the parser the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Raises ConstructorError, which is a YAMLError, for a repeated key."""
        keys = Counter(key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode))
        twice = next((key for key, count in keys.items() if count > 1), None)
        if twice is not None:
            raise yaml.constructor.ConstructorError(None, None, f"the key {twice} is given twice", node.start_mark)
        return super().construct_mapping(node, deep)


def load_strict(text: str, loader: type[StrictLoader] = StrictLoader) -> Any:
    """The one document in `text`; raises yaml.YAMLError."""
    return yaml.load(text, Loader=loader)  # noqa: S506 - a safe loader that is only stricter
