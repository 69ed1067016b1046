"""Values that surely fit their schema, found without the validator: importing that costs more than reading a file."""

import re
from collections.abc import Callable, Mapping
from typing import Any

_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}
_CHECKS: Mapping[str, Callable[[Any, Any], bool]] = {
    "type": lambda value, kinds: any(_TYPES[kind](value) for kind in ([kinds] if isinstance(kinds, str) else kinds)),
    # False equals 0 here, and is another value there.
    "enum": lambda value, offered: any(type(one) is type(value) and one == value for one in offered),
    "minimum": lambda value, bound: isinstance(value, int | float) and value >= bound,
    "maximum": lambda value, bound: isinstance(value, int | float) and value <= bound,
    "exclusiveMinimum": lambda value, bound: isinstance(value, int | float) and value > bound,
    "minLength": lambda value, bound: isinstance(value, str) and len(value) >= bound,
    "pattern": lambda value, form: isinstance(value, str) and re.search(form, value) is not None,
    "items": lambda value, schema: not isinstance(value, list) or all(surely_fits(one, schema) for one in value),
    "additionalProperties": lambda value, schema: (
        isinstance(schema, Mapping)
        and isinstance(value, dict)
        and all(surely_fits(one, schema) for one in value.values())
    ),
}
_SAYING_NOTHING = frozenset({"default", "description", "examples", "x-form"})


def surely_fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """True when `schema` allows `value`; False when it does not, or when it says something that is not known here."""
    if "default" in schema and value == schema["default"] and type(value) is type(schema["default"]):
        return True
    return all(
        name in _SAYING_NOTHING or (name in _CHECKS and _CHECKS[name](value, wanted)) for name, wanted in schema.items()
    )
