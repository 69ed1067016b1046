"""JSON Schemas, one per published contract, and the one way to get at them."""

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema.protocols import Validator


@cache
def load_schema(name: str) -> dict[str, Any]:
    """The schema `<name>.json` of this package; raises FileNotFoundError for a name that is not published.

    Every call returns the same object: read it, do not change it.
    """
    schema: dict[str, Any] = json.loads(files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8"))
    return schema


@cache
def validator(name: str) -> "Validator":
    """A compiled validator for the schema `name`, built once; its `iter_errors(data)` lists every breach."""
    # Imported late: most commands never validate anything, and this import alone costs as much as starting Python.
    from jsonschema import Draft202012Validator  # noqa: PLC0415

    return Draft202012Validator(load_schema(name))
