"""Choosing a mode: by id, by alias, and what is said when there is none."""

import pytest

from orchestrator.errors import UsageError
from orchestrator.modes.load import Modes, load_modes
from orchestrator.modes.resolve import resolve
from orchestrator.wiring.modes import built_in_modes

OWN = {
    "aliases": ["word"],
    "task": "t",
    "description": "Wordingings.",
    "severities": [{"id": "a", "verdict": "warn"}],
}


def modes(**entries: object) -> Modes:
    return load_modes([("some/config.yaml", {"own": OWN, **entries})], built_in_modes())


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("cr", "cr"),
        ("code", "cr"),
        ("codereview", "cr"),
        ("arc", "arc"),
        ("architect", "arc"),
        ("architecture", "arc"),
        ("own", "own"),
        ("word", "own"),
    ],
)
def test_a_mode_is_found_by_id_and_by_alias(name: str, expected: str) -> None:
    assert resolve(modes(), name).id == expected


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("architectur", "there is no mode architectur; did you mean architecture?"),
        ("CR", "there is no mode CR; did you mean cr?"),
        ("zzz", "there is no mode zzz"),
        ("a\nb", "there is no mode a\\nb"),
        ("", 'there is no mode ""'),
    ],
)
def test_an_unknown_name_lists_what_there_is(name: str, reason: str) -> None:
    with pytest.raises(UsageError) as caught:
        resolve(modes(arc={"enabled": False}) if name == "zzz" else modes(), name)
    assert caught.value.reason == reason
    assert "cr (code, codereview): Judges the changed lines" in caught.value.hint
    assert "own (word): Wordingings." in caught.value.hint
    assert caught.value.hint.startswith("panel: the panel of lenses\n")
    assert ("arc (" in caught.value.hint) == (name != "zzz")


@pytest.mark.parametrize("name", ["cr", "code"])
def test_a_mode_that_is_switched_off_says_so_and_where(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        resolve(modes(cr={"enabled": False}), name)
    assert caught.value.reason == "the mode cr is switched off in some/config.yaml"
    assert caught.value.hint.startswith("take out modes.cr.enabled there")
    assert "cr (code" not in caught.value.hint


def test_an_alias_taken_over_from_a_mode_that_is_switched_off_means_the_new_one() -> None:
    taken = {**OWN, "aliases": ["code"]}
    assert resolve(modes(cr={"enabled": False}, own=taken), "code").id == "own"
