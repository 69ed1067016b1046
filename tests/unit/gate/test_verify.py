"""Asking the gate about real repositories, with evidence written by hand where no review is needed."""

from pathlib import Path

import pytest

from orchestrator.gate.ledger import append_rows
from orchestrator.gate.policy import policy_digest, policy_records, registered_lenses
from orchestrator.gate.rows import Row, RowKind, stamp
from orchestrator.gate.verify import GateQuestion, ask
from orchestrator.system.clock import SystemClock
from orchestrator.system.files import exclude_own_state
from orchestrator.system.git import GitDoor
from tests.support.gate import asked, branch, place
from tests.support.repo import Repo


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return branch(tmp_path / "my repo")


def passed(repo: Repo, *, base: str = "main", key: bytes = b"") -> None:
    """Evidence as a good review leaves it."""
    git = GitDoor(repo.top)
    exclude_own_state(git)
    subject = ask(git, GateQuestion(base=base)).subject
    now, policy = stamp(SystemClock().now()), policy_digest(policy_records(git, base))
    lenses = [
        Row(ts=now, kind=RowKind.COMPLETED, subject=subject.hash, agent=name, engine="claude", status="pass")
        for name in ("doc-review", "security-review")
    ]
    verdict = Row(ts=now, kind=RowKind.VERDICT, subject=subject.hash, engine="claude", status="pass", digest=policy)
    where = place(repo)
    append_rows(where, (*lenses, verdict), key)
    where.gate_file.parent.mkdir(parents=True, exist_ok=True)
    where.gate_file.write_text(f"{subject.hash}\n", encoding="ascii")
    where.records.write_bytes(b"".join(one.record for one in subject.records))


def test_reviewed_as_it_stands(repo: Repo) -> None:
    passed(repo)
    decision = asked(repo)
    assert (decision.open, decision.rule, decision.base) == (True, "reviewed", "main")


def test_what_changed_since_is_named(repo: Repo) -> None:
    passed(repo)
    repo.write_all({"shop.py": "x = 1\n", "new.py": "y = 2\n"})
    repo.commit("more")
    decision = asked(repo)
    assert (decision.rule, decision.notes) == ("subject-changed", ("changed since the review: new.py, shop.py",))
    assert decision.mend == "code-review --since main"


def test_a_rebase_holds_while_no_reviewed_file_changed(repo: Repo) -> None:
    passed(repo)
    repo.git("switch", "-q", "main")
    repo.write("elsewhere.py", "z = 3\n")
    repo.commit("main moves on")
    repo.git("switch", "-q", "feature")
    repo.git("rebase", "-q", "main")
    assert asked(repo).open


def test_a_rebase_over_a_reviewed_file_needs_a_new_review(repo: Repo) -> None:
    repo.git("switch", "-q", "main")
    repo.write(
        "tests/test_shop.py", "def test_more() -> None:\n    assert 2 + 2 == 4\n\n\nA = 1\nB = 2\nC = 3\nD = 4\n"
    )
    repo.commit("longer test")
    repo.git("switch", "-q", "feature")
    repo.git("rebase", "-q", "main")
    repo.write(
        "tests/test_shop.py", "def test_more() -> None:\n    assert 2 + 2 == 4\n\n\nA = 1\nB = 2\nC = 3\nD = 5\n"
    )
    repo.commit("edit the end")
    passed(repo)
    assert asked(repo).open
    repo.git("switch", "-q", "main")
    repo.write(
        "tests/test_shop.py", "def test_other() -> None:\n    assert 2 + 2 == 4\n\n\nA = 1\nB = 2\nC = 3\nD = 4\n"
    )
    repo.commit("edit the beginning")
    repo.git("switch", "-q", "feature")
    repo.git("rebase", "-q", "main")
    decision = asked(repo)
    assert (decision.rule, decision.notes) == ("subject-changed", ("changed since the review: tests/test_shop.py",))


def test_amending_the_message_changes_nothing_and_amending_a_file_does(repo: Repo) -> None:
    passed(repo)
    repo.git("commit", "-q", "--amend", "-m", "a better message")
    assert asked(repo).open
    repo.write("shop.py", "x = 1\n")
    repo.git("commit", "-q", "-a", "--amend", "-m", "sneaked in")
    assert asked(repo).rule == "subject-changed"


def test_another_commit_than_the_reviewed_one(repo: Repo) -> None:
    passed(repo)
    repo.git("switch", "-q", "-c", "other", "main")
    repo.write("other.py", "w = 4\n")
    repo.commit("never reviewed")
    assert asked(repo, commit="feature").open
    other = asked(repo, commit="other")
    assert (other.rule, other.notes, other.mend) == ("subject-changed", (), "code-review --since main")
    assert other.reason.startswith("this branch has no review")


def test_policy_that_changed_at_the_base_asks_for_a_new_review(repo: Repo) -> None:
    passed(repo)
    repo.git("switch", "-q", "main")
    repo.write("ACCEPTED-RISKS.md", "---\nrules: []\n---\n")
    repo.commit("new policy")
    repo.git("switch", "-q", "feature")
    assert asked(repo).rule == "policy-changed"


def test_another_base_is_another_subject(repo: Repo) -> None:
    passed(repo)
    repo.git("branch", "release", "feature~0")
    repo.write("later.py", "v = 5\n")
    repo.commit("later")
    assert asked(repo, base="release").rule == "subject-changed"
    assert asked(repo, base="nowhere").rule == "no-subject"


def test_nothing_to_review_is_never_open(repo: Repo) -> None:
    repo.git("switch", "-q", "-c", "empty", "main")
    decision = asked(repo)
    assert (decision.open, decision.rule, decision.subject) == (False, "nothing-to-review", "")


@pytest.mark.parametrize("text", ["", "\n", "0" * 64 + "\n", "not a hash\n", "\x00\x01"])
def test_a_gate_file_that_holds_something_else(repo: Repo, text: str) -> None:
    passed(repo)
    place(repo).gate_file.write_text(text, encoding="ascii")
    assert asked(repo).rule in {"no-gate-file", "subject-changed"}


def test_a_linked_gate_file_is_not_read(repo: Repo, tmp_path: Path) -> None:
    passed(repo)
    where = place(repo)
    (tmp_path / "real").write_bytes(where.gate_file.read_bytes())
    where.gate_file.unlink()
    where.gate_file.symlink_to(tmp_path / "real")
    assert asked(repo).rule == "no-gate-file"


def test_outside_of_a_repository_it_is_closed(tmp_path: Path) -> None:
    decision = asked(Repo(tmp_path, tmp_path))
    assert (decision.open, decision.rule) == (False, "no-subject")


def test_each_linked_work_tree_has_a_gate_of_its_own(repo: Repo, tmp_path: Path) -> None:
    passed(repo)
    repo.git("worktree", "add", "-q", "-b", "second", str(tmp_path / "second tree"), "feature")
    second = Repo(tmp_path / "second tree", repo.home)
    assert asked(second).rule == "no-gate-file"
    passed(second)
    assert asked(second).open
    assert asked(repo).open


def test_a_key_makes_rows_without_a_code_worthless(repo: Repo) -> None:
    passed(repo)
    assert asked(repo, environ={"CODE_REVIEW_LEDGER_KEY": "k"}).rule == "unsealed"
    passed(repo, key=b"k")
    assert asked(repo, environ={"CODE_REVIEW_LEDGER_KEY": "k"}).open
    assert asked(repo, environ={"CODE_REVIEW_LEDGER_KEY": "other"}).rule == "unsealed"


def test_lenses_of_the_project_count_when_the_base_has_them(repo: Repo) -> None:
    git = GitDoor(repo.top)
    assert "naming-review" in registered_lenses(())
    repo.write(".code-review/agents/house-review.md", "---\nname: house-review\n---\n")
    repo.commit("own lens")
    assert "house-review" in registered_lenses(policy_records(git, "HEAD"))
    assert "house-review" not in registered_lenses(policy_records(git, "main"))
