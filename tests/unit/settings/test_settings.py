"""Settings: precedence, sources, and errors that name the key."""

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
import yaml

from orchestrator.errors import ConfigurationError
from orchestrator.schemas import load_schema
from orchestrator.settings.model import COMMAND_LINE, Layer, merge
from orchestrator.settings.parse import default_layer, known_keys, not_yaml, parse_layer
from orchestrator.strict_yaml import load_fast, load_strict


def test_the_strongest_layer_wins_and_its_source_is_kept() -> None:
    project = parse_layer("engine: offline\nwaves:\n  max_parallel: 3\n", "project")
    settings = merge((Layer(COMMAND_LINE, {"engine": "replay"}), project, default_layer()))
    assert settings.text("engine") == "replay"
    assert settings.number("waves.max_parallel") == 3
    assert settings.sources["engine"] == COMMAND_LINE
    assert settings.sources["waves.max_parallel"] == "project"
    assert settings.sources["fail_on"] == "defaults"


def test_an_empty_value_presets_nothing() -> None:
    user = Layer("user", {"engine": "offline", "gate.engines": ("claude",)})
    settings = merge((parse_layer('engine: ""\ngate: {engines: []}', "project"), user, default_layer()))
    assert settings.text("engine") == "offline"
    assert settings.names("gate.engines") == ("claude",)


def test_json_is_read_as_well() -> None:
    assert parse_layer(json.dumps({"fail_on": "never"}), "config.json").values == {"fail_on": "never"}


@pytest.mark.parametrize("text", ["", "# only a comment\n", "{}"])
def test_an_empty_file_sets_nothing(text: str) -> None:
    assert parse_layer(text, "f").values == {}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("engin: offline", "unknown key engin"),
        ("waves: {max_paralel: 2}", "unknown key waves.max_paralel"),
        ("waves: 3", "unknown key waves"),
        ("waves: {max_parallel: 0}", "waves.max_parallel"),
        ("fail_on: sometimes", "fail_on"),
        ("checks: {static_analysis: 'yes'}", "checks.static_analysis"),
        ("- a\n- b", "must be a mapping"),
        ("engine: offline\nengine: replay", "engine is given twice"),
        ("lens_timeout: .nan", "lens_timeout: nan is not a number"),
        ("lens_timeout: .inf", "lens_timeout: inf is not a number"),
        ("engine: [", "not valid YAML"),
        ("engine: !!python/object:os.system {}", "not valid YAML"),
    ],
)
def test_a_broken_file_names_itself_and_the_key(text: str, reason: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse_layer(text, "some/config.yaml")
    assert "some/config.yaml" in caught.value.reason
    assert reason in caught.value.reason


@pytest.mark.parametrize("read", [load_strict, load_fast])
def test_a_key_that_is_given_twice_is_named_with_its_line(read: Callable[[str], object]) -> None:
    text = "max_files: 1\nbudget:\n  usd: 1\n\n  usd: 2\n"
    with pytest.raises(yaml.YAMLError) as caught:
        read(text)
    assert not_yaml(caught.value, "f") == "f:5: not valid YAML: the key usd is given twice"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("record: {folder: ../x}", "f: record.folder: it is a path below the top of the repository"),
        ("record: {roles: ['a b']}", "f: record.roles: a role has 1 to 64 letters"),
        ("anthropic: {key_env: a-b}", "f: anthropic.key_env: is not of the form"),
    ],
)
def test_a_form_is_said_in_words_where_it_is_hard_to_read(text: str, said: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse_layer(text, "f")
    assert caught.value.reason.startswith(said)


def test_an_unknown_key_gets_the_nearest_known_one() -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse_layer("gate: {accept_ofline: true}", "f")
    assert caught.value.hint == "did you mean gate.accept_offline?"


def test_the_published_schema_accepts_its_own_defaults_and_describes_every_key() -> None:
    schema = load_schema("settings")
    jsonschema.Draft202012Validator.check_schema(schema)
    assert all("default" in part and part["description"] for part in known_keys().values())


def test_every_key_is_in_the_documentation() -> None:
    page = Path("docs/settings.md").read_text(encoding="utf-8")
    assert [key for key in known_keys() if f"`{key}`" not in page] == []
