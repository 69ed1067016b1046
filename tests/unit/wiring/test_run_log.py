"""The log of a run: what was read, what was in force, how it ended; and nothing that is secret."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from orchestrator.settings.model import COMMAND_LINE, Layer, merge, preset
from orchestrator.settings.parse import default_layer, parse_layer
from orchestrator.wiring.run_log import KEPT, RunLog, log_folder, open_run_log, write_error_log
from orchestrator.wiring.session import open_session
from tests.support.repo import Repo

NOW = datetime(2024, 3, 4, 5, 6, 7, 89, tzinfo=UTC)
SECRET = "sk-ant-api03-0123456789-abcdefghij"


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"CODE_REVIEW_HOME": str(tmp_path / "home")}


def lines(log: RunLog) -> list[str]:
    assert log.path is not None
    return log.path.read_text(encoding="utf-8").splitlines()


def test_a_log_says_what_was_in_force_and_why(environ: dict[str, str]) -> None:
    log = open_run_log(NOW, "code-review 1", environ=environ)
    user = parse_layer(
        f"max_files: 25\nlens_timeout: 9\nmodes: {{arc: {{label: Mine}}}}\nanthropic: {{headers: {{X-K: {SECRET}}}}}\n",
        "user.yaml",
    )
    settings = merge((Layer(COMMAND_LINE, {"engine": "offline"}), user, default_layer()))
    log.settings(preset(settings, Layer("mode arc", {"max_tool_calls": 60})))
    log.warn(["modes.arc: odd", f"token {SECRET}"])
    log.end(4)
    assert lines(log) == [
        "code-review 1",
        'setting: anthropic.headers = {"X-K": "[redacted]"} (user.yaml)',
        "setting: engine = offline (command line)",
        "setting: lens_timeout = 9 (user.yaml)",
        "setting: max_tool_calls = 60 (mode arc)",
        "setting: modes.arc.label = Mine (user.yaml)",
        "warning: modes.arc: odd",
        "warning: token [redacted]",
        "exit code: 4",
    ]


def test_a_log_names_the_files_that_were_read(
    environ: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODE_REVIEW_HOME", environ["CODE_REVIEW_HOME"])
    repo = Repo.create(tmp_path / "repo")
    repo.write(".code-review/config.yaml", "fail_on: never\n")
    repo.commit("base")
    log = open_run_log(NOW, "first", environ=environ, tree=repo.top)
    log.session(open_session(repo.top, {}, completes=True))
    user = tmp_path / "home" / "config.yaml"
    assert lines(log)[1:] == [
        "policy: base HEAD",
        "settings file: .code-review/config.yaml",
        f"settings file: {user}",
        f"note: {user}: was made, with the defaults of this release",
    ]


def test_logs_are_private_and_only_the_newest_are_kept(environ: dict[str, str]) -> None:
    folder = log_folder(environ)
    logs = [open_run_log(NOW + timedelta(seconds=n), "x", environ=environ) for n in range(KEPT + 3)]
    (folder / "notes.txt").write_text("mine")
    error = write_error_log(NOW + timedelta(days=1), f"Traceback {SECRET}", environ)
    kept = sorted(path.name for path in folder.glob("*.log"))
    assert len(kept) == KEPT
    assert [log.path is not None and log.path.exists() for log in logs] == [False] * 4 + [True] * (KEPT - 1)
    assert (folder / "notes.txt").exists()
    assert error.read_text() == "Traceback [redacted]"
    assert {path.stat().st_mode & 0o777 for path in (folder, folder.parent)} == {0o700}
    assert error.stat().st_mode & 0o777 == 0o600
    assert kept[-1].startswith("20240305T050607.000089Z-")
    assert kept[-1].endswith("-error.log")


def test_without_a_place_to_write_the_run_goes_on(environ: dict[str, str], tmp_path: Path) -> None:
    assert open_run_log(NOW, "x", environ=environ, tree=tmp_path).path is None
    (tmp_path / "home").write_text("in the way")
    log = open_run_log(NOW, "x", environ=environ)
    log.end(0)
    assert log.path is None
    gone = RunLog(tmp_path / "gone.log")
    gone.note("x")
    assert not (tmp_path / "gone.log").exists()
