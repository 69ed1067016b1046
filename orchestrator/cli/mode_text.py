"""One mode for a person and for a program: everything that it decides."""

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from orchestrator.values.mode import Mode

_WIDTH = 100


def mode_object(mode: Mode) -> dict[str, Any]:
    """The mode as it is in force, in the keys of a settings file, with its id and its source."""
    return {
        "id": mode.id,
        "label": mode.label,
        "aliases": list(mode.aliases),
        "enabled": mode.enabled,
        "description": mode.description,
        "source": mode.source,
        "system_prompt": mode.system_prompt,
        "task": mode.task,
        "categories": list(mode.categories),
        "fields": [
            {
                "key": field.key,
                "label": field.label,
                "required": field.required,
                "block": field.block,
                "guide": field.guide,
            }
            for field in mode.fields
        ],
        "severities": [
            {
                "id": one.id,
                "label": one.label,
                "tone": one.tone.value,
                "verdict": one.force.value,
                "meaning": one.meaning,
            }
            for one in mode.severities
        ],
        "verdicts": dict(mode.verdicts),
        "settings": dict(mode.settings),
    }


def mode_text(mode: Mode) -> str:
    """The mode as one page of text."""
    return "\n".join(_lines(mode)) + "\n"


def _lines(mode: Mode) -> Iterator[str]:
    yield f"{mode.id}: {mode.label}{'' if mode.enabled else ' (switched off)'}"
    yield from _indented(mode.description)
    yield f"  aliases: {', '.join(mode.aliases) or 'none'}; read from: {mode.source}"
    yield from ("", "Fields of a finding")
    for field in mode.fields:
        need = "required" if field.required else "optional"
        label = f", shown as {field.label}" if field.label else ""
        yield f"  {field.key}: {need}{', quoted as code' if field.block else ''}{label}"
        yield from _indented(field.guide, "    ")
    yield from ("", "Severities")
    for one in mode.severities:
        named = "" if one.label == one.id else f", shown as {one.label}"
        yield f"  {one.id}: forces {one.force.value}, drawn as {one.tone.value}{named}"
        yield from _indented(one.meaning, "    ")
    yield from ("", "Verdicts", *_pairs(mode.verdicts.items()))
    yield from ("", "Categories", *_indented(", ".join(mode.categories) or "none; a finding states none"))
    yield from ("", "Settings", *(_pairs(mode.settings.items()) or ["  none of its own"]))
    yield from ("", "Prompt", "", mode.system_prompt)
    yield from (("", "Task", "", mode.task) if mode.task else ())


def _pairs(items: Iterable[tuple[str, object]]) -> list[str]:
    return [f"  {name}: {_shown(value)}" for name, value in items]


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _indented(text: str, indent: str = "  ") -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent)
