"""What a mode may preset: every known setting is judged, and what is refused says so."""

from typing import Any

import pytest

from orchestrator.modes.load import load_modes
from orchestrator.modes.presets import MODE_SETTINGS, mode_layer
from orchestrator.settings.model import COMMAND_LINE, Layer, merge
from orchestrator.settings.parse import default_layer, known_keys
from orchestrator.values.mode import Mode

# Every group or key of the settings that is no business of a mode. A new setting must be put here or into MODE_SETTINGS.
NOT_OF_A_MODE = {
    "engine": "provider is the word for it in a mode",
    "mode": "a mode does not choose a mode",
    "modes": "nor contain others",
    "models": "names of models belong to the installation",
    "routes": "lenses only",
    "context_windows": "a fact about a model",
    "prices": "a fact about a model",
    "budget": "what a run may cost is the user's to say",
    "replay": "an engine's own",
    "anthropic": "an engine's own: addresses and keys",
    "openai": "an engine's own: addresses and keys",
    "claude": "an engine's own: a program",
    "codex": "an engine's own: a program",
    "gemini": "an engine's own: a program",
    "command": "an engine's own: a program",
    "program_environment": "what programs get to see",
    "exchange": "an engine's own: a folder",
    "capture": "a folder that is written to",
    "mcp": "programs and addresses",
    "checks": "gates run before any reviewer",
    "fix": "fixing is lenses only, and it starts a program",
    "gate": "only the project at the base decides",
    "record": "the project decides where records lie and who must be in them",
    "waves": "lenses only",
    "lens_timeout": "lenses only",
    "fail_on": "the exit code is the caller's",
    "trust": "where policy is read from is decided before modes are read",
}


def presets(settings: Any) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What is preset, and what was said about it behind the key of the mode."""
    entry = {"task": "t", "severities": [{"id": "a", "verdict": "warn"}], "settings": settings}
    modes = load_modes([("f", {"own": entry})], {})
    return dict(modes.modes[0].settings), tuple(said.removeprefix("f: modes.own.settings") for said in modes.warnings)


@pytest.mark.parametrize("key", known_keys())
def test_every_setting_is_judged(key: str) -> None:
    default = known_keys()[key]["default"]
    found, warnings = presets({key: default})
    if key in MODE_SETTINGS:
        assert key.partition(".")[0] not in NOT_OF_A_MODE
        assert (found, warnings) == ({key: default} if default not in ("", []) else {}, ())
    else:
        assert NOT_OF_A_MODE[key.partition(".")[0]]
        assert found == {}
        assert warnings == (f".{key}: a mode may not set this, and it is left out; it belongs beside `modes`",)


def test_every_setting_of_a_mode_exists() -> None:
    assert set(MODE_SETTINGS) <= set(known_keys())


ROWS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"max_tool_calls": 0}, {"max_tool_calls": 0}, ""),
    ({"maxToolCalls": 5}, {"max_tool_calls": 5}, ""),
    ({"ignoredDefaults": False}, {"ignore_defaults": False}, ""),
    ({"ignoreDefaults": False}, {"ignore_defaults": False}, ""),
    ({"ignored": ["a/", "!b"]}, {"ignored": ("a/", "!b")}, ""),
    ({"ignored": "a/, b"}, {"ignored": ("a/", "b")}, ""),
    ({"ignored": ["[x", "a/"]}, {"ignored": ("a/",)}, ".ignored: [x is no pattern of paths and is left out: "),
    ({"ignored": "[x"}, {}, ".ignored: [x is no pattern of paths and is left out: "),
    ({"effort": "low"}, {"reasoning_effort": "low"}, ""),
    ({"reasoningEffort": ""}, {}, ""),
    ({"ignored": []}, {}, ""),
    ({"timeout_ms": ""}, {}, ""),
    ({"model": None}, {}, ""),
    ({"maxToolCalls": 5, "max_tool_calls": 6}, {"max_tool_calls": 5}, ".max_tool_calls: the same setting is preset"),
    ({"max_tool_calls": -1}, {}, ".max_tool_calls: -1 is refused and left out: Calls of reader tools"),
    ({"max_tool_calls": "5"}, {}, ".max_tool_calls: 5 is refused"),
    ({"max_tool_calls": True}, {}, ".max_tool_calls: True is refused"),
    ({"temperature": float("nan")}, {}, ".temperature: nan is refused"),
    ({"source": "svn"}, {}, ".source: svn is refused"),
    ({"language": 7}, {}, ".language: 7 is refused"),
    ({"langauge": "tr"}, {}, ".langauge: there is no such setting, and it is left out; did you mean language?"),
    ({"zzz": 1}, {}, ".zzz: there is no such setting, and it is left out"),
    ({"budget": {"usd": 1}}, {}, ".budget: a mode may not set this"),
    ({"gate": {"engines": ["x"]}}, {}, ".gate: a mode may not set this"),
    ({"anthropic": {"base_url": "http://x"}}, {}, ".anthropic: a mode may not set this"),
]


@pytest.mark.parametrize(("settings", "expected", "warning"), ROWS)
def test_presets(settings: dict[str, Any], expected: dict[str, Any], warning: str) -> None:
    found, warnings = presets(settings)
    assert found == expected
    assert len(warnings) == bool(warning)
    assert "".join(warnings).startswith(warning)


def test_presets_stand_between_the_command_line_and_the_files() -> None:
    mode = Mode(id="own", label="Own", settings={"max_files": 3, "language": "tr"})
    file = Layer("file", {"max_files": 9, "temperature": 0.5})
    settings = merge((Layer(COMMAND_LINE, {"language": "en"}), mode_layer(mode), file, default_layer()))
    assert (settings.number("max_files"), settings.text("language")) == (3, "en")
    assert settings.sources["max_files"] == "mode own"
    assert settings.sources["temperature"] == "file"
