"""The ignore rules of a session: every source, its strength, and what stands at the base of the change."""

from pathlib import Path

import pytest

from orchestrator.dispatch.reading.arguments import BadCallError
from orchestrator.dispatch.reading.holdings import Holdings
from orchestrator.errors import ConfigurationError
from orchestrator.scope.ignore.rules import IgnoreRules
from orchestrator.scope.ignore.visible import visible
from orchestrator.scope.tree import GitTree
from orchestrator.settings.model import Value
from orchestrator.system.git import GitDoor
from orchestrator.wiring.ignore import ignore_rules
from orchestrator.wiring.reading import why_ignored
from orchestrator.wiring.session import open_session
from tests.support.repo import Repo

PROJECT = ".code-review/config.yaml"


@pytest.fixture(name="repo")
def fixture_repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repo:
    monkeypatch.setenv("CODE_REVIEW_HOME", str(tmp_path / "settings"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))
    repo = Repo.create(tmp_path / "r")
    repo.write_all(
        {
            ".gitignore": "*.sql\r\n# note\n",
            "src/.gitignore": "/gen\n!keep.sql\n",
            PROJECT: "ignored: ['*.gen.py', '!dist/']\n",
            "a.py": "a = 1\n",
        }
    )
    repo.commit("base")
    repo.branch("feature")
    return repo


def rules(repo: Repo, **given: Value) -> IgnoreRules:
    return ignore_rules(open_session(repo.top, given, since="main"))


def said(of: IgnoreRules, path: str) -> tuple[str, str, bool] | None:
    found = of.why(path)
    return (found.rule, found.source, found.by_base) if found else None


def test_every_source_has_its_name(repo: Repo, tmp_path: Path) -> None:
    user = tmp_path / "settings/config.yaml"
    user.parent.mkdir()
    user.write_text("ignored: [notes/]\n", encoding="utf-8")
    repo.write(".git/info/exclude", "*.mine\n/.claude/memory/\n")
    own = tmp_path / "config/git/ignore"
    own.parent.mkdir(parents=True)
    own.write_text("*.editor\n", encoding="utf-8")
    of = rules(repo, ignored=("docs/", "!notes/keep.md"))
    assert said(of, "node_modules/a.js") == ("node_modules/", "built-in list", True)
    assert said(of, "db/a.sql") == ("*.sql", ".gitignore", True)
    assert said(of, "src/gen/a.py") == ("/gen", "src/.gitignore", True)
    assert said(of, "src/keep.sql") is None
    assert said(of, "x.gen.py") == ("*.gen.py", PROJECT, True)
    assert said(of, "dist/a.js") is None
    assert said(of, "x.mine") == ("*.mine", ".git/info/exclude", False)
    assert said(of, ".claude/memory/x.py") is None
    assert said(of, "x.editor") == ("*.editor", str(own), False)
    assert said(of, "notes/a.md") == ("notes/", str(user), False)
    assert said(of, "notes/keep.md") is None
    assert said(of, "docs/a.md") == ("docs/", "command line", False)


def test_another_file_of_excludes_may_be_named(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("*.xx\n", encoding="utf-8")
    repo.config("core.excludesFile", str(tmp_path / "mine"))
    assert said(rules(repo), "a.xx") == ("*.xx", str(tmp_path / "mine"), False)


def test_the_change_cannot_write_rules_for_its_own_review(repo: Repo) -> None:
    repo.write_all({".gitignore": "evil.py\n", PROJECT: "ignored: [evil.py]\n", "lib/.gitignore": "*.py\n"})
    repo.commit("sneaky")
    assert [said(rules(repo), path) for path in ("evil.py", "lib/a.py")] == [None, None]
    tried = rules(repo, trust="worktree")
    assert said(tried, "evil.py") == ("evil.py", PROJECT, False)
    assert said(tried, "lib/a.py") == ("*.py", "lib/.gitignore", False)
    assert said(tried, "node_modules/a.js") == ("node_modules/", "built-in list", False)


def test_lists_can_be_switched_off_and_that_the_base_has_them_stays_known(repo: Repo) -> None:
    of = rules(repo, ignore_defaults=False, respect_git_ignore=False, ignored="vendor/, *.sql\n*.mine")
    assert [said(of, path) for path in ("node_modules/a.js", "src/gen/a.py")] == [None, None]
    assert said(of, "vendor/a.go") == ("vendor/", "command line", True)
    assert said(of, "a.sql") == ("*.sql", "command line", True)
    assert said(of, "a.mine") == ("*.mine", "command line", False)
    repo.switch("main")
    repo.write(PROJECT, "ignore_defaults: false\nrespect_git_ignore: false\n")
    repo.commit("no lists")
    repo.switch("feature")
    assert said(rules(repo), "node_modules/a.js") is None
    mine = rules(repo, ignore_defaults=True, respect_git_ignore=True)
    assert said(mine, "node_modules/a.js") == ("node_modules/", "built-in list", False)
    assert said(mine, "a.sql") == ("*.sql", ".gitignore", False)


def test_links_in_the_place_of_a_gitignore_are_not_followed(repo: Repo) -> None:
    repo.switch("main")
    repo.link("lib/.gitignore", "../a.py")
    repo.commit("link")
    repo.switch("feature")
    assert said(rules(repo), "lib/a = 1") is None
    assert said(rules(repo), "lib/../a.py") is None
    assert ignore_rules(open_session(repo.top, {}, whole_files=True)).why("lib/a.py") is None


def test_a_pattern_that_cannot_be_read_names_the_settings_it_stands_in(repo: Repo) -> None:
    repo.switch("main")
    repo.write(PROJECT, "ignored: ['src/[a']\n")
    repo.commit("broken")
    with pytest.raises(ConfigurationError, match=r"\.code-review/config\.yaml: 'src/\[a' is no pattern of paths"):
        rules(repo)


def test_without_the_repository_only_the_lists_count(repo: Repo) -> None:
    of = ignore_rules(open_session(repo.top, {"ignored": ("docs/",)}, since="main"), repository=False)
    assert [said(of, path) is not None for path in ("a.sql", "node_modules/a.js", "docs/a", "x.gen.py")] == [
        False,
        True,
        True,
        True,
    ]


def test_reviewers_see_nothing_of_what_is_ignored(repo: Repo) -> None:
    repo.write_all({"vendor/lib.py": "secret = 1\n", "src/app.py": "import lib\n", "build": "file\n"})
    repo.commit("more")
    tree, of = GitTree(GitDoor(repo.top), "HEAD"), rules(repo)
    seen = visible(tree, of)
    assert not {"vendor/lib.py", "build"} & set(seen.paths())
    assert (seen.read("vendor/lib.py"), seen.read("src/app.py")) == (None, b"import lib\n")
    holdings = Holdings(tree, frozenset({"a.py"}), ignored=why_ignored(of))
    assert holdings.paths == tuple(path for path in seen.paths() if path != "a.py")
    assert holdings.readable(["vendor/lib.py", "src/app.py"]) == ("src/app.py",)
    for name, why in (
        ("vendor/lib.py", "vendor/lib.py is not shown: ignored by vendor/ (built-in list)"),
        ("a.py", "there is no file a.py to read"),
        ("nowhere.py", "there is no file nowhere.py to read"),
    ):
        with pytest.raises(BadCallError, match=why.replace("(", r"\(").replace(")", r"\)")):
            holdings.file(name)
    for name, why in (("vendor", "vendor is not shown: ignored by vendor/"), ("nowhere", "there is no folder nowhere")):
        with pytest.raises(BadCallError, match=why):
            holdings.folder(name)
