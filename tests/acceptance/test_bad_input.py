"""Bad input: one clear line that says what and what to do, the right exit code, JSON under --json, nothing changed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.cli import code_review
from tests.support.repo import Repo

OFFLINE = ("--engine", "offline")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """Two commits: `main`, and `feature` with one more file."""
    made = Repo.create(tmp_path / "repo")
    made.write("a.rs", "fn a() {}\n")
    made.commit("base")
    made.branch("feature")
    made.write("b.rs", "fn b() {}\n")
    made.commit("feature")
    return made


def policy(name: str, text: str) -> Callable[[Repo], None]:
    """Puts a policy file into the base of the change."""

    def write(repo: Repo) -> None:
        repo.switch("main")
        repo.write(name, text)
        repo.commit("policy")
        repo.switch("feature")
        repo.git("rebase", "-q", "main")

    return write


def nothing(repo: Repo) -> None:
    """The repository as it is."""


@pytest.mark.parametrize(
    ("arguments", "prepare", "code", "line", "hint"),
    [
        (("--since", "man"), nothing, 2, "man", "main"),
        (("--since", "two words"), nothing, 2, "two words", ""),
        (("--since", "-x"), nothing, 2, "-x", ""),
        (("--since", ""), nothing, 2, "--since needs a ref", "--since main"),
        (("--since", "main", "--staged"), nothing, 2, "two scopes", ""),
        (("--since", "main", "--all"), nothing, 2, "two scopes", ""),
        (("--all", "--path", "src"), nothing, 2, "two scopes", ""),
        (("--path", ".."), nothing, 2, "outside of the repository", ""),
        (("--path", "missing"), nothing, 2, "missing", ""),
        (("--force",), nothing, 2, "--force requires --reason", ""),
        (("--reason", "because"), nothing, 2, "--reason goes with --force", ""),
        (("--since", "main", "--agent", "securty-review"), nothing, 2, "securty-review", "security-review"),
        (("--background", "--agent", "doc-review"), nothing, 2, "--background", ""),
        (("--sinse", "main"), nothing, 2, "--sinse", "--help"),
        (("--fail-on", "sometimes"), nothing, 2, "sometimes", "--help"),
        (("a.rs",), nothing, 2, "a.rs is no command", "use --path a.rs"),
        (("nonsense",), nothing, 2, "nonsense is no command", "lenses"),
        (("--since", "main", "lenses"), nothing, 2, "lenses is a command and must come first", "code-review lenses"),
        (("--since", "feature"), nothing, 4, "nothing to review", "--since"),
        (("--staged",), nothing, 4, "nothing is staged", ""),
        (("--since", "main"), policy("ACCEPTED-RISKS.md", "---\nrules: [{id: x}]\n---\n"), 2, "ACCEPTED-RISKS.md", ""),
        (("--since", "main"), policy("ACCEPTED-RISKS.md", "---\nrules: [\n---\n"), 2, "ACCEPTED-RISKS.md", ""),
        (("--since", "main"), policy("review-config.json", "{"), 2, "review-config.json", ""),
        (("--since", "main"), policy(".code-review/config.yaml", "engin: x"), 2, "unknown key engin", "engine"),
        (("--since", "main"), policy(".code-review/config.yaml/a.yaml", "x: 1"), 2, "config.yaml is a folder", "move"),
        (("--since", "main"), policy(".code-review/agents/x-review.md", "no front matter"), 2, "x-review.md", ""),
    ],
)
def test_one_clear_line(
    repo: Repo, arguments: tuple[str, ...], prepare: Callable[[Repo], None], code: int, line: str, hint: str
) -> None:
    prepare(repo)
    before = (repo.status(), repo.git("write-tree"))
    ran = code_review(*arguments, *OFFLINE, "--json", cwd=repo.top, home=repo.home)
    assert ran.code == code, ran.err
    first, *rest = ran.err.splitlines()
    assert line in first
    assert hint in "\n".join(rest)
    assert ran.json["status"] == "error"
    assert ran.json["overall"] == "fail"
    assert ran.json["verdict"] == "none"
    assert line in ran.json["reason"]
    assert (repo.status(), repo.git("write-tree")) == before
    assert not (repo.top / ".claude").exists()


def test_prose_errors_leave_standard_output_empty(repo: Repo) -> None:
    ran = code_review("--since", "man", *OFFLINE, cwd=repo.top, home=repo.home)
    assert ran.out == ""
    assert len(ran.err.splitlines()) <= 2


def test_not_a_repository(tmp_path: Path) -> None:
    ran = code_review(*OFFLINE, "--json", cwd=tmp_path, home=tmp_path)
    assert ran.code == 2
    assert "not in a git repository" in ran.json["reason"]


def test_without_an_engine_nothing_is_started_or_staged(repo: Repo) -> None:
    repo.write("new.rs", "fn c() {}\n")
    ran = code_review("--json", cwd=repo.top, home=repo.home)
    assert ran.code == 4
    assert ran.json["missing"] == ["engine"]
    assert "--engine offline" in ran.json["hint"]
    assert repo.status() == "?? new.rs"


def test_an_unknown_engine_offers_the_nearest(repo: Repo) -> None:
    ran = code_review("--engine", "ofline", "--json", cwd=repo.top, home=repo.home)
    assert ran.code == 2
    assert ran.json["hint"] == "did you mean offline?"


def test_an_empty_repository_says_so(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "empty")
    ran = code_review(*OFFLINE, "--json", cwd=repo.top, home=repo.home)
    assert ran.code == 4
    assert "nothing to review" in ran.json["reason"]


def test_only_ignored_files_is_nothing_to_review(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "repo")
    repo.write(".git/info/exclude", "*.log\n")
    repo.write("run.log", "x\n")
    ran = code_review(*OFFLINE, "--json", cwd=repo.top, home=repo.home)
    assert ran.code == 4
    assert "nothing to review" in ran.json["reason"]


def test_a_whole_repository_over_500_files_needs_no_slice(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "large")
    repo.write_all({f"d{number % 7}/f{number}.rs": f"fn f{number}() {{}}\n" for number in range(501)})
    repo.commit("large")
    ran = code_review("--all", *OFFLINE, "--json", cwd=repo.top, home=repo.home)
    assert ran.code == 2
    assert "501 files" in ran.json["reason"]
    assert "--no-slice" in ran.json["hint"]


def test_init_risks_writes_a_template_once(repo: Repo) -> None:
    first = code_review("--init-risks", cwd=repo.top, home=repo.home)
    assert first.code == 0, first.err
    text = (repo.top / "ACCEPTED-RISKS.md").read_text(encoding="utf-8")
    assert text.startswith("---\n")
    second = code_review("--init-risks", "--json", cwd=repo.top, home=repo.home)
    assert second.code == 2
    assert "ACCEPTED-RISKS.md exists" in second.json["reason"]
    assert (repo.top / "ACCEPTED-RISKS.md").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("step",), "Usage"),
        (("step", "change_shap"), "did you mean change_shape?"),
        (("lenses", "show", "securty-review"), "did you mean security-review?"),
        (("config", "shw"), "shw"),
    ],
)
def test_commands_with_a_wrong_word(repo: Repo, arguments: tuple[str, ...], reason: str) -> None:
    ran = code_review(*arguments, cwd=repo.top, home=repo.home)
    assert ran.code == 2
    assert reason in ran.out + ran.err


def test_the_replay_engine_without_a_folder_is_no_engine(repo: Repo) -> None:
    ran = code_review("--since", "main", "--engine", "replay", "--json", cwd=repo.top, home=repo.home)
    assert ran.code == 4
    assert ran.json["missing"] == ["replay.dir"]


def test_an_empty_folder_in_the_place_of_the_settings_is_noticed_where_the_work_tree_is_read(repo: Repo) -> None:
    (repo.top / ".code-review/config.yaml").mkdir(parents=True)
    ran = code_review("--all", *OFFLINE, "--json", cwd=repo.top, home=repo.home)
    assert (ran.code, ran.json["reason"]) == (2, ".code-review/config.yaml is a folder, and a file is read there")


@pytest.mark.parametrize("name", ["config.yaml", "config.json"])
def test_a_folder_in_the_place_of_the_users_settings_is_an_error(repo: Repo, name: str) -> None:
    (repo.home / "settings" / name).mkdir(parents=True)
    ran = code_review("config", "show", "--json", cwd=repo.top, home=repo.home)
    assert (ran.code, f"settings/{name}: cannot be read" in ran.json["reason"]) == (2, True)


def test_a_broken_user_settings_file_names_itself_and_is_left(repo: Repo) -> None:
    settings = repo.home / "settings"
    settings.mkdir()
    (settings / "config.yaml").write_text("fail_on: [", encoding="utf-8")
    ran = code_review("config", "show", "--json", cwd=repo.top, home=repo.home)
    assert (ran.code, ran.json["fail_on"]["source"]) == (0, "defaults")
    assert f"{settings / 'config.yaml'}:1: not valid YAML" in ran.err
    assert (settings / "config.yaml").read_text(encoding="utf-8") == "fail_on: ["


def test_a_wrong_value_in_the_user_settings_is_an_error(repo: Repo) -> None:
    settings = repo.home / "settings"
    settings.mkdir()
    (settings / "config.yaml").write_text("fail_on: sometimes", encoding="utf-8")
    ran = code_review("config", "show", "--json", cwd=repo.top, home=repo.home)
    assert ran.code == 2
    assert f"{settings / 'config.yaml'}: fail_on" in ran.json["reason"]
