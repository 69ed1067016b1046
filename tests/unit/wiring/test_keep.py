"""The files a review leaves behind: none of them decides anything, so none of them ends a run."""

from dataclasses import replace
from pathlib import Path

import pytest

from orchestrator.report.payload import read_payload
from orchestrator.system.clock import FakeClock
from orchestrator.system.git import GitDoor
from orchestrator.values.report import Report, Verdict
from orchestrator.wiring.keep import Keeper
from tests.support.mode_reports import make_discussed, make_unfinished
from tests.support.repo import Repo, git_environment


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo.create(tmp_path / "repo")


def kept(repo: Repo, report: Report) -> tuple[str, ...]:
    keeper = Keeper(GitDoor(repo.top, environ=git_environment(repo.home)), FakeClock())
    return keeper.keep(report, durable=True, prompts=True)


def test_a_run_with_a_mode_leaves_its_report_and_no_correction(repo: Repo) -> None:
    assert kept(repo, make_discussed()) == ("Report written: .dev-team-reports/code-review-shape.md",)
    payload = read_payload((repo.top / ".dev-team-reports" / "code-review-shape.md").read_text("utf-8"))
    assert payload is not None
    assert payload["verdictWord"] == "worth discussing"
    assert not (repo.top / "corrections").exists()


def test_a_report_that_may_not_be_written_is_a_line_and_no_error(repo: Repo) -> None:
    hidden = replace(make_unfinished(), verdict=Verdict.PASS, overall=Verdict.PASS)
    (line,) = kept(repo, hidden)
    assert line.startswith("Cannot write .dev-team-reports/code-review-shape.md: code-review-payload:")
    assert not (repo.top / ".dev-team-reports").exists()
