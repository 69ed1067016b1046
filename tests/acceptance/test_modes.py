"""`code-review modes`: listed, shown and checked from the command line, and documented as they are."""

import re
from pathlib import Path

import pytest

from orchestrator.modes.presets import MODE_SETTINGS
from orchestrator.settings.model import merge
from orchestrator.settings.parse import default_layer, parse_layer
from orchestrator.values.mode import Force
from orchestrator.wiring.modes import modes_of
from tests.support.cli import code_review
from tests.support.repo import Repo

PAGE = Path("docs/modes.md")
OWN = "modes:\n  own: {task: t, aliases: [o], severities: [{id: a, verdict: warn}]}\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo.create(tmp_path / "repo")
    repo.write(".code-review/config.yaml", OWN + "  cr: {enabled: false}\n")
    repo.commit()
    return repo


def test_the_list_holds_the_panel_and_every_mode(repo: Repo) -> None:
    ran = code_review("modes", "list", "--json", cwd=repo.top, home=repo.home)
    assert ran.code == 0, ran.err
    assert [(row["id"], row["enabled"], row["source"]) for row in ran.json] == [
        ("panel", True, "built-in"),
        ("cr", False, ".code-review/config.yaml"),
        ("arc", True, "built-in"),
        ("own", True, ".code-review/config.yaml"),
    ]
    assert ran.json[3]["aliases"] == ["o"]
    assert "(switched off)" in code_review("modes", cwd=repo.top, home=repo.home).out


def test_a_mode_is_shown_with_what_is_in_force_under_it(repo: Repo) -> None:
    ran = code_review("modes", "show", "architect", "--json", cwd=repo.top, home=repo.home)
    assert ran.code == 0, ran.err
    assert ran.json["settings"] == {"max_tool_calls": 60}
    assert set(ran.json["effective"]) == set(MODE_SETTINGS)
    assert ran.json["effective"]["max_tool_calls"] == {"value": 60, "source": "mode arc"}
    assert ran.json["effective"]["max_files"]["source"] == "defaults"


def test_a_mode_is_shown_to_a_person_even_when_it_is_switched_off(repo: Repo) -> None:
    ran = code_review("modes", "show", "cr", cwd=repo.top, home=repo.home)
    assert ran.code == 0, ran.err
    assert ran.out.startswith("cr: Code review (switched off)\n")
    for part in ("  reachability: required, shown as How it is reached", "  blocker: forces fail", "  none of its own"):
        assert part in ran.out


@pytest.mark.parametrize(("name", "reason"), [("ard", "did you mean arc?"), ("panel", "panel is no mode")])
def test_a_name_that_no_mode_has(repo: Repo, name: str, reason: str) -> None:
    ran = code_review("modes", "show", name, cwd=repo.top, home=repo.home)
    assert (ran.code, reason in ran.err) == (2, True)


def test_the_check_reads_the_work_tree_and_names_what_had_to_be_put_right(repo: Repo) -> None:
    assert code_review("modes", "check", cwd=repo.top, home=repo.home).code == 0
    repo.write(".code-review/config.yaml", "mode: oun\n" + OWN.replace("task", "tsk"))
    ran = code_review("modes", "check", "--json", cwd=repo.top, home=repo.home)
    assert ran.code == 2
    place = ".code-review/config.yaml: "
    assert ran.json["warnings"] == [
        f"{place}modes.own.tsk: there is no such key, and it is left out; did you mean task?",
        f"{place}modes.own: neither system_prompt nor task says what to review; a general prompt is used",
        f"{place}mode: there is no mode oun; did you mean own?",
    ]


def test_a_mode_of_the_work_tree_is_shown_when_it_is_asked_for_there(repo: Repo) -> None:
    repo.write(".code-review/config.yaml", OWN.replace("own", "new") + "  odd: [1]\n")
    ran = code_review("modes", "show", "new", cwd=repo.top, home=repo.home)
    assert (ran.code, "in the work tree is not there at the base" in ran.err, "--trust worktree" in ran.err) == (
        2,
        True,
        True,
    )
    shown = code_review("modes", "show", "new", "--trust", "worktree", cwd=repo.top, home=repo.home)
    assert (shown.code, shown.out.splitlines()[0], shown.err) == (0, "new: new", "")
    listed = code_review("modes", "list", "--trust", "worktree", "--json", cwd=repo.top, home=repo.home)
    assert [row["id"] for row in listed.json] == ["panel", "cr", "arc", "new"]
    assert listed.err == "code-review: 1 thing in modes had to be put right; see `code-review modes check`\n"


def test_outside_a_repository_the_users_modes_are_read(tmp_path: Path) -> None:
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings/config.yaml").write_text(OWN, encoding="utf-8")
    ran = code_review("modes", "list", "--json", cwd=tmp_path, home=tmp_path)
    assert ran.code == 0, ran.err
    assert [row["id"] for row in ran.json] == ["panel", "cr", "arc", "own"]
    assert "only your own settings are read" in ran.err


def test_the_documented_mode_works_as_it_stands() -> None:
    example = re.search(r"<!-- example -->\n```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert example
    modes = modes_of(merge((parse_layer(example[1], "docs"), default_layer())))
    own = modes.modes[-1]
    assert modes.warnings == ()
    assert (own.id, own.aliases) == ("privacy", ("data-protection",))
    assert [field.key for field in own.fields if field.required] == ["problem", "person", "evidence"]
    assert [one.force for one in own.severities] == [Force.FAIL, Force.WARN, Force.PASS]
    assert own.settings["max_tool_calls"] == 45


def test_every_setting_that_a_mode_may_set_is_documented() -> None:
    page = PAGE.read_text(encoding="utf-8").partition("### What a mode presets")[2].partition("\n## ")[0]
    assert [key for key in MODE_SETTINGS if f"`{key}`" not in page] == []
    assert "gate" not in page
