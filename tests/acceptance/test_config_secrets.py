"""Settings that hold secrets: said nowhere, neither when they are shown nor when they stand in the wrong place."""

from pathlib import Path

import pytest

from tests.support.cli import code_review
from tests.support.repo import Repo

SECRET = "sk-ant-api03-0123456789-abcdefghij"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / "repo")
    made.write("a.py", "x = 1\n")
    made.commit("base")
    (made.home / "settings").mkdir()
    return made


def given(repo: Repo, text: str) -> None:
    (repo.home / "settings/config.yaml").write_text(text, encoding="utf-8")


def test_headers_are_shown_by_name(repo: Repo) -> None:
    given(repo, f"anthropic:\n  headers: {{X-Token: {SECRET}}}\n  key_command: 'print-key {SECRET}'\n")
    for words in (("config", "show"), ("config", "show", "--json")):
        ran = code_review(*words, cwd=repo.top, home=repo.home)
        assert (ran.code, "X-Token" in ran.out, SECRET in ran.out + ran.err) == (0, True, False)


def test_a_key_in_the_place_of_its_name_is_not_printed(repo: Repo) -> None:
    given(repo, f"anthropic: {{key_env: {SECRET}}}\n")
    ran = code_review("config", "show", cwd=repo.top, home=repo.home)
    assert (ran.code, "anthropic.key_env" in ran.err, SECRET in ran.out + ran.err) == (2, True, False)


def test_a_budget_in_money_asks_for_a_price_on_this_machine_too(repo: Repo) -> None:
    env = {"ANTHROPIC_BASE_URL": "http://127.0.0.1:9", "ANTHROPIC_API_KEY": "none"}
    words = ("--path", "a.py", "--engine", "anthropic", "--budget-usd", "1", "--agent", "naming-review")
    ran = code_review(*words, cwd=repo.top, home=repo.home, env=env)
    assert (ran.code, "needs the price of" in ran.err) == (2, True)
