"""Each scope from the command line: which files are reviewed, what is left as it was. Rust files: no rule reads them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import Ran, code_review
from tests.support.replay import write_script
from tests.support.repo import Repo


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """`main` with two files; `feature` adds one and edits one."""
    made = Repo.create(tmp_path / "repo")
    made.write_all({"src/a.rs": "fn a() {}\n", "src/z.rs": "fn z() {}\n", "lib/l.rs": "fn l() {}\n"})
    made.commit("base")
    made.branch("feature")
    made.write_all({"src/b.rs": "fn b() {}\n", "lib/l.rs": "fn l() { loop {} }\n"})
    made.commit("feature")
    return made


def run(repo: Repo, *arguments: str, **options: Any) -> Ran:
    script = write_script(repo.home / "script")
    return code_review(
        *arguments,
        "--engine",
        "replay",
        "--replay-dir",
        str(script),
        "--json",
        cwd=options.pop("cwd", repo.top),
        home=repo.home,
        **options,
    )


def files(ran: Ran) -> dict[str, str | None]:
    return {file["path"]: file["status"] for file in ran.json["scope"]["files"]}


def test_since_reviews_what_the_branch_changed_and_nothing_else(repo: Repo) -> None:
    repo.write("junk.rs", "fn junk() {}\n")
    repo.write("src/a.rs", "fn edited() {}\n")
    before = repo.status()
    ran = run(repo, "--since", "main")
    assert ran.code == 0, ran.err
    assert files(ran) == {"lib/l.rs": "M", "src/b.rs": "A"}
    scope = ran.json["scope"]
    assert (scope["kind"], scope["base"], scope["headSha"]) == ("since", "main", repo.head())
    assert scope["baseSha"] == repo.git("merge-base", "main", "HEAD")
    assert len(scope["subject"]) == 64
    assert ran.json["verdict"] == "pass"
    assert repo.status() == before


def test_path_narrows_since_and_takes_files_and_folders(repo: Repo) -> None:
    ran = run(repo, "--since", "main", "--path", "src", "--path", "lib/l.rs")
    assert files(ran) == {"lib/l.rs": "M", "src/b.rs": "A"}
    assert files(run(repo, "--since", "main", "--path", "b.rs", cwd=repo.top / "src")) == {"src/b.rs": "A"}


def test_path_alone_reviews_whole_files(repo: Repo) -> None:
    repo.write("src/new.rs", "fn new() {}\n")
    ran = run(repo, "--path", "src")
    assert files(ran) == {"src/a.rs": None, "src/b.rs": None, "src/new.rs": None, "src/z.rs": None}
    assert ran.json["scope"]["subject"] is None


def test_all_reviews_every_file_that_is_not_ignored(repo: Repo) -> None:
    repo.write(".gitignore", "*.tmp\n")
    repo.write("x.tmp", "x")
    assert set(files(run(repo, "--all"))) == {".gitignore", "lib/l.rs", "src/a.rs", "src/b.rs", "src/z.rs"}


def test_auto_takes_staged_unstaged_and_untracked_files_and_stages_them(repo: Repo) -> None:
    repo.write("src/a.rs", "fn staged() {}\n")
    repo.stage("src/a.rs")
    repo.write("src/a.rs", "fn staged_and_edited() {}\n")
    repo.write("src/z.rs", "fn unstaged() {}\n")
    repo.write("new file.rs", "fn untracked() {}\n")
    ran = run(repo)
    assert files(ran) == {"new file.rs": "A", "src/a.rs": "M", "src/z.rs": "M"}
    assert sorted(repo.git("diff", "--cached", "--name-only").splitlines()) == ["new file.rs", "src/a.rs", "src/z.rs"]
    assert "git read-tree" in ran.err
    assert len(ran.json["scope"]["subject"]) == 64


def test_staged_reviews_the_index_as_it_is(repo: Repo) -> None:
    repo.write("src/a.rs", "fn staged() {}\n")
    repo.stage("src/a.rs")
    repo.write("src/a.rs", "fn later() {}\n")
    repo.write("untracked.rs", "fn u() {}\n")
    before = repo.git("write-tree")
    ran = run(repo, "--staged")
    assert files(ran) == {"src/a.rs": "M"}
    assert repo.git("write-tree") == before


def test_a_clean_tree_turns_to_the_whole_repository_and_says_so(repo: Repo) -> None:
    ran = run(repo)
    assert ran.json["scope"]["kind"] == "all"
    assert any("nothing has changed" in notice for notice in ran.json["notices"])


def detached(repo: Repo) -> None:
    repo.git("checkout", "-q", "--detach")


def unborn(repo: Repo) -> None:
    repo.git("checkout", "-q", "--orphan", "fresh")


@pytest.mark.parametrize(("prepare", "count"), [(detached, 1), (unborn, 5)])
def test_field_case_18_detached_and_unborn_heads_work(repo: Repo, prepare: Callable[[Repo], None], count: int) -> None:
    prepare(repo)
    repo.write("new.rs", "fn n() {}\n")
    ran = run(repo)
    assert ran.code == 0, ran.err
    assert ran.json["targetFiles"] == count


def test_field_case_1_a_linked_worktree_reviews_its_own_head(repo: Repo, tmp_path: Path) -> None:
    linked = repo.worktree(tmp_path / "linked", "side")
    linked.write("side.rs", "fn side() {}\n")
    linked.commit("side")
    ran = run(linked, "--since", "feature")
    assert files(ran) == {"side.rs": "A"}
    assert ran.json["scope"]["headSha"] == linked.head() != repo.head()


def test_field_case_16_every_odd_name_is_reviewed(repo: Repo) -> None:
    names = {
        "-dash.rs",
        "tab\there.rs",
        "new\nline.rs",
        'quo"te.rs',
        "back\\slash.rs",
        "co:lon.rs",
        "ünïcode.rs",
        " lead.rs",
    }
    repo.write_all(dict.fromkeys(names, "fn odd() {}\n"))
    ran = run(repo)
    assert set(files(ran)) == names
    assert {file for agent in ran.json["coverage"] for file in agent["files"]} == names
    repo.commit("odd")
    assert set(files(run(repo, "--since", "HEAD~1"))) == names


def test_field_case_17_user_settings_change_nothing(repo: Repo) -> None:
    plain = run(repo, "--since", "main").json["scope"]
    for name, value in {
        "diff.relative": "true",
        "diff.noprefix": "true",
        "diff.mnemonicPrefix": "true",
        "color.ui": "always",
        "diff.algorithm": "patience",
        "diff.external": "false",
        "core.autocrlf": "true",
        "core.quotePath": "true",
        "status.showUntrackedFiles": "no",
    }.items():
        repo.config(name, value)
    assert run(repo, "--since", "main", cwd=repo.top / "src").json["scope"] == plain
    repo.write("new.rs", "fn n() {}\n")
    assert files(run(repo)) == {"new.rs": "A"}


def test_field_case_19_a_submodule_is_a_pointer(repo: Repo, tmp_path: Path) -> None:
    other = Repo.create(tmp_path / "other")
    other.write("inner.rs", "fn inner() {}\n")
    other.commit("one")
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(other.top), "sub")
    repo.commit("submodule")
    ran = run(repo, "--since", "HEAD~1")
    assert set(files(ran)) == {".gitmodules", "sub"}
    assert ran.json["verdict"] == "pass"


def test_field_case_23_renames_modes_links_and_folders_have_a_status(repo: Repo) -> None:
    repo.git("mv", "src/a.rs", "src/renamed.rs")
    (repo.top / "src/z.rs").chmod(0o755)
    repo.remove("lib/l.rs")
    repo.write("lib/l.rs/inner.rs", "fn inner() {}\n")
    repo.link("link.rs", "src/z.rs")
    repo.commit("all kinds")
    assert files(run(repo, "--since", "HEAD~1")) == {
        "lib/l.rs": "D",
        "lib/l.rs/inner.rs": "A",
        "link.rs": "A",
        "src/renamed.rs": "R",
        "src/z.rs": "M",
    }


def test_a_secret_file_and_a_nested_repository_are_never_staged_and_are_named(repo: Repo) -> None:
    repo.write("new.rs", "fn n() {}\n")
    repo.write(".env", "TOKEN=x\n")
    nested = Repo.create(repo.top / "nested")
    nested.write("inner.rs", "fn i() {}\n")
    nested.commit("inner")
    ran = run(repo)
    assert files(ran) == {"new.rs": "A"}
    assert repo.git("diff", "--cached", "--name-only") == "new.rs"
    left_out = {row["file"] for agent in ran.json["coverage"] for row in agent["omitted"]}
    assert {".env", "nested/"} <= left_out or {".env", "nested"} <= left_out


def test_more_than_200_files_are_reviewed_with_a_note(repo: Repo) -> None:
    repo.write_all({f"many/f{number}.rs": f"fn f{number}() {{}}\n" for number in range(201)})
    repo.commit("many")
    ran = run(repo, "--all")
    assert ran.code == 0
    assert any(notice.startswith("Reviewing 205 files") for notice in ran.json["notices"])
    assert not any("Reviewing" in notice for notice in run(repo, "--path", "many").json["notices"])


def test_documentation_alone_is_not_reviewed_unless_asked(repo: Repo) -> None:
    repo.write("docs/guide.md", "# Guide\n")
    ran = run(repo)
    assert ran.code == 0
    assert ran.json == {
        "schema": "code-review-report/1",
        "status": "skipped",
        "reason": "documentation-only",
        "files": ["docs/guide.md"],
    }
    assert run(repo, "--agent", "doc-review").json["roster"]["selected"] == ["doc-review"]
    assert run(repo, "--background").json["targetFiles"] == 1
    assert run(repo, "--force", "--reason", "release").json["targetFiles"] == 1
