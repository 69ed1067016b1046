"""A report of an earlier review that is about something else is noticed before it is recorded."""

import json
from pathlib import Path
from typing import Any

import pytest

from orchestrator.errors import NoVerdictError, UsageError
from orchestrator.record.run_outcome import outcome_of
from orchestrator.report.json_report import report_object
from orchestrator.values.report import Report
from orchestrator.wiring.record import open_records
from orchestrator.wiring.record_report import check_roles, differences
from orchestrator.wiring.record_start import record_run
from tests.support.mode_reports import make_discussed
from tests.support.records import shop
from tests.support.repo import Repo
from tests.support.reports import make_completed, make_report


def told(report: Report, **scope: Any) -> Any:
    data = json.loads(json.dumps(report_object(report)))
    return {**data, "scope": {**data["scope"], **scope}}


@pytest.fixture(name="repo")
def fixture_repo(tmp_path: Path) -> Repo:
    return shop(tmp_path / "shop")


def files(*paths: str, status: str = "M") -> list[dict[str, Any]]:
    return [{"path": path, "status": status, "oldPath": None} for path in paths]


def test_another_commit_and_other_files_are_told(repo: Repo) -> None:
    head = repo.git("rev-parse", "HEAD").strip()
    assert differences(repo.top, told(make_report(), headSha=head, files=files("gone.py", "shop.py"))) == ()
    assert differences(repo.top, told(make_report(), headSha="", files=files("gone.py", status="D"))) == ()
    commit, elsewhere = differences(repo.top, told(make_report(), headSha="1" * 40, files=files("gone.py")))
    assert commit.startswith(f"it is about commit {'1' * 12}, and {head[:12]} is checked out")
    assert elsewhere.startswith("none of the files")


def test_without_git_the_files_alone_are_compared(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("")
    assert differences(tmp_path, told(make_report(), headSha="1" * 40, files=files("shop.py"))) == ()


def test_a_role_must_be_a_lens_or_the_mode_that_ran(repo: Repo) -> None:
    (repo.top / ".code-review/agents").mkdir(parents=True)
    (repo.top / ".code-review/agents/own-review.md").write_text("")
    project = open_records(repo.top)
    for report in (make_report(), make_discussed(), make_report(outcomes=(make_completed("own-review"),))):
        data = told(report)
        check_roles(project, data, outcome_of(data, "x.json"), "x.json")
    data = told(make_report(outcomes=(make_completed("securty-review"),)))
    with pytest.raises(UsageError, match=r"x\.json: there is no lens securty-review here.*security-review"):
        check_roles(project, data, outcome_of(data, "x.json"), "x.json")


def test_a_report_in_which_nobody_was_asked_is_refused(repo: Repo) -> None:
    data = {**told(make_report()), "agents": [], "verdictReasons": []}
    with pytest.raises((UsageError, NoVerdictError)):
        record_run(open_records(repo.top), "add-totals", outcome_of(data, "x.json"))
    assert not (repo.top / "_codev").exists()
