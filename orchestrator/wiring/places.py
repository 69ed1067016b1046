"""Where the tool keeps what belongs to the user: settings, and state that is never inside a repository."""

import os
from collections.abc import Mapping
from pathlib import Path

import platformdirs

HOME = "CODE_REVIEW_HOME"


def settings_file(environ: Mapping[str, str] | None = None) -> Path:
    """Where the user's settings are looked for: `config.yaml`, or `config.json` where only that exists."""
    home = _home(environ)
    folder = home or platformdirs.user_config_path("code-review")
    as_json = folder / "config.json"
    return as_json if as_json.exists() and not (folder / "config.yaml").exists() else folder / "config.yaml"


def state_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Below `$CODE_REVIEW_HOME`, else the platform's folder for state."""
    home = _home(environ)
    return home / "state" if home else platformdirs.user_state_path("code-review")


def _home(environ: Mapping[str, str] | None) -> Path | None:
    named = (os.environ if environ is None else environ).get(HOME, "")
    return Path(named) if named.strip() else None
