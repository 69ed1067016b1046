"""Whole runs from the command line with scripted reviewers: what is printed, written and returned."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import Ran, code_review, environment
from tests.support.replay import PASS, issue, reply, write_script
from tests.support.repo import Repo

SOURCE = "fn total(first: i32, second: i32) -> i32 {\n    first - second\n}\n"
WRONG = issue("src/total.rs", 2, "first - second")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """`feature` adds one Rust file to `main`."""
    made = Repo.create(tmp_path / "repo")
    made.write("src/lib.rs", "mod total;\n")
    made.commit("base")
    made.branch("feature")
    made.write("src/total.rs", SOURCE)
    made.commit("total")
    return made


def run(repo: Repo, *arguments: str, script: dict[str, Any] | None = None, **options: Any) -> Ran:
    folder = write_script(repo.home / "script", **(script or {}))
    base = ("--since", "main", "--engine", "replay", "--replay-dir", str(folder))
    return code_review(*base, *arguments, cwd=repo.top, home=repo.home, **options)


def lens(ran: Ran, name: str) -> Any:
    return next(agent for agent in ran.json["agents"] if agent["agentName"] == name)


def test_a_finding_goes_through_to_every_output(repo: Repo) -> None:
    ran = run(repo, "--json", script={"correctness_review": [reply(WRONG)]})
    assert ran.code == 1
    report = ran.json
    assert (report["overall"], report["verdict"], report["health"]) == ("fail", "fail", "needs-attention")
    (top,) = report["topFindings"]
    assert (top["file"], top["line"], top["severity"], top["agents"]) == (
        "src/total.rs",
        2,
        "error",
        ["correctness-review"],
    )
    (found,) = lens(ran, "correctness-review")["issues"]
    assert (found["anchor"], found["inDiff"], found["ruleId"]) == ("exact", True, "correctness-review.wrong-result")
    prose = run(repo, script={"correctness_review": [reply(WRONG)]})
    assert prose.code == 1
    assert "src/total.rs:2" in prose.out
    assert "FAIL" in prose.out.splitlines()[-1]
    assert "Report written: .dev-team-reports/code-review.md" in prose.err
    durable = (repo.top / ".dev-team-reports/code-review.md").read_text(encoding="utf-8")
    assert "The result is wrong for every caller." in durable
    (prompt,) = (repo.top / "corrections").glob("*.json")
    assert json.loads(prompt.read_text(encoding="utf-8"))["affectedFiles"] == ["src/total.rs"]


@pytest.mark.parametrize(("level", "error", "warning"), [("error", 1, 0), ("warning", 1, 1), ("never", 0, 0)])
def test_fail_on_moves_only_the_border_between_0_and_1(repo: Repo, level: str, error: int, warning: int) -> None:
    weak = issue("src/total.rs", 2, "first - second", severity="warning")
    assert run(repo, "--json", "--fail-on", level, script={"doc_review": [reply(WRONG)]}).code == error
    assert run(repo, "--json", "--fail-on", level, script={"doc_review": [reply(weak, status="warn")]}).code == warning
    lost = {"doc_review": [{"crash": "x"}], "arch_review": [reply(WRONG)]}
    assert run(repo, "--json", "--fail-on", level, script=lost).code == 4


def test_a_lost_lens_is_never_a_clean_review(repo: Repo) -> None:
    """Field cases 3 and 5: the lens is named, the verdict is none, the exit code 4."""
    ran = run(
        repo,
        "--json",
        script={"security_review": [{"failure": "retryable", "detail": "429 too many requests"}]},
        pace=20,
    )
    assert ran.code == 4
    assert (ran.json["overall"], ran.json["verdict"]) == ("fail", "none")
    (failure,) = ran.json["dispatchFailures"]
    assert (failure["agentName"], failure["attempts"]) == ("security-review", 2)
    assert "429" in failure["error"]
    assert all(agent["agentName"] != "security-review" or agent["status"] != "pass" for agent in ran.json["agents"])
    prose = run(repo, script={"security_review": [{"crash": "engine died"}]})
    assert "NO VERDICT" in prose.out.splitlines()[-1]


def test_a_hanging_lens_costs_itself_and_nobody_else(repo: Repo) -> None:
    settings = repo.home / "settings"
    settings.mkdir()
    (settings / "config.yaml").write_text("lens_timeout: 0.3\n", encoding="utf-8")
    ran = run(repo, "--json", script={"doc_review": [{"hang": True}]})
    assert ran.code == 4
    assert [failure["agentName"] for failure in ran.json["dispatchFailures"]] == ["doc-review"]
    assert {agent["status"] for agent in ran.json["agents"]} == {"pass"}


def test_field_case_7_fenced_json_with_a_trailing_comma_is_asked_again_and_then_a_failure(repo: Repo) -> None:
    broken = {"text": '```json\n{"status": "pass", "issues": [],}\n```'}
    ran = run(repo, "--json", script={"doc_review": [broken]})
    assert ran.code == 4
    assert ran.json["dispatchFailures"][0]["shape"] in {"fenced", "not-json"}
    mended = run(repo, "--json", script={"doc_review": [broken, reply(status="pass")]})
    assert mended.code == 0
    assert lens(mended, "doc-review")["attempts"] == 1


def test_a_draft_that_passes_does_not_hide_the_answer_below_it(repo: Repo) -> None:
    draft = '{"status": "pass", "issues": [], "summary": "draft"}'
    text = f"{draft}\nWait, I found one:\n" + json.dumps(reply(WRONG)["reply"])
    ran = run(repo, "--json", script={"correctness_review": [{"text": text}]})
    assert ran.code == 4
    assert ran.json["dispatchFailures"][0]["shape"] == "schema-drift"
    again = run(repo, "--json", script={"correctness_review": [{"text": text}, reply(WRONG)]})
    assert again.code == 1
    assert any("asked twice" in note for note in lens(again, "correctness-review")["notes"])


def test_findings_under_another_name_are_not_dropped(repo: Repo) -> None:
    odd = {"reply": {"status": "pass", "issues": [], "findings": [WRONG], "summary": "x"}}
    assert run(repo, "--json", script={"correctness_review": [odd]}).code == 4


def test_field_case_8_the_verdict_comes_from_the_findings_not_from_prose(repo: Repo) -> None:
    text = 'No issues found.\n{"status": "pass", "issues": [' + json.dumps(WRONG) + '], "summary": "All good."}'
    ran = run(repo, "--json", script={"correctness_review": [{"text": text}]})
    assert ran.code == 1
    result = lens(ran, "correctness-review")
    assert result["status"] == "fail"
    assert any("pass" in note for note in result["notes"])


def test_an_invented_quote_is_withheld_and_listed(repo: Repo) -> None:
    invented = issue("src/total.rs", 2, "first.checked_mul(second)")
    elsewhere = issue("src/lib.rs", 1, "first - second")
    script = {"correctness_review": [reply(invented)], "spec_compliance_review": [reply(elsewhere)]}
    ran = run(repo, "--json", script=script)
    assert ran.code == 0
    assert ran.json["totals"] == {"errors": 0, "warnings": 0, "suggestions": 0}
    assert len(ran.json["withheld"]) == 2
    assert all(row["reason"] for row in ran.json["withheld"])
    assert any("withheld: 2, 2 of them called errors" in notice for notice in ran.json["notices"])


def test_field_case_15_two_defects_on_one_line_are_both_kept(repo: Repo) -> None:
    other = issue(
        "src/total.rs", 2, "first - second", message="Overflows for the smallest number.", category="overflow"
    )
    ran = run(repo, "--json", script={"correctness_review": [reply(WRONG, other)]})
    (top,) = ran.json["topFindings"]
    assert len(top["messages"]) == 2


RISK = """---
rules:
  - id: AR-1
    rule_id: correctness-review.wrong-result
    files: ["src/*.rs"]
    rationale: The difference is what the caller expects until the rename lands in spring.
    expires: {expires}
    owner: payments
---
"""


def accept(repo: Repo, expires: str) -> None:
    repo.switch("main")
    repo.write("ACCEPTED-RISKS.md", RISK.format(expires=expires))
    repo.commit("accept")
    repo.switch("feature")
    repo.git("rebase", "-q", "main")


def test_an_accepted_risk_suppresses_with_an_audit_line(repo: Repo) -> None:
    accept(repo, "2999-01-01")
    ran = run(repo, "--json", script={"correctness_review": [reply(WRONG)]})
    assert ran.code == 0
    assert ran.json["audit"] == [
        "SUPPRESSED: src/total.rs:2 [correctness-review.wrong-result] by ACCEPTED-RISKS rule AR-1"
    ]
    (row,) = ran.json["suppressed"]
    assert row["by"] == "AR-1"


def test_an_expired_risk_is_inert_and_named(repo: Repo) -> None:
    accept(repo, "2020-01-01")
    ran = run(repo, "--json", script={"correctness_review": [reply(WRONG)]})
    assert ran.code == 1
    (risk,) = ran.json["expiredRisks"]
    assert (risk["id"], risk["owner"]) == ("AR-1", "payments")


def test_a_change_cannot_weaken_its_own_review(repo: Repo) -> None:
    repo.write("ACCEPTED-RISKS.md", RISK.format(expires="2999-01-01"))
    repo.write("review-config.json", '{"agents": {"correctness-review": {"enabled": false}}}')
    repo.commit("sneak")
    script = {"correctness_review": [reply(WRONG)]}
    ran = run(repo, "--json", script=script)
    assert ran.code == 1
    assert ran.json["scope"]["trust"] == "base"
    assert any("edits the policy of its own review" in notice for notice in ran.json["notices"])
    trusting = run(repo, "--json", "--trust", "worktree", script=script)
    assert trusting.code == 0
    assert trusting.json["scope"]["trust"] == "worktree"
    assert any(drop["agent"] == "correctness-review" for drop in trusting.json["roster"]["dropped"])


def test_institutional_context_and_a_lens_of_the_project_are_used(repo: Repo) -> None:
    repo.switch("main")
    lens_text = (
        Path("agents/doc-review.md").read_text(encoding="utf-8").replace("name: doc-review", "name: money-review")
    )
    repo.write(".code-review/agents/money-review.md", lens_text)
    repo.commit("lens")
    repo.switch("feature")
    repo.git("rebase", "-q", "main")
    ran = run(repo, "--json", "--agent", "money-review", script={"money_review": [reply(WRONG)]})
    assert ran.code == 1
    assert ran.json["roster"]["selected"] == ["money-review"]


def test_what_is_written_where(repo: Repo) -> None:
    (repo.top / "corrections").mkdir()
    repo.write("corrections/mine.json", "{}")
    script = {"correctness_review": [reply(WRONG)]}
    run(repo, "--json", script=script)
    assert not (repo.top / ".dev-team-reports").exists()
    assert [path.name for path in (repo.top / "corrections").iterdir()] == ["mine.json"]
    assert "Report written" not in run(repo, "--internal", script=script).err
    assert not (repo.top / ".dev-team-reports").exists()
    first, second = run(repo, script=script), run(repo, script={"correctness_review": PASS})
    assert first.err.splitlines()[-2] == "Report written: .dev-team-reports/code-review.md"
    assert second.err.splitlines()[-1] == "Report written: .dev-team-reports/code-review.md (replaced previous run)"
    assert [path.name for path in (repo.top / "corrections").iterdir()] == ["mine.json"]
    rows = (repo.top / ".claude/metrics/review-value.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 4
    row = json.loads(rows[0])
    assert (row["round"], row["findings_new"], row["dispatch_purpose"]) == (1, 1, "discovery")
    assert "src/total.rs" not in rows[0]
    assert repo.status() == "?? corrections/mine.json" or repo.status() == ""


def test_a_report_that_cannot_be_written_does_not_change_the_verdict(repo: Repo) -> None:
    repo.write(".dev-team-reports", "a file in the way")
    ran = run(repo)
    assert ran.code == 0
    assert "Cannot write .dev-team-reports/code-review.md" in ran.err


def test_force_skips_gates_and_narrowing_and_leaves_a_row(repo: Repo) -> None:
    narrowed = run(repo, "--json").json["roster"]
    assert any(drop["by"] == "change-size" for drop in narrowed["dropped"])
    ran = run(repo, "--json", "--force", "--reason", "release on Friday")
    assert {gate["status"] for gate in ran.json["gates"]} == {"skipped"}
    assert not any(drop["by"].startswith("change-") for drop in ran.json["roster"]["dropped"])
    (line,) = (repo.top / ".claude/metrics/override-audit.jsonl").read_text(encoding="utf-8").splitlines()
    row = json.loads(line)
    assert (row["branch"], row["triggeredBy"], row["reason"]) == ("feature", "--force", "release on Friday")
    assert row["targetFiles"] == ["src/total.rs"]


def test_a_background_run_asks_the_four_drift_lenses_and_runs_no_gate(repo: Repo) -> None:
    ran = run(repo, "--json", "--background")
    assert set(ran.json["roster"]["selected"]) == {"doc-review", "arch-review", "naming-review", "structure-review"}
    assert {gate["status"] for gate in ran.json["gates"]} == {"skipped"}
    assert ran.json["staticAnalysis"]["tools"] == []


def test_field_case_36_a_key_in_the_change_stops_the_run_and_appears_nowhere(repo: Repo) -> None:
    secret = "AKIA" + "Q7RZ3NX5WLK2MB4T"
    repo.write("src/key.rs", f'const AWS_KEY: &str = "{secret}";\n')
    repo.commit("oops")
    leak = issue("src/key.rs", 1, f'"{secret}"', message=f"The key {secret} is in the source.")
    script = {"security_review": [reply({**leak, "category": "A02.hardcoded-secret"})]}
    outputs = []
    stopped = run(repo, "--json", script=script)
    assert stopped.code == 1
    assert stopped.json["preFlightPassed"] is False
    assert stopped.json["agents"] == []
    assert stopped.json["gates"][-1]["name"] == "secrets"
    assert "src/key.rs:1" in stopped.json["gates"][-1]["detail"]
    for more in ((), ("--force", "--reason", "seen")):
        for ran in (run(repo, *more, script=script), run(repo, "--json", *more, script=script)):
            outputs += [ran.out, ran.err]
    written = [
        path for folder in (".claude", ".dev-team-reports", "corrections") for path in (repo.top / folder).rglob("*")
    ]
    outputs += [path.read_text(encoding="utf-8") for path in written if path.is_file()]
    assert len(outputs) > 10
    assert [text for text in outputs if secret in text] == []
    forced = run(repo, "--json", "--force", "--reason", "seen", script=script)
    assert forced.json["totals"]["errors"] == 1
    assert forced.json["redactions"] > 0


def test_ctrl_c_ends_with_130_and_decides_nothing(repo: Repo) -> None:
    folder = write_script(repo.home / "script", default=[{"hang": True}])
    argv = [
        sys.executable,
        "-m",
        "orchestrator",
        "--since",
        "main",
        "--engine",
        "replay",
        "--replay-dir",
        str(folder),
        "--json",
    ]
    child = subprocess.Popen(
        argv, cwd=repo.top, env=environment(repo.home), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stderr is not None
    while "asking" not in child.stderr.readline():
        assert child.poll() is None
    time.sleep(0.2)
    os.kill(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=20)
    assert child.returncode == 130, err
    assert json.loads(out)["verdict"] == "none"
    assert "Traceback" not in err


def test_an_invalid_number_of_parallel_lenses_means_ten(repo: Repo) -> None:
    variable = "DEV_TEAM_MAX_PARALLEL_REVIEW_AGENTS"
    few = run(repo, "--force", "--reason", "x", env={variable: "3"})
    assert few.err.count("· asking 3 lenses") >= 3
    many = run(repo, "--force", "--reason", "x", env={variable: "zero"})
    assert "· asking 10 lenses" in many.err


def test_output_that_nobody_can_take_is_an_error_without_a_traceback(repo: Repo) -> None:
    folder = write_script(repo.home / "script")
    argv = [sys.executable, "-m", "orchestrator", "--since", "main", "--engine", "replay", "--replay-dir", str(folder)]
    with Path("/dev/full").open("w") as full:
        for flags in (["--json"], []):
            done = subprocess.run(
                [*argv, *flags],
                cwd=repo.top,
                env=environment(repo.home),
                stdout=full,
                stderr=subprocess.PIPE,
                check=False,
            )
            assert done.returncode == 3
            assert b"No space left" in done.stderr
            assert b"Traceback" not in done.stderr
