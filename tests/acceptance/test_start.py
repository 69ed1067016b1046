"""A command that tests start by forking says and does what one with an interpreter of its own does."""

from pathlib import Path

import pytest

from tests.support.cli import FORKER, environment, started_alone
from tests.support.repo import Repo


@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        (("--help",), b""),
        (("--no-such-flag", "--json"), b""),
        (("--since", "nowhere"), b""),
        (("config", "show", "--json"), b""),
        (("exchange", "answer", "nobody", "--file", "-", "--exchange-dir", "."), b'{"reply": \xff'),
    ],
    ids=["help", "usage", "scope", "settings", "standard-input"],
)
def test_a_forked_command_is_like_any_other(tmp_path: Path, words: tuple[str, ...], stdin: bytes) -> None:
    repo = Repo.create(tmp_path / "a folder")
    repo.write("a.py", "x = 1\n")
    repo.commit("base")
    env = environment(repo.home, {"CODE_REVIEW_MARK": "ä \udcff"})
    ended = [start(words, cwd=repo.top, env=env, stdin=stdin, seconds=60) for start in (started_alone, FORKER.run)]
    alone, forked = ((one.returncode, one.stdout, one.stderr) for one in ended)
    assert forked == alone
    assert alone[1] + alone[2]
