"""JSON Schemas, one per published contract. In: a name. Out: the schema as data."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def load_schema(name: str) -> Mapping[str, Any]:
    """The schema `<name>.json` of this package; read once, not to be changed. Raises FileNotFoundError."""
    schema: Mapping[str, Any] = json.loads(files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8"))
    return schema
