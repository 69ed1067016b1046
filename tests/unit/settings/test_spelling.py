"""Every key in camelCase, in snake_case and under its old names, in files and on the command line."""

import re
from collections.abc import Mapping
from typing import Any

import jsonschema
import pytest

from orchestrator.errors import ConfigurationError, UsageError
from orchestrator.settings.aliases import OLD_NAMES, canonical
from orchestrator.settings.assign import parse_assignments
from orchestrator.settings.fits import surely_fits
from orchestrator.settings.model import COMMAND_LINE, Layer, merge, preset
from orchestrator.settings.parse import default_layer, known_keys, parse_layer


def camel(key: str) -> str:
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), key)


def test_every_key_is_understood_in_both_spellings() -> None:
    assert [key for key in known_keys() if canonical(camel(key)) != key] == []
    assert [key for key in known_keys() if canonical(key) != key] == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("maxToolCalls: 5", {"max_tool_calls": 5}),
        ("checks: {staticAnalysis: false, tool_timeout: 3}", {"checks.static_analysis": False, "checks.tool_timeout": 3}),
        ("openai: {baseURL: 'http://a', models: {opus: x}}", {"openai.base_url": "http://a", "openai.models.opus": "x"}),
        ("ignoredDefaults: false", {"ignore_defaults": False}),
        ("ignoreDefaults: false", {"ignore_defaults": False}),
        ("effort: low", {"reasoning_effort": "low"}),
        ("reasoningEffort: off", {"reasoning_effort": "off"}),
        ("notifyAgent: off", {"notify_agent": "off"}),
        ("checks: {pipeline: off}", {"checks.pipeline": False}),
        ("tools: {enabled: false, maxCalls: 2, max_read_bytes: 9, maxSearchResults: 1}",
         {"project_access": False, "max_tool_calls": 2, "max_read_bytes": 9, "max_search_results": 1}),
        ("models.opus: x", {"models.opus": "x"}),
        ("budget:\nwaves:\n", {}),
        ("ignored: 'dist/, x/'", {"ignored": ("dist/", "x/")}),
        ("ignored: |\n  dist/\n  !x/\n\n", {"ignored": ("dist/", "!x/")}),
        ("ignored: [dist/, 'a,b']", {"ignored": ("dist/", "a,b")}),
        ("routes: {namingReview: offline}", {"routes": {"namingReview": "offline"}}),
        ("prices: {aModel: {input: 1, output: 2}}", {"prices": {"aModel": {"input": 1, "output": 2}}}),
    ],
)  # fmt: skip
def test_a_file_is_read_in_any_spelling(text: str, values: Mapping[str, object]) -> None:
    assert dict(parse_layer(text, "f").values) == values


def test_modes_keep_their_ids_and_get_their_keys_in_one_spelling() -> None:
    text = "modes:\n  mySpell: {systemPrompt: a, settings: {maxFiles: 3, effort: low, ignored: 'a,b', nobodyKnows: 1}}\n  cr:\n"
    modes = parse_layer(text, "f").values["modes"]
    settings = {"max_files": 3, "reasoning_effort": "low", "ignored": ("a", "b"), "nobodyKnows": 1}
    assert modes == {"mySpell": {"system_prompt": "a", "settings": settings}, "cr": None}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("max_files: 1\nmaxFiles: 2", "max_files and maxFiles are the same setting"),
        ("ignoreDefaults: true\nignoredDefaults: true", "ignoreDefaults and ignoredDefaults are the same setting"),
        ("effort: low\nreasoning_effort: low", "effort and reasoning_effort are the same setting"),
        ("tools: {enabled: true}\nproject_access: true", "tools.enabled and project_access are the same setting"),
        ("models: {opus: x}\nmodels.opus: y", "models.opus and models.opus are the same setting"),
        ("modes: {cr: {systemPrompt: a, system_prompt: b}}", "modes.cr: systemPrompt and system_prompt are the same"),
        ("modes: {cr: {settings: {effort: a, reasoningEffort: b}}}", "effort and reasoningEffort are the same key"),
    ],
)
def test_one_key_in_two_spellings_names_both(text: str, names: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse_layer(text, "some/file")
    assert names in caught.value.reason
    assert "some/file" in caught.value.reason


@pytest.mark.parametrize(
    ("text", "written", "near"),
    [
        ("maxToolCals: 1", "maxToolCals", "max_tool_calls"),
        ("checks: {toolTimeot: 1}", "checks.toolTimeot", "checks.tool_timeout"),
        ("MaxFiles: 1", "MaxFiles", "max_files"),
        ("tools: {max_cals: 1}", "tools.max_cals", "max_tool_calls"),
    ],
)
def test_what_nobody_knows_is_named_as_it_is_written(text: str, written: str, near: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse_layer(text, "f")
    assert caught.value.reason == f"f: unknown key {written}"
    assert caught.value.hint.startswith(("did you mean", "see"))
    assert near in caught.value.hint or written.startswith("tools")


@pytest.mark.parametrize(
    ("pairs", "values"),
    [
        (("max_files=3",), {"max_files": 3}),
        (("maxFiles=3", "max_files=4"), {"max_files": 4}),
        (("ignored=!dist/,x/",), {"ignored": ("!dist/", "x/")}),
        (("ignored=[a, b]",), {"ignored": ("a", "b")}),
        (("ignored=*.js",), {"ignored": ("*.js",)}),
        (("ignored=[*.js]",), {"ignored": ("*.js",)}),
        (("ignored=[*.py, b/, ]",), {"ignored": ("*.py", "b/")}),
        (("ignored=[!dist/, 'a,b', \"*c\"]",), {"ignored": ("!dist/", "a,b", "*c")}),
        (("ignored=[[ab]*.js, c]",), {"ignored": ("[ab]*.js", "c")}),
        (("ignored=[ab].js, [c]",), {"ignored": ("[ab].js", "[c]")}),
        (("ignored=[1, 2]",), {"ignored": ("1", "2")}),
        (("command.argv=[%x, -y]",), {"command.argv": ("%x", "-y")}),
        (("modes.cr.settings.ignored=[*.js]",), {"modes": {"cr": {"settings": {"ignored": ("*.js",)}}}}),
        (("max_files=", "source=", "mode=", "git_rev="), {}),
        (("max_files=3", "max_files="), {}),
        (("modes.cr.settings.max_files=",), {"modes": {"cr": {"settings": {"max_files": None}}}}),
        (("ignoredDefaults=false",), {"ignore_defaults": False}),
        (("reasoningEffort=off",), {"reasoning_effort": "off"}),
        (("notify_agent=off",), {"notify_agent": "off"}),
        (("model=1234",), {"model": "1234"}),
        (("git_rev=HEAD~1",), {"git_rev": "HEAD~1"}),
        (("git_rev=1e5",), {"git_rev": "1e5"}),
        (("language=no",), {"language": "no"}),
        (("language=",), {"language": ""}),
        (("model=a=b",), {"model": "a=b"}),
        (("temperature=1",), {"temperature": 1}),
        (("checks.pipeline=off",), {"checks.pipeline": False}),
        (("gate.engines=[claude]",), {"gate.engines": ("claude",)}),
        (("routes.naming-review=offline", "routes.doc-review=claude"),
         {"routes": {"naming-review": "offline", "doc-review": "claude"}}),
        (("context_windows.gpt-5.1=9000",), {"context_windows": {"gpt-5.1": 9000}}),
        (("prices.gpt-5.1.input=1", "prices.gpt-5.1.output=2.5"), {"prices": {"gpt-5.1": {"input": 1, "output": 2.5}}}),
        (("modes.cr.settings.max_files=3", "modes.cr.settings.reasoningEffort=off", "modes.cr.enabled=true",
          "modes.cr.label=7", "modes.cr.aliases=[x, y]"),
         {"modes": {"cr": {"settings": {"max_files": 3, "reasoning_effort": "off"}, "enabled": True, "label": "7",
                           "aliases": ("x", "y")}}}),
    ],
)  # fmt: skip
def test_assignments(pairs: tuple[str, ...], values: Mapping[str, object]) -> None:
    assert dict(parse_assignments(pairs)) == values


@pytest.mark.parametrize(
    ("pair", "reason", "hint"),
    [
        ("max_files", "no key=value", "for example"),
        ("=3", "no key=value", "for example"),
        ("maxFils=3", "unknown key maxFils", "did you mean max_files?"),
        ("modes.cr.settings.maxFils=3", "unknown key maxFils", "did you mean max_files?"),
        ("modes.cr.settings.max_files=many", "modes.cr.settings: max_files", "Files"),
        ("budget=3", "budget is a group of settings", "budget.usd"),
        ("max_files=many", "max_files: 'many' is not of type 'integer'", "Files"),
        ("max_files=0", "max_files: 0 is less than the minimum", "Files"),
        ("ignore_defaults=perhaps", "ignore_defaults", "built-in"),
        ("engine.x=1", "unknown key engine.x", ""),
        ("routes.=offline", "unknown key routes.", ""),
        ("temperature=.nan", "temperature: nan is not a number", ""),
        ("routes.naming-review=", "routes: '' should be non-empty", ""),
        ("modes.own=[1]", "modes: [1] is not of type", ""),
        ("gate.engines=claude", "gate.engines: 'claude' is not of type 'array'", ""),
    ],
)
def test_an_assignment_that_means_nothing_is_refused(pair: str, reason: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_assignments((pair,))
    assert "--set" in caught.value.reason
    assert reason in caught.value.reason
    assert hint in caught.value.hint


def test_a_preset_stands_below_the_command_line_and_above_every_file() -> None:
    project = Layer("project", {"max_files": 2, "max_tool_calls": 2, "language": "tr"})
    settings = merge((Layer(COMMAND_LINE, {"max_files": 1}), project, default_layer()))
    with_mode = preset(settings, Layer("mode arc", {"max_files": 9, "max_tool_calls": 9, "language": ""}))
    assert [with_mode.values[key] for key in ("max_files", "max_tool_calls", "language")] == [1, 9, "tr"]
    assert with_mode.every("max_files") == (("defaults", 25), ("project", 2), ("mode arc", 9), (COMMAND_LINE, 1))


@pytest.mark.parametrize(
    "value", [True, 0, 1, 3, 2.5, -1, "", "off", "a", [], ["low"], [1], {}, {"a": 1}, "A_B", 10**6]
)
def test_what_surely_fits_is_what_the_validator_takes(value: Any) -> None:
    wrong = [
        key
        for key, schema in known_keys().items()
        if surely_fits(value, schema) and not jsonschema.Draft202012Validator(schema).is_valid(value)
    ]
    assert wrong == []


def test_every_default_fits_without_the_validator() -> None:
    assert [key for key, schema in known_keys().items() if not surely_fits(schema["default"], schema)] == []
    assert set(OLD_NAMES.values()) <= set(known_keys())
