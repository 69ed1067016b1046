"""Reading modes: layers, defaults, and a warning for everything that had to be put right."""

from collections.abc import Mapping
from typing import Any

import pytest

from orchestrator.modes.load import GENERAL_PROMPT, MODE_KEYS, Modes, load_modes
from orchestrator.modes.part import LONGEST_LINE, LONGEST_PROMPT
from orchestrator.modes.vocabulary import MINIMUM_FIELDS, MINIMUM_SEVERITIES, RESERVED_FIELDS
from orchestrator.settings.model import COMMAND_LINE, Layer, merge
from orchestrator.settings.parse import default_layer, parse_layer
from orchestrator.values.mode import Force, Mode, ModeField, ModeSeverity, SeverityTone
from orchestrator.wiring.modes import built_in_modes, modes_of

WHOLE = {
    "label": "Wording",
    "aliases": ["word"],
    "enabled": True,
    "description": "Judges wording.",
    "systemPrompt": "You judge wording.",
    "task": "Look at labels first.",
    "categories": ["unclear", "rude"],
    "fields": [
        {"key": "problem", "label": "", "required": True, "block": False, "guide": "the words and what they lead to"},
        {"key": "evidence", "label": "Evidence", "required": True, "block": True, "guide": ""},
    ],
    "severities": [
        {"id": "slip", "label": "Slip", "tone": "muted", "verdict": "warn", "meaning": "a word that misleads"}
    ],
    "verdicts": {"pass": "clean", "warn": "slips", "fail": "misleading"},
    "settings": {"language": "fr"},
}
SEVERITIES = WHOLE["severities"]
BARE = "{task: t, severities: [{id: a, verdict: warn}]}"


def load(**entries: Any) -> Modes:
    return load_modes([("f", entries)], {})


def own(**keys: Any) -> tuple[Mode, tuple[str, ...]]:
    """A mode that lacks nothing but what `keys` change, and what was said about it."""
    modes = load(own={**WHOLE, **keys})
    return modes.modes[0], modes.warnings


def test_a_whole_entry_is_taken_as_it_stands() -> None:
    mode, warnings = own()
    assert warnings == ()
    assert mode == Mode(
        id="own",
        label="Wording",
        aliases=("word",),
        description="Judges wording.",
        system_prompt="You judge wording.",
        task="Look at labels first.",
        categories=("unclear", "rude"),
        fields=(
            ModeField(key="problem", required=True, guide="the words and what they lead to"),
            ModeField(key="evidence", label="Evidence", required=True, block=True),
        ),
        severities=(
            ModeSeverity(
                id="slip", label="Slip", tone=SeverityTone.MUTED, force=Force.WARN, meaning="a word that misleads"
            ),
        ),
        verdicts={"pass": "clean", "warn": "slips", "fail": "misleading"},
        settings={"language": "fr"},
        source="f",
    )


def test_every_key_is_optional() -> None:
    modes = load(bare={})
    mode = modes.modes[0]
    assert (mode.id, mode.label, mode.enabled, mode.aliases) == ("bare", "bare", True, ())
    assert mode.fields == MINIMUM_FIELDS
    assert mode.severities == MINIMUM_SEVERITIES
    assert mode.system_prompt == GENERAL_PROMPT
    assert mode.verdicts == {"pass": "pass", "warn": "warn", "fail": "fail"}
    assert modes.warnings == (
        "f: modes.bare: neither system_prompt nor task says what to review; a general prompt is used",
        "f: modes.bare: no severity is declared; error (fail), warning (warn) and suggestion (pass) are used",
    )


@pytest.mark.parametrize("spelled", [{"system_prompt": "P"}, {"systemPrompt": "P"}])
def test_keys_may_be_written_in_both_spellings(spelled: Mapping[str, str]) -> None:
    modes = load(own={"severities": SEVERITIES, **spelled})
    assert (modes.modes[0].system_prompt, modes.warnings) == ("P", ())


# What is changed in a whole entry; the warning behind `f: modes.own`; what became of it.
BROKEN: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    ({"label": 7}, ".label: 7 is not a text", {"label": "own"}),
    ({"label": None}, ".label: there is no value", {"label": "own"}),
    ({"lable": "x"}, ".lable: there is no such key, and it is left out; did you mean label?", {}),
    ({"system_prompt": "Q"}, ".system_prompt: modes.own.systemPrompt says the same key", {}),
    ({"enabled": "no"}, ".enabled: no is neither true nor false; true is used", {"enabled": True}),
    ({"description": ["x"]}, ".description: ['x'] is not a text", {"description": ""}),
    ({"task": "a\0b"}, ".task: control characters are left out", {"task": "ab"}),
    ({"task": "a\ud800b"}, ".task: control characters are left out", {"task": "ab"}),
    ({"task": "x" * 40_001}, ".task: 40001 characters are more than 40000", {"task": "x" * LONGEST_PROMPT}),
    ({"label": "y" * 301}, ".label: 301 characters are more than 300", {"label": "y" * LONGEST_LINE}),
    ({"aliases": "sp"}, ".aliases: a list belongs here", {"aliases": ("sp",)}),
    ({"aliases": 3}, ".aliases: 3 is not a list", {"aliases": ()}),
    ({"aliases": ["ok", "not ok"]}, ".aliases[1]: not ok cannot be a name", {"aliases": ("ok",)}),
    ({"aliases": [None]}, ".aliases[0]: None cannot be a name", {"aliases": ()}),
    ({"aliases": ["a", "a"]}, ".aliases[1]: the alias a is given already", {"aliases": ("a",)}),
    ({"aliases": ["panel"]}, ".aliases[0]: panel is the panel of lenses", {"aliases": ()}),
    ({"aliases": ["own"]}, ".aliases: own is the id of a mode", {"aliases": ()}),
    ({"categories": [1, "a"]}, ".categories[0]: 1 is not a text", {"categories": ("a",)}),
    ({"categories": ["a", " a "]}, ".categories[1]: the category a is declared already", {"categories": ("a",)}),
    ({"categories": ["a*"]}, ".categories[0]: a* is left out", {"categories": ()}),
    ({"categories": ["c" * 65]}, ".categories[0]: cccc", {"categories": ()}),
    ({"categories": {"a": 1}}, ".categories: {'a': 1} is not a list", {"categories": ()}),
    ({"verdicts": ["x"]}, ".verdicts: ['x'] is not a mapping", {}),
    (
        {"verdicts": {"passed": "x"}},
        ".verdicts.passed: there is no such key, and it is left out; did you mean pass?",
        {},
    ),
    ({"verdicts": {"fail": 1}}, ".verdicts.fail: 1 is not a text", {}),
    ({"settings": ["x"]}, ".settings: ['x'] is not a mapping of settings", {"settings": {}}),
    ({"severities": []}, ".severities: no severity is declared", {"severities": MINIMUM_SEVERITIES}),
    ({"severities": "high"}, ".severities[0]: high is not a mapping", {"severities": MINIMUM_SEVERITIES}),
    ({"fields": []}, ".fields: no usable field is left", {"fields": MINIMUM_FIELDS}),
    ({"fields": {"key": "a"}}, ".fields: {'key': 'a'} is not a list", {"fields": MINIMUM_FIELDS}),
]


@pytest.mark.parametrize(("keys", "warning", "became"), BROKEN, ids=[row[1][:40] for row in BROKEN])
def test_a_broken_key_is_named_and_the_rest_runs(
    keys: Mapping[str, Any], warning: str, became: Mapping[str, Any]
) -> None:
    mode, warnings = own(**keys)
    assert any(said.startswith(f"f: modes.own{warning}") for said in warnings), warnings
    assert {key: getattr(mode, key) for key in became} == became
    assert mode.verdicts.keys() == {"pass", "warn", "fail"}


# What a field list says; what the fields are then called (a `!` for a required one); what was said.
FIELDS: list[tuple[list[Any], str, list[str]]] = [
    ([{"key": "evidence"}], "evidence!", []),
    ([{"key": "evidence", "required": False}], "evidence!", ["[0].required: evidence is required in every mode"]),
    ([{"key": "evidence", "required": "x"}], "evidence!", ["[0].required: x is neither true nor false"]),
    ([{"key": "why"}], "why evidence!", [": evidence is missing and is added"]),
    ([{"key": "why", "required": 1}, {"key": "evidence"}], "why evidence!", ["[0].required: 1 is neither"]),
    ([{"key": "evidence"}, {"key": "why", "required": True}], "evidence! why!", []),
    ([{"key": "evidence"}, {"key": "a"}, {"key": "a"}], "evidence! a", ["[2]: the field a is declared already"]),
    ([{"key": "evidence"}, {"label": "no key"}], "evidence!", ["[1]: the field has no key"]),
    ([{"key": "evidence"}, {"key": "a b"}], "evidence!", ["[1].key: a b cannot be a name"]),
    ([{"key": "evidence"}, {"key": "x" * 65}], "evidence!", ["[1].key: xxxx"]),
    ([{"key": "evidence"}, {"key": 5}], "evidence!", ["[1].key: 5 cannot be a name"]),
    ([{"key": "evidence"}, "problem"], "evidence!", ["[1]: problem is not a mapping"]),
    ([{"key": "evidence", "guides": "x"}], "evidence!", ["[0].guides: there is no such key"]),
    ([{"key": "evidence", "guide": 1}], "evidence!", ["[0].guide: 1 is not a text"]),
    ([{"key": "evidence", "block": 1}], "evidence!", ["[0].block: 1 is neither true nor false"]),
    *(
        ([{"key": "evidence"}, {"key": key}], "evidence!", [f"[1]: the key {key} is part of every finding"])
        for key in RESERVED_FIELDS
    ),
]


@pytest.mark.parametrize(("declared", "expected", "said"), FIELDS)
def test_fields(declared: list[Any], expected: str, said: list[str]) -> None:
    mode, warnings = own(fields=declared)
    assert " ".join(f"{field.key}{'!' if field.required else ''}" for field in mode.fields) == expected
    assert len(warnings) == len(said)
    assert all(warning.startswith(f"f: modes.own.fields{start}") for warning, start in zip(warnings, said, strict=True))


def test_a_mode_without_fields_gets_the_minimum_and_not_those_of_another_mode() -> None:
    modes = load_modes(
        [("f", {"own": {key: value for key, value in WHOLE.items() if key != "fields"}})], built_in_modes()
    )
    assert [field.key for field in modes.modes[-1].fields] == ["problem", "evidence"]
    assert modes.warnings == ()


# One severity; its label, tone and verdict (nothing: it is left out); what was said.
SEVERITY_ROWS: list[tuple[Any, str, list[str]]] = [
    ({"id": "a", "verdict": "pass"}, "a muted pass", []),
    ({"id": "a", "verdict": "warn"}, "a warn warn", []),
    ({"id": "a", "verdict": "fail"}, "a error fail", []),
    ({"id": "a", "label": "A", "tone": "success", "verdict": "pass"}, "A success pass", []),
    ({"id": "a", "verdict": "block"}, "a error fail", ["[1].verdict: block is none of fail, warn, pass; fail is used"]),
    ({"id": "a", "verdict": True}, "a error fail", ["[1].verdict: True is none of"]),
    ({"id": "a"}, "a error fail", ["[1]: the severity a has no verdict; fail is used"]),
    (
        {"id": "a", "tone": "red", "verdict": "warn"},
        "a warn warn",
        ["[1].tone: red is none of error, warn, success, muted"],
    ),
    ({"verdict": "fail"}, "", ["[1]: the severity has no id"]),
    ({"id": "very bad", "verdict": "fail"}, "", ["[1].id: very bad cannot be a name"]),
    ({"id": "slip", "verdict": "fail"}, "", ["[1]: the severity slip is declared already"]),
    ({"id": "a", "verdict": "fail", "means": "x"}, "a error fail", ["[1].means: there is no such key"]),
    (None, "", ["[1]: None is not a mapping"]),
]


@pytest.mark.parametrize(("declared", "expected", "said"), SEVERITY_ROWS)
def test_severities(declared: Any, expected: str, said: list[str]) -> None:
    mode, warnings = own(severities=[{"id": "slip", "verdict": "warn"}, declared])
    assert [one.id for one in mode.severities] == ["slip", *(["a"] if expected else [])]
    if expected:
        last = mode.severities[-1]
        assert f"{last.label} {last.tone} {last.force}" == expected
    assert len(warnings) == len(said)
    assert all(
        warning.startswith(f"f: modes.own.severities{start}") for warning, start in zip(warnings, said, strict=True)
    )


@pytest.mark.parametrize(
    ("entries", "warning"),
    [
        ({"panel": {}}, "f: modes.panel: panel is the panel of lenses and cannot be a mode"),
        ({"a b": {}}, "f: modes.a b: this cannot be the id of a mode"),
        ({"1": {}}, "f: modes.1: this cannot be the id of a mode"),
        ({"x" * 65: {}}, "f: modes.xxx"),
        ({"own": None}, "f: modes.own: the entry is empty and changes nothing"),
        ({"own": "x"}, "f: modes.own: x is not a mapping"),
        ({"own": ["x"]}, "f: modes.own: ['x'] is not a mapping"),
        ({"a\nb": {}}, "f: modes.a\\nb: this cannot be the id of a mode"),
    ],
)
def test_an_entry_that_cannot_be_a_mode_is_left_out(entries: dict[str, Any], warning: str) -> None:
    modes = load(**entries)
    assert modes.modes == ()
    assert len(modes.warnings) == 1
    assert modes.warnings[0].startswith(warning)


def test_a_later_layer_replaces_key_by_key() -> None:
    user = {"arc": {"label": "Shape", "settings": {"max_files": 5}, "aliases": ["shape"]}}
    project = {"arc": {"label": "Architecture", "enabled": False}}
    modes = load_modes([("user", user), ("project", project)], built_in_modes())
    arc = modes.modes[1]
    assert (arc.label, arc.aliases, dict(arc.settings), arc.enabled) == (
        "Architecture",
        ("shape",),
        {"max_files": 5},
        False,
    )
    assert arc.source == "project"
    assert arc.system_prompt == str(built_in_modes()["arc"]["system_prompt"]).strip()
    assert modes.switched_off == {"arc": "project"}
    assert [mode.id for mode in modes.enabled] == ["cr"]


def test_the_command_line_sets_single_values_and_a_file_whole_keys() -> None:
    entry = {"arc": {"settings": {"max_files": 3}}}
    typed = load_modes([(COMMAND_LINE, entry)], built_in_modes()).modes[1]
    written = load_modes([("file", entry)], built_in_modes()).modes[1]
    assert dict(typed.settings) == {"max_tool_calls": 60, "max_files": 3}
    assert dict(written.settings) == {"max_files": 3}


def test_a_file_that_repeats_what_is_built_in_changes_nothing() -> None:
    modes = load_modes([("user", built_in_modes())], built_in_modes())
    assert modes == load_modes((), built_in_modes())


def test_an_empty_entry_leaves_a_built_in_mode_as_it_is() -> None:
    modes = load_modes([("user", {"cr": None})], built_in_modes())
    assert modes.modes == load_modes((), built_in_modes()).modes
    assert len(modes.warnings) == 1


@pytest.mark.parametrize("entry", ["[1]", '"x"', "5", "2024-01-01"])
def test_a_file_with_an_entry_that_is_no_mode_is_read_without_it(entry: str) -> None:
    layer = parse_layer(f"modes:\n  odd: {entry}\n  own: {BARE}\n", "f")
    modes = modes_of(merge((layer, default_layer())))
    assert [mode.id for mode in modes.modes] == ["cr", "arc", "own"]
    assert len(modes.warnings) == 1
    assert modes.warnings[0].startswith("f: modes.odd: ")
    assert modes.warnings[0].endswith("is not a mapping of keys to values, and the entry is left out")


@pytest.mark.parametrize(("written", "read"), [("off", "False"), ("yes", "True"), ("~", "None")])
def test_an_id_that_yaml_takes_for_something_else_is_left_out_and_to_be_quoted(written: str, read: str) -> None:
    layer = parse_layer(f"modes:\n  {written}: {{task: t}}\n  'False': {BARE}\n", "f")
    modes = modes_of(merge((layer, default_layer())))
    assert [mode.id for mode in modes.modes] == ["cr", "arc", "False"]
    assert len(modes.warnings) == 1
    assert f"modes.{read}" in modes.warnings[0]
    assert "write it in quotes" in modes.warnings[0]


@pytest.mark.parametrize("written", ["3", "2024-01-01", "1.5"])
def test_an_id_that_is_no_name_in_quotes_either_is_told_the_rule(written: str) -> None:
    modes = modes_of(merge((parse_layer(f"modes: {{{written}: {BARE}}}", "f"), default_layer())))
    assert [mode.id for mode in modes.modes] == ["cr", "arc"]
    assert modes.warnings[0].startswith(f"f: modes.{written}: this cannot be the id of a mode")


@pytest.mark.parametrize("key", ["fields", "severities"])
def test_an_empty_list_leaves_what_stands_below_it(key: str) -> None:
    modes = load_modes([("f", {"cr": {key: []}})], built_in_modes())
    assert modes.modes == load_modes((), built_in_modes()).modes
    assert modes.warnings == (f"f: modes.cr.{key}: an empty list sets nothing, and what stands below it counts",)


def test_warnings_are_known_by_the_mode_that_they_are_about() -> None:
    modes = load(own={**WHOLE, "aliases": ["cr"], "lable": 1}, other={"tone": 1}, cr=WHOLE, panel={})
    assert [said.partition(": ")[2] for said in modes.about("own")] == [
        "modes.own.lable: there is no such key, and it is left out; did you mean label?",
        "modes.own.aliases: cr is the id of a mode, and an id wins over an alias; the alias is left out",
    ]
    assert len(modes.about("panel")) == 1
    assert modes.about("cr") == ()
    assert sum(len(modes.about(name)) for name in ("own", "other", "panel")) == len(modes.warnings)


def test_what_a_stronger_file_replaces_is_not_complained_about() -> None:
    modes = load_modes([("user", {"own": {**WHOLE, "aliases": 3}}), ("project", {"own": {"aliases": ["sp"]}})], {})
    assert (modes.modes[0].aliases, modes.warnings) == (("sp",), ())


def test_an_id_wins_over_an_alias_and_the_first_alias_over_the_second() -> None:
    entries = {"one": {**WHOLE, "aliases": ["arc", "code", "same"]}, "two": {**WHOLE, "aliases": ["same"]}}
    modes = load_modes([("f", entries)], built_in_modes())
    assert [mode.aliases for mode in modes.modes] == [
        ("code", "codereview"),
        ("architect", "architecture"),
        ("same",),
        (),
    ]
    assert modes.warnings == (
        "f: modes.one.aliases: arc is the id of a mode, and an id wins over an alias; the alias is left out",
        "f: modes.one.aliases: code is an alias of cr already, and the first one counts",
        "f: modes.two.aliases: same is an alias of one already, and the first one counts",
    )


def test_the_aliases_of_a_mode_that_is_switched_off_are_free() -> None:
    modes = load_modes([("f", {"cr": {"enabled": False}, "own": {**WHOLE, "aliases": ["code"]}})], built_in_modes())
    assert modes.modes[-1].aliases == ("code",)
    assert modes.warnings == ()


def test_modes_come_from_every_layer_of_the_settings() -> None:
    project = parse_layer("modes:\n  own: {task: from the project, severities: [{id: a, verdict: warn}]}\n", "project")
    user = parse_layer("modes:\n  own: {label: Own, task: from the user}\n  other: {task: x, severities: []}\n", "user")
    modes = modes_of(merge((Layer(COMMAND_LINE, {}), project, user, default_layer())))
    by_id = {mode.id: mode for mode in modes.modes}
    assert list(by_id) == ["cr", "arc", "own", "other"]
    assert (by_id["own"].label, by_id["own"].task, by_id["own"].source) == ("Own", "from the project", "project")
    assert by_id["other"].source == "user"
    assert [warning.split(": ")[:2] for warning in modes.warnings] == [["user", "modes.other.severities"]]


def test_what_a_mode_holds_cannot_be_changed() -> None:
    mode, _ = own()
    with pytest.raises(TypeError):
        mode.verdicts["pass"] = "x"  # type: ignore[index]
    with pytest.raises(TypeError):
        mode.settings["model"] = "x"  # type: ignore[index]


def test_the_keys_are_those_of_a_mode() -> None:
    assert set(MODE_KEYS) == {name for name in Mode.__dataclass_fields__ if name not in {"id", "source"}}
