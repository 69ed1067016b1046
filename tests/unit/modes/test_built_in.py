"""The two shipped modes: what they are called, what they force, and that nothing in them had to be put right."""

from pathlib import Path

import pytest

from orchestrator.modes.load import BUILT_IN, MODE_KEYS, load_modes
from orchestrator.modes.resolve import resolve
from orchestrator.settings.model import merge
from orchestrator.settings.parse import default_layer
from orchestrator.system.data import data_dir
from orchestrator.values.finding import Severity
from orchestrator.values.mode import EVIDENCE, Mode
from orchestrator.wiring.modes import BUILT_IN_IDS, built_in_modes, built_in_text, modes_of

SHIPPED = load_modes((), built_in_modes())
# id: aliases; categories; severities with what the panel calls the same
TABLE = {
    "cr": (
        "code codereview",
        "correctness concurrency error-handling security api-misuse performance tests consistency",
        {"blocker": "error", "major": "error", "minor": "warning", "nit": "suggestion"},
    ),
    "arc": (
        "architect architecture",
        (
            "module-boundary responsibility layering coupling abstraction api-shape data-flow naming duplication "
            "testability extensibility consistency"
        ),
        {"high": "error", "medium": "warning", "low": "suggestion"},
    ),
}
FIELDS = {
    "cr": ["problem", "impact", "reachability", "fix", "evidence"],
    "arc": ["problem", "consequence", "alternative", "evidence"],
}


def mode(name: str) -> Mode:
    return resolve(SHIPPED, name)


def test_nothing_had_to_be_put_right() -> None:
    assert SHIPPED.warnings == ()
    assert [one.id for one in SHIPPED.modes] == list(TABLE) == list(BUILT_IN_IDS)
    assert {one.source for one in SHIPPED.modes} == {BUILT_IN}


def test_the_folder_holds_the_built_in_modes_and_nothing_else() -> None:
    assert {path.name for path in (data_dir("knowledge") / "modes").iterdir()} == {f"{name}.yaml" for name in TABLE}
    assert all(list(built_in_modes()[name]) == list(MODE_KEYS) for name in TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_names_categories_and_verdicts_are_the_agreed_ones(name: str) -> None:
    aliases, categories, severities = TABLE[name]
    assert mode(name).aliases == tuple(aliases.split())
    assert mode(name).categories == tuple(categories.split())
    assert {one.id: one.force.severity for one in mode(name).severities} == {
        key: Severity(value) for key, value in severities.items()
    }


@pytest.mark.parametrize("name", TABLE)
def test_every_word_explains_itself(name: str) -> None:
    shown = mode(name)
    assert [one.key for one in shown.fields] == FIELDS[name]
    assert all(len(one.guide) > 40 for one in shown.fields)
    assert [one.key for one in shown.fields if one.block] == [EVIDENCE]
    assert all(len(one.meaning) > 40 for one in shown.severities)
    assert len({*shown.verdicts.values()}) == 3
    assert all(f"`{category}`" in shown.system_prompt for category in shown.categories)
    assert "changed line" in shown.system_prompt
    assert "What never to report" in shown.system_prompt
    assert shown.task
    assert shown.description


def test_only_the_fix_may_be_left_out() -> None:
    assert [field.key for name in TABLE for field in mode(name).fields if not field.required] == ["fix"]


def test_the_architect_may_read_more() -> None:
    assert dict(mode("arc").settings) == {"max_tool_calls": 60}
    assert dict(mode("cr").settings) == {}


def test_without_settings_the_built_in_modes_are_all_there_is() -> None:
    assert modes_of(merge((default_layer(),))) == SHIPPED


@pytest.mark.parametrize("name", TABLE)
def test_lines_stay_readable(name: str) -> None:
    assert max(map(len, built_in_text(name).splitlines())) <= 160
    assert Path("knowledge/modes", f"{name}.yaml").read_text(encoding="utf-8") == built_in_text(name)
