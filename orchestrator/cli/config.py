"""`code-review config`: the settings in force, where each value comes from, and consent to what they start."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from orchestrator.cli.output import print_json, print_text
from orchestrator.cli.trust import trust, untrust
from orchestrator.redaction import MASK, redact
from orchestrator.settings.model import Settings
from orchestrator.settings.parse import known_keys
from orchestrator.wiring.session import open_session, user_settings_path

config_app = typer.Typer(
    help="Show the settings in force and where each comes from, and agree to those that start something.",
    rich_markup_mode=None,
)
config_app.command("trust")(trust)
config_app.command("untrust")(untrust)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@config_app.command("show")
def show(as_json: Json = False) -> int:
    """Print every setting with its value and its source."""
    settings = open_session(Path.cwd(), {}).settings
    if as_json:
        print_json(
            {
                key: {"value": _plain(_masked(key, value)), "source": settings.sources[key]}
                for key, value in settings.values.items()
            }
        )
    else:
        print_text(_table(settings))
    return 0


@config_app.command("path")
def path(as_json: Json = False) -> int:
    """Print where the user settings file is looked for."""
    where = user_settings_path()
    if as_json:
        print_json({"path": str(where), "exists": where.is_file()})
    else:
        print_text(f"{where}{'' if where.is_file() else '  (does not exist)'}\n")
    return 0


@config_app.command("keys")
def keys(as_json: Json = False) -> int:
    """Print every key with its default and its meaning."""
    rows = {
        key: {"default": schema["default"], "description": schema["description"]}
        for key, schema in known_keys().items()
    }
    if as_json:
        print_json(rows)
    else:
        print_text(
            "".join(f"{key}\n    {row['description']} Default: {row['default']!r}\n" for key, row in rows.items())
        )
    return 0


def _table(settings: Settings) -> str:
    rows = [(key, _shown(_masked(key, value)), settings.sources[key]) for key, value in settings.values.items()]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    return "".join(_row(row, widths) for row in [("key", "value", "source"), *rows])


def _row(row: Sequence[str], widths: Sequence[int]) -> str:
    return f"{row[0]:<{widths[0]}}  {row[1]:<{widths[1]}}  {row[2]}\n"


def _masked(key: str, value: object) -> object:
    """What people paste into reports: values of headers and secrets in command lines are not in it."""
    if key.endswith(".headers") and isinstance(value, Mapping):
        return {str(name): MASK for name in value}
    return redact(value)[0] if key.endswith(".key_command") and isinstance(value, str) else value


def _plain(value: object) -> object:
    """Mappings as dictionaries, for JSON."""
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        return json.dumps(_plain(value))
    if isinstance(value, tuple):
        return ", ".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value) or '""'
