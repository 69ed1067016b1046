"""Completing a settings file: nothing of it is lost, and what is missing is there afterwards."""

import re
import string
from collections.abc import Mapping
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestrator.settings.complete import complete
from orchestrator.settings.parse import default_layer, known_keys, parse_layer
from orchestrator.settings.template import PROJECT_KEYS, new_file, project_file, top_level_keys
from orchestrator.strict_yaml import load_strict

MODES: Mapping[str, Mapping[str, Any]] = {
    "cr": {"label": "Code", "aliases": ["code"], "system_prompt": "You read.\n\n  - all of it\n", "settings": {}},
    "arc": {"label": "Shape: whole", "enabled": True, "settings": {"max_tool_calls": 60}},
}


def is_kept(before: str, after: str) -> bool:
    """True when the characters of `before` stand in `after`, in order and with nothing but whole lines between."""
    lines = iter(after.splitlines(keepends=True))
    return all(any(line.rstrip("\r\n") == wanted.rstrip("\r\n") for line in lines) for wanted in before.splitlines())


def check_completed(text: str, *, modes: Mapping[str, Mapping[str, Any]] = MODES) -> str:
    done = complete(text, modes)
    assert done.refused == ""
    assert is_kept(text, done.text)
    before, after = load_strict(text) or {}, load_strict(done.text)
    for key, value in before.items():
        if key == "modes":
            for name, entry in (value or {}).items():
                assert {part: after["modes"][name][part] for part in entry or ()} == (entry or {})
        else:
            assert after[key] == value
    assert set(after["modes"]) == {*modes, *(before.get("modes") or ())}
    assert all(set(mode) <= {camelless(key) for key in after["modes"][name]} for name, mode in modes.items())
    parse_layer(done.text, "f")
    assert complete(done.text, modes) == type(done)(done.text)
    return done.text


def camelless(key: str) -> str:
    return {"systemPrompt": "system_prompt"}.get(key, key)


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_an_empty_line_stands_before_each_key_that_is_added(end: str) -> None:
    lines = check_completed(f"engine: offline{end}").splitlines()
    assert lines[1] == ""
    assert lines[lines.index("ignored: []") - 1].startswith("#")
    start = lines.index("ignored: []")
    while lines[start - 1].startswith("#"):
        start -= 1
    assert lines[start - 1] == ""


@pytest.mark.parametrize(("before", "gaps"), [("engine: offline\n\n", 1), ("", 0), ("\n", 1)])
def test_no_second_empty_line_is_added(before: str, gaps: int) -> None:
    added = check_completed(before).removeprefix(before.rstrip("\n"))
    assert len(added) - len(added.lstrip("\n")) == gaps + (before.startswith("engine"))


def test_a_text_at_the_end_that_keeps_its_line_ends_gets_none_more() -> None:
    before = "modes:\n  own:\n    task: |+\n      x\n\n"
    done = check_completed("mode: own\n" + before)
    assert load_strict(done)["modes"]["own"]["task"] == "x\n\n"


@pytest.mark.parametrize("entry", ["[1]", "x", "5", "true"])
def test_an_entry_that_is_no_mode_is_left_as_it_is(entry: str) -> None:
    done = complete(f"modes:\n  cr: {entry}\n", MODES)
    assert f"  cr: {entry}\n" in done.text
    assert "modes.arc" in done.added
    assert not any(name.startswith("modes.cr") for name in done.added)


def test_a_new_file_holds_every_default_and_the_modes_and_is_complete() -> None:
    text = new_file(MODES)
    values = parse_layer(text, "f").values
    assert {key: values[key] for key in known_keys() if key != "modes"} == {
        key: value for key, value in default_layer().values.items() if key != "modes"
    }
    assert load_strict(text)["modes"] == MODES
    assert complete(text, MODES).text == text
    assert all(f"\n{name}:" in text for name in top_level_keys())


def test_a_file_for_a_project_sets_nothing_and_says_the_defaults_once_it_is_uncommented() -> None:
    text = project_file()
    assert parse_layer(text, "f").values == {}
    keys = [line[1:] for line in text.splitlines() if line.startswith("#") and not re.match(r"# \S", line)]
    values = parse_layer("\n".join(keys), "f").values
    assert values == {key: default_layer().values[key] for key in values}
    assert {key.partition(".")[0] for key in values} == set(PROJECT_KEYS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing yet\n",
        "---\n",
        "---\n# nothing\n",
        "\ufeffengine: x\n",
        "engine: x",
        "engine: x # mine\n\n\n# end",
        "engine: x\r\n# end\r\n",
        "  engine: x\n  mode: 'cr'\n",
        "language: |\n  tr\n\n",
        "language: |+\n  tr\n\n\n",
        "language: >-\n  tr\n",
        "ignored:\n- a\n- b\n",
        "budget:\n  usd: 3\n",
        "budget:\n",
        "maxToolCalls: 3\ntools: {enabled: false}\n",
        "models.opus: x\n",
        "modes:\n",
        "modes: # none\n# more\nengine: x\n",
        "modes:\n  cr:\n",
        "modes:\n  cr: # empty\n  arc:\n    enabled: false\nengine: x\n",
        "modes:\n      cr:\n         label: x\n         # tail\n\n      own: {label: y}\n# end\nengine: x\n",
        "modes:\n  arc:\n    systemPrompt: |\n      hello\n\n      you\n\n  # between\n  own:\n    label: y\n",
        "modes:\n  cr:\n    systemPrompt: mine\n    settings:\n        max_files: 3 # few\n  arc: {label: a, enabled: true, settings: {}}\n",
        '"engine": "x"\n? model\n: y\n',
        "modes:\r\n  cr:\r\n    label: x\r\n",
    ],
)
def test_what_is_missing_is_added_and_nothing_is_lost(text: str) -> None:
    done = check_completed(text)
    if "\r\n" in text:
        assert done.count("\n") == done.count("\r\n")


@pytest.mark.parametrize(
    ("text", "why", "by_style"),
    [
        ("engine: &a x\nmodel: *a\n", "anchors", False),
        ("engine: &a x\n", "anchors", False),
        ("{engine: x}\n", "braces", True),
        ('{"engine": "x"}', "braces", True),
        ("language: |\n  a\n  \tb\n", "tabs", False),
        ("%YAML 1.1\n---\nengine: x\n", "directive", False),
        ("engine: x\n...\n", "ended by", False),
        ("~\n", "would change", False),
    ],
)
def test_a_file_that_is_not_completed_stays_as_it_is(text: str, why: str, by_style: bool) -> None:
    done = complete(text, MODES)
    assert (done.text, done.added, done.by_style) == (text, (), by_style)
    assert why in done.refused


@pytest.mark.parametrize("entry", ["{}", "{cr: {label: x}}", "\n  cr: {label: x}", "\n  cr: ~", "~"])
def test_modes_in_braces_stay_while_the_rest_is_completed(entry: str) -> None:
    done = complete(f"modes: {entry}\n", MODES)
    assert "braces" in done.refused
    assert done.by_style
    assert "engine" in done.added
    assert is_kept(f"modes: {entry}\n", done.text)
    assert complete(done.text, MODES).added == ()


def test_a_deleted_key_and_a_deleted_mode_come_back_and_own_modes_and_presets_stay_as_they_are() -> None:
    text = "modes:\n  cr:\n    label: Mine\n    settings:\n      max_files: 1\n  own:\n    label: x\n"
    done = complete(text, MODES)
    assert {"modes.arc", "modes.cr.aliases", "modes.cr.system_prompt", "engine"} <= set(done.added)
    after = load_strict(done.text)["modes"]
    assert after["own"] == {"label": "x"}
    assert after["cr"]["settings"] == {"max_files": 1}
    assert after["cr"]["label"] == "Mine"
    assert after["arc"] == MODES["arc"]


WORDS = st.text(string.ascii_letters + string.digits + " #:'\"-é,{[*&!%@", max_size=12)
INDENTS = st.sampled_from(["  ", "    ", "   "])
NOISE = st.sampled_from(["", "", "# note\n", "\n", "   \n", "      # far right\n"])


@st.composite
def scalars(draw: st.DrawFn, indent: str) -> str:
    """One text in one of the styles that YAML has for it, with what may stand behind it, to its line end."""
    word = draw(WORDS)
    style = draw(st.sampled_from(["double", "single", "literal", "folded", "wrapped", "plain", "nothing"]))
    behind = draw(st.sampled_from(["", " # why", "  "]))
    if style in {"literal", "folded"}:
        sign = {"literal": "|", "folded": ">"}[style] + draw(st.sampled_from(["", "-", "+"]))
        lines = draw(st.lists(st.sampled_from(["x: y", "# no comment", "", "  deeper"]), max_size=3))
        body = "".join(f"{indent}{line}\n" if line else "\n" for line in ["first", *lines])
        return f" {sign}\n{body}"
    return {
        "double": f' "{word.translate({34: None})}"{behind}\n',
        "single": f" '{word.replace(chr(39), chr(39) * 2)}'{behind}\n",
        "wrapped": f' "a\n{indent}b"{behind}\n',
        "plain": f" w{''.join(filter(str.isalnum, word))}{behind}\n",
        "nothing": f"{behind}\n",
    }[style]


@st.composite
def modes_entry(draw: st.DrawFn) -> str:
    outer, inner = draw(INDENTS), draw(INDENTS)
    done = "modes:\n"
    for name in draw(st.lists(st.sampled_from(["cr", "arc", "own"]), unique=True)):
        done += f"{outer}{name}:\n"
        for key in draw(
            st.lists(st.sampled_from(["label", "systemPrompt", "task"]), unique=True, min_size=name == "own")
        ):
            done += draw(NOISE) + f"{outer}{inner}{key}:" + draw(scalars(indent=f"{outer}{inner}  "))
    return done


@st.composite
def files(draw: st.DrawFn) -> str:
    texts = ["engine", "model", "language", "reasoningEffort", "provider"]
    parts = draw(st.lists(st.sampled_from([*texts, "modes", "budget", "ignored"]), unique=True, max_size=5))
    done = draw(NOISE)
    for part in parts:
        if part == "modes":
            done += draw(modes_entry())
        elif part == "budget":
            done += draw(st.sampled_from(["budget: {usd: 2}\n", "budget:\n   usd: 2 # few\n", "budget:\n"]))
        elif part == "ignored":
            done += draw(st.sampled_from(["ignored: [a, b]\n", "ignored:\n- a\n# c\n- b\n", "ignored: 'a,b'\n"]))
        else:
            done += f"{part}:" + draw(scalars(indent="  "))
        done += draw(NOISE)
    done = done.removesuffix("\n") if draw(st.booleans()) else done
    return done.replace("\n", "\r\n") if draw(st.booleans()) else done


@settings(max_examples=40, deadline=None)
@given(files())
def test_no_file_loses_anything(text: str) -> None:
    try:
        load_strict(text)
    except yaml.YAMLError:
        return
    done = complete(text, MODES)
    # The one thing that cannot be done: ending the last line of a block of text that has no end of its own.
    if done.refused:
        assert (done.text, done.refused, text[-1:] in {"\n", "\r"}) == (text, "what it says would change", False)
    else:
        check_completed(text)
