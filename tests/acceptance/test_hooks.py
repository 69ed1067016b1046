"""The hooks as they are installed: real pushes to a real remote, and calls as an agent host makes them."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.support.cli import ROOT, code_review
from tests.support.gate import branch, reviewed
from tests.support.hooks import Said, call, event, push, pushed, remote
from tests.support.repo import Repo

REASON = "PR_GATE_BYPASS_REASON"
NAME = 'it\'s a "shop" $x'


@pytest.fixture(scope="module")
def passed(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    """A branch `feature` that a review has let pass, with a remote that has `main`."""
    made = branch(tmp_path_factory.mktemp("reviewed") / NAME)
    ran = reviewed(made)
    assert ran.json["gate"]["written"], ran.out
    return made


@pytest.fixture
def repo(passed: Repo, tmp_path: Path) -> Repo:
    """A copy of it with both hooks installed."""
    shutil.copytree(passed.top, tmp_path / NAME, symlinks=True)
    made = Repo((tmp_path / NAME).resolve(), tmp_path.resolve(), passed.ticks)
    remote(made)
    for flags in ((), ("--agent-host",)):
        ran = hooks(made, "install", *flags)
        assert (ran.code, ran.err) == (0, "")
    return made


def hooks(repo: Repo, *arguments: str, stdin: str = "", env: dict[str, str] | None = None) -> Said:
    ran = code_review("hooks", *arguments, cwd=repo.top, home=repo.home, stdin=stdin, env=env)
    return Said(ran.code, ran.out, ran.err)


def arrived(repo: Repo, name: str = "feature") -> bool:
    return pushed(repo.home / "the remote.git", name)


def host(repo: Repo, command: str, env: dict[str, str] | None = None, cwd: Path | None = None) -> Said:
    script = repo.top / ".git" / "code-review" / "agent-host"
    return call(script, event(command, cwd or repo.top), repo.home, env)


def change(repo: Repo) -> None:
    repo.write("shop.py", "x = 1\n")
    repo.commit("after the review")


def test_what_was_reviewed_may_leave(repo: Repo) -> None:
    said = push(repo, "-u", "origin", "feature")
    assert (said.code, arrived(repo)) == (0, True), said
    assert "code-review" not in said.err


def test_what_was_not_reviewed_may_not(repo: Repo) -> None:
    change(repo)
    said = push(repo, "origin", "feature")
    assert (said.code, arrived(repo)) == (1, False)
    assert "push of feature" in said.err
    assert "(subject-changed)" in said.err
    assert "shop.py" in said.err
    assert "to mend it: code-review --since origin/main" in said.err
    assert (push(repo, "origin", "HEAD~1:refs/heads/feature").code, arrived(repo)) == (0, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("origin", "HEAD:refs/heads/another"),
        ("--all", "origin"),
        ("--force", "origin", "feature"),
        ("origin", "main", "feature"),
    ],
)
def test_every_way_to_push_is_judged(repo: Repo, arguments: tuple[str, ...]) -> None:
    assert push(repo, "origin", "feature").code == 0
    repo.git("commit", "-q", "--amend", "--no-verify", "-m", "again")
    change(repo)
    assert push(repo, *arguments).code == 1


def test_deletions_tags_and_the_base_itself_pass(repo: Repo) -> None:
    assert push(repo, "origin", "feature").code == 0
    change(repo)
    repo.git("tag", "v1")
    repo.git("tag", "-m", "one", "v2")
    said = push(repo, "origin", "v1", "v2", ":feature")
    assert (said.code, arrived(repo)) == (0, False), said
    said = push(repo, "origin", "feature:main")
    assert said.code == 0
    assert said.err.count("code-review: main is the default branch as it is known here, so its push is not judged") == 1


def test_a_list_that_cannot_be_read_is_refused(repo: Repo) -> None:
    change(repo)
    line = f"refs/heads/feature {repo.head()} refs/heads/feature {'0' * 40}"
    script = str(repo.top / ".git" / "hooks" / "pre-push")
    broken = repo.home / "broken"
    broken.mkdir()
    (broken / "cat").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (broken / "cat").chmod(0o755)
    env = {**os.environ, "PATH": f"{broken}:{os.environ['PATH']}"}
    for redirect, code in ((f"<<'E'\n{line}\nE", 1), ("<&-", 1), ("</dev/null", 0)):
        command = f'"$0" origin url {redirect}'
        done = subprocess.run(["sh", "-c", command, script], cwd=repo.top, env=env, capture_output=True, check=False)
        assert (done.returncode, b"push" in done.stderr) == (code, bool(code)), (redirect, done)


def test_a_branch_without_a_change_passes_with_a_word(repo: Repo) -> None:
    said = push(repo, "origin", "main:refs/heads/copy")
    assert said.code == 0
    assert "copy has nothing to review" in said.err


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", 0),
        ("nonsense\n", 1),
        ("a b c\n", 1),
        ("refs/heads/x zz refs/heads/x zz\n", 1),
        (f"x {'1' * 40} refs/heads/x {'0' * 40}\n", 1),
    ],
)
def test_what_git_never_says_is_refused(repo: Repo, text: str, code: int) -> None:
    said = hooks(repo, "run", "pre-push", "origin", "url", stdin=text)
    assert said.code == code
    assert ("refused" in said.err) == bool(code)


def test_the_pre_commit_framework_says_it_in_variables(repo: Repo) -> None:
    seen = {"PRE_COMMIT_TO_REF": repo.head(), "PRE_COMMIT_REMOTE_BRANCH": "refs/heads/feature"}
    assert hooks(repo, "run", "pre-push", env=seen).code == 0
    change(repo)
    assert hooks(repo, "run", "pre-push", env={**seen, "PRE_COMMIT_TO_REF": repo.head()}).code == 1
    shown = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert "entry: code-review hooks run pre-push" in shown


def test_a_foreign_hook_is_fed_as_before_and_may_still_refuse(repo: Repo) -> None:
    hooks(repo, "uninstall")
    seen = repo.home / "seen"
    foreign = repo.top / ".git" / "hooks" / "pre-push"
    foreign.write_text(
        f"#!/bin/sh\necho \"$#:$1\" > '{seen}'\ncat >> '{seen}'\ntest ! -e '{repo.home}/no'\n", encoding="utf-8"
    )
    foreign.chmod(0o755)
    assert "chained" in hooks(repo, "install").out
    assert push(repo, "origin", "feature").code == 0
    lines = seen.read_text(encoding="utf-8").splitlines()
    assert lines == ["2:origin", f"refs/heads/feature {repo.head()} refs/heads/feature {'0' * 40}"]
    (repo.home / "no").touch()
    assert push(repo, "origin", "feature:again").code == 1
    (repo.home / "no").unlink()
    seen.unlink()
    change(repo)
    assert push(repo, "origin", "feature").code == 1
    assert not seen.exists()
    hooks(repo, "uninstall")
    assert push(repo, "origin", "feature").code == 0
    assert seen.exists()


def test_a_linked_work_tree_answers_for_itself(repo: Repo) -> None:
    other = repo.worktree(repo.home / "other tree", "second")
    other.write("more.py", "y = 2\n")
    other.commit("unreviewed")
    said = push(other, "origin", "second")
    assert (said.code, arrived(repo, "second")) == (1, False)
    assert push(repo, "origin", "feature").code == 0


def test_a_local_hooks_folder(repo: Repo) -> None:
    hooks(repo, "uninstall")
    repo.config("core.hooksPath", "my hooks")
    assert hooks(repo, "install").code == 0
    change(repo)
    assert push(repo, "origin", "feature").code == 1
    hooks(repo, "uninstall")
    assert push(repo, "origin", "feature").code == 0


def test_hooks_elsewhere_are_not_touched_and_the_way_out_is_told(repo: Repo) -> None:
    repo.config("core.hooksPath", str(repo.home / "shared"))
    said = hooks(repo, "install")
    assert said.code == 2
    assert "not effective" in said.out
    assert 'code-review hooks run pre-push "$@" || exit 1' in said.out
    shown = hooks(repo, "status", "--json")
    assert [row["effective"] for row in json.loads(shown.out)] == [False, True]


def test_a_bypass_is_recorded_and_said(repo: Repo) -> None:
    change(repo)
    said = push(repo, "origin", "feature", env={REASON: "the build is down"})
    assert (said.code, arrived(repo)) == (0, True)
    assert "bypassed and recorded: the build is down" in said.err
    audit = (repo.top / ".claude" / "metrics" / "gate-bypass-audit.jsonl").read_text(encoding="utf-8")
    row = json.loads(audit.splitlines()[-1])
    assert (row["triggeredBy"], row["reason"], row["branch"]) == ("pre-push", "the build is down", "feature")
    assert push(repo, "origin", "feature:b", env={REASON: "  "}).code == 1


def test_a_bypass_that_cannot_be_recorded_is_not_given(repo: Repo) -> None:
    change(repo)
    shutil.rmtree(repo.top / ".claude" / "metrics")
    (repo.top / ".claude" / "metrics").symlink_to(repo.home)
    said = push(repo, "origin", "feature", env={REASON: "the build is down"})
    assert (said.code, arrived(repo)) == (1, False)
    assert "cannot be recorded" in said.err


def test_a_repository_that_is_not_the_one_pushed_from(repo: Repo) -> None:
    change(repo)
    other = branch(repo.home / "other")
    env = {"GIT_DIR": str(repo.top / ".git")}
    said = push(other, "origin", "feature", env=env)
    assert (said.code, arrived(repo)) == (1, False)


@pytest.mark.parametrize("gone", ["interpreter", "package"])
def test_a_removed_environment_refuses_and_says_how_to_repair(repo: Repo, gone: str) -> None:
    home = repo.home / "an environment"
    venv.create(home, with_pip=False, symlinks=True)
    package = home / "lib"
    shutil.copytree(ROOT / "orchestrator", package / "orchestrator", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("hooks", "agents", "knowledge"):
        shutil.copytree(ROOT / name, package / "orchestrator" / "_data" / name)
    # The environment borrows the libraries of this one, as an installation of its own would have them.
    env = {"PYTHONPATH": os.pathsep.join([str(package), *(path for path in sys.path if path.endswith("-packages"))])}
    for flags in ((), ("--agent-host",)):
        argv = [str(home / "bin" / "python"), "-m", "orchestrator", "hooks", "install", *flags]
        subprocess.run(argv, cwd=repo.top, env={**os.environ, **env}, check=True, capture_output=True)
    assert push(repo, "origin", "feature:one").code == 0
    assert host(repo, "gh pr create").code == 0
    shutil.rmtree(home if gone == "interpreter" else package)
    said = push(repo, "origin", "feature:two")
    assert (said.code, arrived(repo, "two")) == (1, False)
    assert "(hook-broken)" in said.err
    assert "to mend it: " in said.err
    refused = host(repo, "gh pr create")
    assert refused.code == 2
    assert "code-review hooks install --agent-host" in refused.err
    assert host(repo, "ls -la").code == 0
    shown = json.loads(hooks(repo, "status", "--json").out)
    assert [(row["effective"], row["stale"]) for row in shown] == [(False, True), (False, True)]
    for flags in ((), ("--agent-host",)):
        assert hooks(repo, "install", *flags).code == 0
    assert push(repo, "origin", "feature:two").code == 0
    assert host(repo, "gh pr create").code == 0


OPEN = [
    "gh pr create",
    "gh pr create --base main --head feature --title x --body \"$(cat <<'EOF'\nIt's `done`\nEOF\n)\"",
    "cd src 2>/dev/null || true; git status",
    "git push -u origin HEAD && gh pr create --fill",
    "gh pr create --head $(git branch --show-current)",
    "gh pr create --head me:feature",
    "GH_REPO=somebody/shop gh pr create",
    "gh -R somebody/shop pr create",
    "glab mr create --target-branch main",
    "git push -o merge_request.create origin feature",
    "sh -c 'cd . && gh pr create'",
    "gh pr list && gh pr view 3",
]
CLOSED = {
    "gh pr create --base other": "unresolved",
    "gh pr create --head other": "unresolved",
    "gh pr create --base $B": "unresolved",
    "gh -R someone/else pr create": "unresolved",
    "cd / && gh pr create": "no-subject",
    "cd nowhere && gh pr create": "unresolved",
    "gh pr create --head main": "nothing-to-review",
    "git push -o merge_request.create origin feature~1:x": "nothing-to-review",
    "gh alias set p 'pr create'": "unresolved",
    "echo x > .claude/memory/.pr-review-passed": "guarded-file",
}


def test_an_agent_may_open_what_was_reviewed(repo: Repo) -> None:
    repo.git("remote", "add", "hub", "git@github.example:Somebody/Shop.git")
    for command in OPEN:
        said = host(repo, command)
        assert (said.code, said.out, said.err) == (0, "", ""), command


def test_an_agent_may_not_open_anything_else(repo: Repo) -> None:
    for command, rule in CLOSED.items():
        said = host(repo, command)
        assert (said.code, f"({rule})" in said.err) == (2, True), (command, said)
        assert said.out == said.err
        assert "to mend it: " in said.err
    change(repo)
    for command in OPEN[:2] + OPEN[3:-1]:
        if "omebody" not in command:
            assert (host(repo, command).code, command) == (2, command)
    assert "subject-changed" in host(repo, "gh pr create").err


def test_an_agent_in_another_folder(repo: Repo) -> None:
    (repo.top / "sub folder").mkdir()
    assert host(repo, "cd 'sub folder' && gh pr create").code == 0
    assert host(repo, "gh pr create", cwd=repo.top / "sub folder").code == 0
    other = branch(repo.home / "not reviewed")
    assert host(repo, f"cd {shlex.quote(str(other.top))} && gh pr create").code == 2
    assert host(repo, f"false && cd {shlex.quote(str(repo.top))}; gh pr create", cwd=other.top).code == 2


def test_a_bypass_inside_of_the_command_does_not_count(repo: Repo) -> None:
    change(repo)
    said = host(repo, f"{REASON}=x gh pr create")
    assert said.code == 2
    assert f"{REASON} inside of the command does not count" in said.err
    said = host(repo, "gh pr create", env={REASON: "agreed with the team"})
    assert said.code == 0
    assert "bypassed and recorded: agreed with the team" in said.err
    audit = (repo.top / ".claude" / "metrics" / "gate-bypass-audit.jsonl").read_text(encoding="utf-8")
    assert json.loads(audit.splitlines()[-1])["triggeredBy"] == "agent-host"
    assert host(repo, "rm .claude/memory/.pr-review-passed", env={REASON: "agreed"}).code == 2


def test_no_hook_is_called_that(repo: Repo) -> None:
    said = hooks(repo, "run", "pre-commit")
    assert said.code == 2
    assert "pre-push, agent-host" in said.err


def test_outside_of_a_repository(tmp_path: Path) -> None:
    ran = code_review("hooks", "install", "--json", cwd=tmp_path, home=tmp_path)
    assert ran.code == 2
    assert "not in a git repository" in ran.json["reason"]
