"""`code-review config`: the settings in force, their files, and consent to what they start."""

from collections.abc import Sequence
from typing import Annotated

import typer

from orchestrator.cli.config_check import check
from orchestrator.cli.config_set import set_setting
from orchestrator.cli.opened import opened
from orchestrator.cli.output import print_json, print_text
from orchestrator.cli.trust import trust, untrust
from orchestrator.modes.part import plain
from orchestrator.schemas import load_schema
from orchestrator.settings.parse import MODES, known_keys
from orchestrator.wiring.session import user_settings_path
from orchestrator.wiring.shown import Shown, masked, shown, shown_modes

config_app = typer.Typer(
    help="Show, check and change settings, and agree to those of a project that start something.",
    rich_markup_mode=None,
)
config_app.command("check")(check)
config_app.command("set")(set_setting)
config_app.command("trust")(trust)
config_app.command("untrust")(untrust)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
NO_MODES = "what the built-in modes say"


@config_app.command("show")
def show(as_json: Json = False) -> int:
    """Print every setting with its value and its source."""
    settings = opened({}).settings
    rows = shown(settings)
    if as_json:
        found = {row.key: {"value": row.value, "source": row.source, "is_default": row.is_default} for row in rows}
        modes = {"value": masked(MODES, plain(settings.values[MODES])), "source": settings.sources[MODES]}
        print_json(dict(sorted({**found, MODES: {**modes, "is_default": not shown_modes(settings)}}.items())))
    else:
        print_text(_table((*rows, *shown_modes(settings))))
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


@config_app.command("schema")
def schema() -> int:
    """Print the JSON Schema of a settings file, for editors that complete and check while you type."""
    print_json(load_schema("settings"))
    return 0


def _table(rows: Sequence[Shown]) -> str:
    cells = [("key", "value", "source"), *((row.key, row.text, _source(row)) for row in rows)]
    if not any(row.key.startswith(f"{MODES}.") for row in rows):
        cells.append((MODES, NO_MODES, ""))
    widths = [max(len(cell[column]) for cell in cells) for column in range(2)]
    return "".join(
        f"{key:<{widths[0]}}  {value:<{widths[1]}}  {source}".rstrip() + "\n" for key, value, source in cells
    )


def _source(row: Shown) -> str:
    """A file that was made for somebody says mostly what the release says: what differs must catch the eye."""
    return f"{row.source} (the default)" if row.is_default and row.source != "defaults" else row.source
