"""Choosing the mode of a run: what is said of the modes, and of one that the work tree alone has."""

from pathlib import Path

import pytest

from orchestrator.cli.alone import mode_of
from orchestrator.errors import UsageError
from orchestrator.settings.model import Value
from orchestrator.wiring.run_log import RunLog
from orchestrator.wiring.session import open_session
from tests.support.repo import Repo

OWN = "  own: {task: t, aliases: [o], lable: 1, severities: [{id: a, verdict: warn}]}\n"
SAID = "code-review: .code-review/config.yaml: modes.own.lable: there is no such key"


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repo:
    monkeypatch.setenv("CODE_REVIEW_HOME", str(tmp_path / "home"))
    repo = Repo.create(tmp_path / "repo")
    repo.write(".code-review/config.yaml", "modes:\n  lst: [1]\n")
    repo.commit()
    repo.write(".code-review/config.yaml", f"modes:\n  lst: [1]\n{OWN}")
    return repo


def chosen(repo: Repo, tmp_path: Path, **given: Value) -> str:
    """The id of the mode of a run, empty for the panel; its log is in `tmp_path`."""
    log = tmp_path / "log"
    log.touch()
    mode = mode_of(open_session(repo.top, given), RunLog(log))
    return mode.id if mode else ""


def test_the_panel_hears_that_there_is_something_and_the_log_what(
    repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert chosen(repo, tmp_path, trust="worktree") == ""
    assert capsys.readouterr().err == (
        "code-review: 2 things in modes had to be put right; see `code-review modes check`\n"
    )
    assert (tmp_path / "log").read_text(encoding="utf-8").count("warning: .code-review/config.yaml: modes.") == 2


@pytest.mark.parametrize(("name", "mode", "said"), [("own", "own", SAID), ("o", "own", SAID), ("cr", "cr", "")])
def test_a_mode_hears_of_itself_alone(
    repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, mode: str, said: str
) -> None:
    assert chosen(repo, tmp_path, trust="worktree", mode=name) == mode
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == bool(said)
    assert "".join(lines).startswith(said)


@pytest.mark.parametrize("name", ["own", "o"])
def test_a_mode_of_the_work_tree_alone_is_told_from_one_that_nobody_has(repo: Repo, tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError) as caught:
        chosen(repo, tmp_path, mode=name)
    assert (
        f"the mode {name} of .code-review/config.yaml in the work tree is not there at the base" in caught.value.reason
    )
    assert caught.value.hint == "try it with --trust worktree, or commit .code-review/config.yaml to the base"


def test_an_entry_that_was_left_out_says_why_beside_the_refusal(
    repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UsageError, match="there is no mode lst"):
        chosen(repo, tmp_path, mode="lst")
    assert "modes.lst: [1] is not a mapping" in capsys.readouterr().err


def test_a_broken_file_in_the_work_tree_hides_no_error(repo: Repo, tmp_path: Path) -> None:
    repo.write(".code-review/config.yaml", "modes: [")
    with pytest.raises(UsageError, match="there is no mode own"):
        chosen(repo, tmp_path, mode="own")
