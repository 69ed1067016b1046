"""The user's settings file: made, completed, and never harmed."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from orchestrator.errors import ConfigurationError, StateError
from orchestrator.settings.model import COMMAND_LINE, Layer, merge
from orchestrator.settings.parse import default_layer
from orchestrator.system.own_file import create_file, replace_file
from orchestrator.wiring.modes import modes_of
from orchestrator.wiring.session import open_session
from orchestrator.wiring.user_settings import UserSettings, load_user_settings, write_settings
from tests.support.repo import Repo


class Home:
    """A home of settings in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "config.yaml"
        self.environ = {"CODE_REVIEW_HOME": str(folder)}

    def write(self, text: str, name: str = "config.yaml") -> None:
        self.folder.mkdir(exist_ok=True)
        (self.folder / name).write_bytes(text.encode())

    def load(self, *, completes: bool = True, **given: Any) -> UserSettings:
        return load_user_settings(completes=completes, environ=self.environ, **given)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def test_the_first_run_makes_the_file_and_the_next_ones_leave_it(home: Home) -> None:
    assert home.load().noted == (f"{home.file}: was made, with the defaults of this release",)
    state = home.file.stat()
    assert (state.st_mode & 0o777, home.load()) == (0o600, home.load(completes=False))
    assert home.file.stat().st_mtime_ns == state.st_mtime_ns
    assert sorted(path.name for path in home.folder.iterdir()) == ["config.yaml", "state"]


def test_the_made_file_changes_nothing(home: Home) -> None:
    layer = home.load().layer
    with_file, without = merge((layer, default_layer())), merge((default_layer(),))
    assert {key: value for key, value in with_file.values.items() if key != "modes"} == {
        key: value for key, value in without.values.items() if key != "modes"
    }
    assert modes_of(with_file) == modes_of(without)
    assert merge((Layer(COMMAND_LINE, {"max_files": 3}), layer, default_layer())).number("max_files") == 3


def test_reading_alone_makes_nothing(home: Home) -> None:
    assert home.load(completes=False).layer.values == {}
    assert not home.folder.exists()


def test_a_file_is_completed_through_a_link_and_keeps_its_mode(home: Home, tmp_path: Path) -> None:
    target = tmp_path / "dotfiles.yaml"
    target.write_bytes(b"engine: offline # mine\r\n")
    target.chmod(0o640)
    home.folder.mkdir()
    home.file.symlink_to(target)
    found = home.load()
    assert found.layer.values["engine"] == "offline"
    assert "was completed with mode, provider" in found.noted[0]
    assert home.file.is_symlink()
    assert target.read_bytes().startswith(b"engine: offline # mine\r\n\r\n# What a run")
    assert target.stat().st_mode & 0o777 == 0o640
    assert home.load().noted == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("fail_on: [", ":1: not valid YAML"),
        ("engine: x\nengine: y\n", "engine is given twice"),
        ("engine: x\n---\nengine: y\n", "not valid YAML"),
        ("engine:\n\t- x\n", "not valid YAML"),
        ("engine: 2024-99-99\n", "not valid YAML"),
        ("[" * 5000, "not valid YAML"),
    ],
)
@pytest.mark.parametrize("completes", [True, False])
def test_a_file_that_cannot_be_parsed_is_reported_and_left(home: Home, text: str, said: str, completes: bool) -> None:
    home.write(text)
    found = home.load(completes=completes)
    assert (found.layer.values, len(found.said), said in found.said[0]) == ({}, 1, True)
    assert str(home.file) in found.said[0]
    assert home.file.read_text() == text


@pytest.mark.parametrize(
    ("text", "said", "noted"),
    [
        ("engine: &a offline\n", "it uses anchors", ""),
        ("engine: offline\n...\n", "it is ended by", ""),
        ("%YAML 1.1\n---\nengine: offline\n", "directive", ""),
        ("{engine: offline}\n", "", "braces"),
        ('{"engine": "offline"}', "", "braces"),
    ],
)
def test_a_file_that_cannot_be_completed_is_used_as_it_is(home: Home, text: str, said: str, noted: str) -> None:
    home.write(text)
    found = home.load()
    assert found.layer.values == {"engine": "offline"}
    assert [said in line for line in found.said] == [True] * bool(said)
    assert [noted in line for line in found.noted] == [True] * bool(noted)
    assert home.file.read_text() == text


@pytest.mark.parametrize("text", ["engin: x\n", "max_files: many\n", "- a\n", "max_files: 1\nmaxFiles: 1\n"])
def test_a_mistake_in_the_file_is_an_error_and_the_file_is_left(home: Home, text: str) -> None:
    home.write(text)
    with pytest.raises(ConfigurationError):
        home.load()
    assert home.file.read_text() == text


def test_json_is_used_and_not_completed_and_beside_yaml_an_error(home: Home) -> None:
    home.write('{"engine": "offline", "maxFiles": 3}', "config.json")
    found = home.load()
    assert found.layer.values == {"engine": "offline", "max_files": 3}
    assert (found.said, len(found.noted)) == ((), 1)
    home.write("engine: offline\n")
    with pytest.raises(ConfigurationError, match="both"):
        home.load()


def test_nothing_is_written_into_the_work_tree(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    assert home.load(tree=tmp_path).layer.values == {}
    assert not home.folder.exists()
    home.write("engine: offline\n")
    assert "lies in the work tree" in home.load(tree=tmp_path).noted[0]
    assert home.file.read_text() == "engine: offline\n"


def test_a_home_that_cannot_be_written_is_noted_and_the_run_goes_on(tmp_path: Path) -> None:
    home = Home(tmp_path / "file" / "home")
    home.folder.parent.write_text("in the way")
    with pytest.raises(ConfigurationError, match="cannot be read"):
        home.load()
    ready = Home(tmp_path / "ready")
    ready.write("engine: offline\n")
    (ready.folder / "state").write_text("in the way")
    assert "was not completed" in ready.load().noted[0]
    ready.file.unlink()
    assert "was not made" in ready.load().noted[0]


def test_what_somebody_else_wrote_meanwhile_is_kept(home: Home) -> None:
    home.write("engine: offline\n")
    with pytest.raises(StateError, match="changed by somebody else"):
        write_settings(home.file, "engine: claude\n", "engine: replay\n", home.environ)
    with pytest.raises(StateError, match="changed by somebody else"):
        write_settings(home.file, None, "engine: replay\n", home.environ)
    assert home.file.read_text() == "engine: offline\n"
    assert not replace_file(home.file, b"other", b"mine")
    assert not create_file(home.file, b"mine")
    assert sorted(path.name for path in home.folder.iterdir()) == ["config.yaml", "state"]


@pytest.mark.parametrize("environ", [{"CODE_REVIEW_HOME": " ", "HOME": "x"}, {}])
def test_a_blank_home_is_none(environ: Mapping[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert load_user_settings(completes=False, environ=environ).path == tmp_path / "code-review" / "config.yaml"


def test_runs_at_the_same_time_do_the_work_once(home: Home) -> None:
    for before in ("", "engine: offline # mine\n"):
        if before:
            home.write(before)
        with ThreadPoolExecutor(6) as pool:
            found = [done.result() for done in [pool.submit(home.load) for _ in range(6)]]
        assert {one.said for one in found} == {()}
        assert len({line for one in found for line in one.noted if "was made" in line or "completed with" in line}) == 1
        text = home.file.read_text()
        assert text.startswith(before)
        assert home.load().noted == ()
        assert home.file.read_text() == text
    assert sorted(path.name for path in home.folder.iterdir()) == ["config.yaml", "state"]


def test_a_made_file_takes_nothing_from_the_base_and_a_change_cannot_set_its_own_policy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODE_REVIEW_HOME", str(tmp_path / "home"))
    repo = Repo.create(tmp_path / "repo")
    repo.write(".code-review/config.yaml", "fail_on: warning\nmaxFiles: 4\ngate: {engines: [claude]}\n")
    repo.commit("base")
    repo.write(".code-review/config.yaml", "fail_on: never\nmax_files: 900\ngate: {accept_offline: true}\n")
    for _ in range(2):
        session = open_session(repo.top, {}, completes=True)
        values = session.settings.values
        assert (session.trust, values["fail_on"], values["max_files"]) == ("base", "warning", 4)
        assert session.gate.names("gate.engines") == ("claude",)
        assert not session.gate.flag("gate.accept_offline")
        assert session.settings.sources["fail_on"] == ".code-review/config.yaml"
    assert (tmp_path / "home" / "config.yaml").exists()
    assert repo.git("status", "--porcelain") == " M .code-review/config.yaml"
