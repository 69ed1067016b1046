"""A change that the rules at the base ignore as a whole: what the reader finds out by itself."""

from pathlib import Path

import pytest

from orchestrator.cli.gate_text import decision_text
from orchestrator.gate.decide import IGNORED
from orchestrator.gate.ignored import all_ignored, ignored_at_base
from orchestrator.gate.ledger import append_rows
from orchestrator.gate.policy import policy_digest, policy_records
from orchestrator.gate.rows import Row, RowKind, stamp
from orchestrator.gate.verify import GateQuestion, ask
from orchestrator.system.clock import SystemClock
from orchestrator.system.files import exclude_own_state
from orchestrator.system.git import GitDoor
from tests.support.gate import ACCEPTING, asked, branch, place
from tests.support.repo import Repo

UNREVIEWED = "not reviewed: the rules at the base ignore every file that differs"
FILES = {"dist/app.js": "1\n", "gen/a.py": "a = 1\n"}


def exempted(repo: Repo) -> None:
    """Evidence as a run leaves it that found nothing to review."""
    git = GitDoor(repo.top)
    exclude_own_state(git)
    subject = ask(git, GateQuestion(base="main")).subject
    policy = policy_digest(policy_records(git, "main"))
    now = stamp(SystemClock().now())
    append_rows(
        place(repo), (Row(ts=now, kind=RowKind.EXEMPT, subject=subject.hash, rule=IGNORED, digest=policy),), b""
    )
    place(repo).gate_file.parent.mkdir(parents=True, exist_ok=True)
    place(repo).gate_file.write_text(f"{subject.hash}\n", encoding="ascii")


def told(repo: Repo) -> tuple[tuple[str, ...], bool]:
    git = GitDoor(repo.top)
    subject = ask(git, GateQuestion(base="main")).subject
    return ignored_at_base(git, "main", subject), all_ignored(git, "main", subject)


@pytest.mark.parametrize(
    ("settings", "files", "opens"),
    [
        (f"{ACCEPTING}ignored: [gen/]\n", FILES, True),
        (f"{ACCEPTING}ignored: 'gen/, docs/'\n", FILES, True),
        ("", {"dist/app.js": "1\n", "vendor/x.go": "package x\n"}, True),
        ("", FILES, False),
        (f"{ACCEPTING}ignored: [gen/, '!dist/']\n", FILES, False),
        (f"{ACCEPTING}ignored: [gen/]\nignore_defaults: false\n", FILES, False),
        ("", {"dist/app.js": "1\n", "shop.py": "x = 1\n"}, False),
    ],
)
def test_the_exemption_holds_only_where_the_base_ignores_everything(
    tmp_path: Path, settings: str, files: dict[str, str], opens: bool
) -> None:
    repo = branch(tmp_path / "shop", settings=settings, files=files)
    assert told(repo)[1] is opens
    assert asked(repo).rule == "no-gate-file"
    exempted(repo)
    decision = asked(repo)
    assert decision.rule == ("reviewed" if opens else "no-review")
    assert decision.reason == (UNREVIEWED if opens else "there is no evidence that anybody reviewed this")
    assert ("is not reviewed: the rules at the base ignore" in decision_text(decision)) is opens


def test_a_gitignore_counts_at_the_base_and_not_in_the_change(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop", settings="", files={".gitignore": "*\n", "shop.py": "x = 1\n"})
    repo.git("add", "-f", ".gitignore", "shop.py")
    repo.commit_staged("all of it")
    exempted(repo)
    assert asked(repo).rule == "no-review"
    repo.switch("main")
    repo.write(".gitignore", "*.py\n")
    repo.git("add", "-f", ".gitignore")
    repo.commit_staged("rules")
    repo.switch("feature")
    assert told(repo) == (("shop.py",), False)


def test_settings_that_cannot_be_read_ignore_nothing(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop", settings="ignored: ['[a']\n", files={"dist/app.js": "1\n"})
    assert told(repo) == ((), False)
