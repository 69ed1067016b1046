"""Arguments of a call of a review tool, read without guessing: everything that is wrong with them is said at once."""

import json
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from orchestrator.findings.quotes import clean_text
from orchestrator.values.turn import ToolCall

SHOWN = 60
"""Characters of a value or a name that an answer repeats."""


class BadCallError(ValueError):
    """The call cannot be used; `problems` holds one line for each reason."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


def parse(call: ToolCall) -> Mapping[str, Any]:
    """The arguments of `call` as an object; nothing at all is an empty one. Raises BadCallError."""
    if not call.arguments.strip():
        return {}
    try:
        value = json.loads(call.arguments, object_pairs_hook=_unique)
    except BadCallError:
        raise
    except (ValueError, RecursionError) as error:
        raise BadCallError([f"the arguments of {call.name} are not JSON: {str(error)[:200]}"]) from error
    if not isinstance(value, dict):
        raise BadCallError([f"the arguments of {call.name} must be one JSON object"])
    return value


def strange(arguments: Mapping[str, Any], known: Iterable[str], tool: str) -> list[str]:
    """One line for each argument that `tool` does not take."""
    names = tuple(known)
    return [_unknown(name, names, tool) for name in arguments if name not in names]


def text_of(arguments: Mapping[str, Any], name: str, limit: int, problems: list[str], *, required: bool) -> str:
    """The text `name`, cleaned of control characters, empty when there is none; what is wrong is added to `problems`."""
    value = arguments.get(name)
    if value is None:
        problems += [f"{name} is missing"] if required else []
        return ""
    if not isinstance(value, str):
        problems.append(f"{name} must be a text")
        return ""
    text = clean_text(value).rstrip()
    if len(text) > limit:
        problems.append(f"{name} has {len(text)} characters, at most {limit} are taken")
    if required and not text.strip():
        problems.append(f"{name} is blank")
    return text if text.strip() else ""


def shown(value: object) -> str:
    """The beginning of a value that cannot be used."""
    return repr(value if isinstance(value, str | int | float) else type(value).__name__)[:SHOWN]


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    twice = [name for number, (name, _) in enumerate(pairs) if name in {other for other, _ in pairs[:number]}]
    if twice:
        raise BadCallError(f"{shown(name)} is given twice" for name in dict.fromkeys(twice))
    found.update(pairs)
    return found


def _unknown(name: str, known: tuple[str, ...], tool: str) -> str:
    if not known:
        return f"{tool} takes no arguments, and {shown(name)} was given"
    near = get_close_matches(name, known, 1)
    meant = f"; did you mean {near[0]}?" if near else f"; it takes {', '.join(known)}"
    return f"{tool} takes no {shown(name)}{meant}"
