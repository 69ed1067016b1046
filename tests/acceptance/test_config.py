"""`code-review config` and `init`: a person's own settings file and a project's, from the first run on."""

from pathlib import Path

import jsonschema
import pytest

from orchestrator.settings.parse import parse_layer
from tests.support.cli import code_review
from tests.support.repo import Repo

OFFLINE = ("--engine", "offline", "--no-static-analysis")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / "repo")
    made.write("a.py", "x = 1\n")
    made.commit("base")
    return made


def test_settings_are_made_changed_checked_and_taken_back(repo: Repo) -> None:
    file = repo.home / "settings" / "config.yaml"
    dry = code_review("--path", "a.py", *OFFLINE, "--dry-run", cwd=repo.top, home=repo.home)
    assert (dry.code, file.exists()) == (0, False)
    nested = code_review("config", "show", cwd=repo.top, home=repo.home, env={"CODE_REVIEW_NESTED": "1"})
    assert (nested.code, file.exists()) == (0, False)
    before = code_review("config", "show", "--json", cwd=repo.top, home=repo.home).json
    made = file.read_text(encoding="utf-8")
    after = code_review("config", "show", "--json", cwd=repo.top, home=repo.home).json
    assert {key: row["value"] for key, row in before.items()} == {key: row["value"] for key, row in after.items()}
    assert {row["is_default"] for row in after.values()} == {True}
    ran = code_review("config", "set", "maxFiles", "7", "--json", cwd=repo.top, home=repo.home)
    assert ran.json == {"path": str(file), "key": "max_files", "changed": True}
    assert file.read_text(encoding="utf-8") == made.replace("max_files: 25", "max_files: 7")
    shown = code_review("config", "show", cwd=repo.top, home=repo.home).out.splitlines()
    assert [line.split() for line in shown if line.startswith("max_files ")] == [["max_files", "7", str(file)]]
    assert code_review("config", "set", "--unset", "modes.arc", cwd=repo.top, home=repo.home).code == 0
    checked = code_review("config", "check", "--json", cwd=repo.top, home=repo.home)
    assert (checked.code, checked.json["files"][0]["adds"]) == (0, ["modes.arc"])
    refused = code_review("config", "set", "max_files", "many", cwd=repo.top, home=repo.home)
    assert (refused.code, "max_files: 'many' is not of type 'integer'" in refused.err) == (2, True)


def test_a_project_gets_a_file_in_which_nothing_is_set(repo: Repo) -> None:
    file = repo.top / ".code-review" / "config.yaml"
    ran = code_review("init", cwd=repo.top, home=repo.home)
    assert (ran.code, ".code-review/config.yaml written" in ran.out, "Next:" in ran.out) == (0, True, True)
    text = file.read_text(encoding="utf-8")
    assert parse_layer(text, "f").values == {}
    again = code_review("init", cwd=repo.top, home=repo.home)
    assert (again.code, file.read_text(encoding="utf-8")) == (2, text)
    code_review("config", "set", "--project", "engine", "offline", cwd=repo.top, home=repo.home)
    assert file.read_text(encoding="utf-8") == f"{text}engine: offline\n"


def test_mistakes_in_both_files_are_named_at_once(repo: Repo) -> None:
    repo.write(".code-review/config.yaml", "maxFils: 1\n")
    (repo.home / "settings").mkdir()
    (repo.home / "settings" / "config.yaml").write_text("fail_on: [", encoding="utf-8")
    ran = code_review("config", "check", cwd=repo.top, home=repo.home)
    assert ran.code == 2
    assert "unknown key maxFils (did you mean max_files?)" in ran.out
    assert "config.yaml:1: not valid YAML" in ran.out


def test_nothing_is_set_that_the_next_run_would_refuse(repo: Repo) -> None:
    file = repo.home / "settings" / "config.yaml"
    for key, value, said in (
        ("ignored", "[x", "ignored: '[x' is no pattern of paths"),
        ("engine", "ofline", "engine: there is no engine ofline; did you mean offline?"),
        ("mode", "nope", "mode: there is no mode nope"),
        ("routes.naming-revie", "offline", "there is no lens naming-revie; did you mean naming-review?"),
        ("modes.cr.settings.ignored", "[x", "modes.cr.settings.ignored: '[x' is no pattern of paths"),
    ):
        ran = code_review("config", "set", key, value, cwd=repo.top, home=repo.home)
        assert (ran.code, said in ran.err, file.exists()) == (2, True, False), ran.err
    assert code_review("config", "set", "ignored", "[*.min.js, b/]", cwd=repo.top, home=repo.home).code == 0
    assert '\nignored: ["*.min.js", "b/"]\n' in file.read_text(encoding="utf-8")
    empty = code_review("config", "set", "modes.cr.severities", "[]", cwd=repo.top, home=repo.home)
    assert (empty.code, "modes.cr.severities: an empty list sets nothing" in empty.err) == (0, True)


def test_the_check_tells_what_the_next_run_would_refuse_and_lists_what_it_adds_in_short_lines(repo: Repo) -> None:
    (repo.home / "settings").mkdir()
    (repo.home / "settings" / "config.yaml").write_text("engine: banana\n", encoding="utf-8")
    repo.write(".code-review/config.yaml", "ignored: ['[x']\nmodes:\n  cr: {settings: {provider: banana}}\n")
    ran = code_review("config", "check", cwd=repo.top, home=repo.home)
    assert ran.code == 2
    assert "  engine: there is no engine banana" in ran.out
    assert "  ignored: '[x' is no pattern of paths" in ran.out
    assert "modes.cr.settings.provider: there is no engine banana" in ran.out
    assert "settings with their defaults:\n    mode, provider," in ran.out
    listed = [line for line in ran.out.splitlines() if line.startswith("    ")]
    assert len(listed) > 2
    assert max(map(len, listed)) < 100


def test_the_published_schema_takes_a_made_file(repo: Repo) -> None:
    schema = code_review("config", "schema", cwd=repo.top, home=repo.home).json
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["additionalProperties"] is False
