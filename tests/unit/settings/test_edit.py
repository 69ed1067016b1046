"""Changing one value of a settings file: the text around it stays as it is."""

import pytest

from orchestrator.errors import ConfigurationError
from orchestrator.settings.assign import read_value
from orchestrator.settings.edit import set_value, unset_value
from orchestrator.settings.paths import place_of
from orchestrator.strict_yaml import load_strict

FILE = """\
# top
engine: offline   # mine
maxFiles: 3
ignored:  # why
  - a
  # in
  - b
language: |  # block
  tr
budget:
waves:
    max_parallel: 3
tools: {enabled: false}
modes:
  cr:
    settings: {}
    systemPrompt: 'x'
  own:
    settings:
      max_files: 2   # few
prices: {}
# end"""


def changed(text: str, key: str, value: str) -> str:
    place = place_of(key, "f")
    return set_value(text, place, read_value(value, place), "f")


@pytest.mark.parametrize(
    ("key", "value", "before", "after"),
    [
        ("engine", "claude", "offline   # mine", "claude   # mine"),
        ("engine", "my tool: x", "offline   # mine", '"my tool: x"   # mine'),
        ("max_files", "9", "maxFiles: 3", "maxFiles: 9"),
        ("ignored", "[x, y]", "ignored:  # why\n  - a\n  # in\n  - b\n", 'ignored: ["x", "y"]  # why\n'),
        ("ignored", "x,y", "ignored:  # why\n  - a\n  # in\n  - b\n", 'ignored: "x,y"  # why\n'),
        ("language", "de", "|  # block\n  tr\n", "de  # block\n"),
        ("budget.usd", "5", "budget:\n", "budget:\n  usd: 5\n"),
        ("waves.maxParallel", "7", "max_parallel: 3", "max_parallel: 7"),
        ("project_access", "true", "{enabled: false}", "{enabled: true}"),
        ("modes.cr.settings.max_files", "4", "settings: {}", 'settings: {"max_files": 4}'),
        ("modes.cr.settings.reasoningEffort", "off", "settings: {}", 'settings: {"reasoning_effort": "off"}'),
        ("modes.cr.system_prompt", "look: here", "'x'", '"look: here"'),
        ("modes.own.settings.max_files", "8", "2   # few", "8   # few"),
        ("modes.own.settings.language", "tr", "2   # few\n", "2   # few\n      language: tr\n"),
        ("modes.own.enabled", "false", "2   # few\n", "2   # few\n    enabled: false\n"),
        ("modes.arc.enabled", "false", "2   # few\n", "2   # few\n  arc:\n    enabled: false\n"),
        ("prices", "{m: {input: 1, output: 2}}", "prices: {}", 'prices: {"m": {"input": 1, "output": 2}}'),
        ("fail_on", "never", "# end", "# end\nfail_on: never\n"),
        ("models.opus", "m", "# end", "# end\nmodels:\n  opus: m\n"),
        ("openai.headers.X-A", "b", "# end", "# end\nopenai:\n  headers:\n    X-A: b\n"),
    ],
)
def test_only_the_value_changes(key: str, value: str, before: str, after: str) -> None:
    assert FILE.count(before) == 1
    assert changed(FILE, key, value) == FILE.replace(before, after)
    crlf = changed(FILE.replace("\n", "\r\n"), key, value)
    assert load_strict(crlf) == load_strict(FILE.replace(before, after))


@pytest.mark.parametrize(
    ("text", "key", "after"),
    [
        ("", "engine", "engine: claude\n"),
        ("# c", "engine", "# c\nengine: claude\n"),
        ("engine:", "engine", "engine: claude"),
        ('modes:\nengine: ""', "engine", "modes:\nengine: claude"),
        ("engine: |\n  x", "engine", "engine: claude"),
        ("engine: # none\nmodel: x", "engine", "engine: claude # none\nmodel: x"),
        ("models.opus: x # k\r\nmodel: y", "models.opus", "models.opus: claude # k\r\nmodel: y"),
        ('"engine": "x"\n', "engine", '"engine": claude\n'),
        ("  engine: >-\n    x\n\n  model: y\n", "engine", "  engine: claude\n  model: y\n"),
        ("engine:\n  x\nmodel: y\n", "engine", "engine: claude\nmodel: y\n"),
    ],
)
def test_whatever_the_old_value_looks_like(text: str, key: str, after: str) -> None:
    assert changed(text, key, "claude") == after


@pytest.mark.parametrize(
    ("text", "key", "value", "reason"),
    [
        (FILE, "max_files", "many", "max_files: 'many' is not of type 'integer'"),
        (FILE, "modes.cr.settings.max_files", "0", "modes.cr.settings: max_files: 0 is less than"),
        (FILE, "prices.m.input", "3", "'output' is a required property"),
        ("{engine: x}", "engine", "y", "not changed: it is written in braces"),
        ("engine: &a x\nmodel: *a\n", "engine", "y", "not changed: it uses anchors"),
        ("%YAML 1.1\n---\nengine: x\n", "engine", "y", "not changed: it begins with a directive"),
        ("engine: x\n...\n", "engine", "y", "not changed: it is ended by"),
        ("engin: x", "engine", "y", "unknown key engin"),
        ("engine: [", "engine", "y", "f:1: not valid YAML"),
        ("engine: x\nengine: y", "engine", "y", "engine is given twice"),
    ],
)
def test_what_cannot_be_done_is_refused(text: str, key: str, value: str, reason: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        changed(text, key, value)
    assert reason in caught.value.reason


@pytest.mark.parametrize(
    ("key", "gone"),
    [
        ("engine", "engine: offline   # mine\n"),
        ("max_files", "maxFiles: 3\n"),
        ("ignored", "ignored:  # why\n  - a\n  # in\n  - b\n"),
        ("language", "language: |  # block\n  tr\n"),
        ("waves.max_parallel", "    max_parallel: 3\n"),
        ("modes.cr.settings", "    settings: {}\n"),
        ("modes.cr", "  cr:\n    settings: {}\n    systemPrompt: 'x'\n"),
        ("modes.own.settings.max_files", "      max_files: 2   # few\n"),
    ],
)
def test_an_entry_is_taken_out_with_its_lines(key: str, gone: str) -> None:
    assert unset_value(FILE, place_of(key, "f"), "f") == FILE.replace(gone, "")


def test_what_is_not_there_need_not_be_taken_out_and_what_stands_in_braces_cannot() -> None:
    assert unset_value(FILE, place_of("budget.usd", "f"), "f") is None
    assert unset_value("\ufeffengine: x\nmodel: y\n", place_of("engine", "f"), "f") == "\ufeffmodel: y\n"
    with pytest.raises(ConfigurationError) as caught:
        unset_value(FILE, place_of("project_access", "f"), "f")
    assert "does not stand on lines of its own" in caught.value.reason
