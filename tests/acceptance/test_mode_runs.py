"""Reviews by one reviewer under a mode, from the command line: what is promised of them, a run for each promise."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import Ran, code_review, environment
from tests.support.recording import FINISH, call, finding, turns, write_turns
from tests.support.repo import Repo

BEFORE = "def total(items):\n    return sum(items)\n"
AFTER = "def total(items):\n    return max(items)\n"
BUG = finding("shop.py", 2, "    return max(items)")


@pytest.fixture
def shop(tmp_path: Path) -> Repo:
    """A repository whose work tree breaks a function."""
    repo = Repo.create(tmp_path / "shop")
    repo.write_all({"shop.py": BEFORE, "notes.txt": "one\n"})
    repo.commit("begin")
    repo.write("shop.py", AFTER)
    return repo


def run(repo: Repo, entries: list[dict[str, Any]], *arguments: str, mode: str = "cr", **more: Any) -> Ran:
    """A review under `mode` whose reviewer answers with `entries`."""
    folder = write_turns(repo.home / "replies", mode, entries)
    return code_review(
        "--mode",
        mode,
        "--engine",
        "replay",
        "--replay-dir",
        str(folder),
        *arguments,
        cwd=repo.top,
        home=repo.home,
        **more,
    )


def lead(repo: Repo, mode: str = "cr") -> str:
    """What the report file says before anything else."""
    return (
        (repo.top / f".dev-team-reports/code-review-{mode}.md").read_text(encoding="utf-8").partition("## The run")[0]
    )


def test_a_finding_with_its_proof_fails_the_change(shop: Repo) -> None:
    ran = run(shop, turns([BUG, call("set_summary", summary="One defect."), FINISH]), "--json")
    report = ran.json
    assert (ran.code, report["overall"], report["verdict"]) == (1, "fail", "fail")
    assert report["mode"]["id"] == "cr"
    assert [(one["id"], one["severityId"], one["file"], one["line"]) for one in report["findings"]] == [
        ("F1", "blocker", "shop.py", 2)
    ]
    assert report["findings"][0]["fields"]["impact"] == "Every bill of more than one item is too low."
    assert report["store"] == {"calls": 3, "recorded": 1, "updated": 0, "deleted": 0}
    assert (report["scope"]["kind"], report["scope"]["base"], report["summary"]) == ("worktree", "HEAD", "One defect.")


def test_nothing_is_staged_and_no_gate_is_written(shop: Repo) -> None:
    shop.write("new.py", "x = 1\n")
    before = shop.git("status", "--porcelain=v2", "--untracked-files=all")
    index = (shop.top / ".git/index").read_bytes()
    ran = run(shop, turns([FINISH]), "--json")
    assert {one["path"] for one in ran.json["scope"]["files"]} == {"shop.py", "new.py"}
    assert shop.git("status", "--porcelain=v2", "--untracked-files=all") == before
    assert (shop.top / ".git/index").read_bytes() == index
    assert (ran.json["gate"]["written"], ran.json["gate"]["rule"]) == (False, "mode")
    assert not (shop.top / ".claude/memory/.pr-review-passed").exists()


def test_finishing_without_a_finding_is_a_pass(shop: Repo) -> None:
    ran = run(shop, turns([call("set_summary", summary="Nothing is wrong."), FINISH]))
    assert ran.code == 0
    assert ran.out.splitlines()[-1].startswith("Code review: ready to merge (PASS)")
    assert lead(shop).startswith("# Code review: ready to merge (PASS)")
    assert "lens" not in ran.out


def test_stopping_with_nothing_recorded_fails_loudly(shop: Repo) -> None:
    ran = run(shop, [{"text": "All good!"}], "--json")
    report = ran.json
    assert (ran.code, report["verdict"], report["overall"]) == (4, "none", "fail")
    assert "finish_review" in report["dispatchFailures"][0]["error"]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"failure": "final", "detail": "the provider is gone"}, "the provider is gone"),
        ({"failure": "cut", "detail": "the stream broke off"}, "the stream broke off"),
        ({"crash": "boom"}, "boom"),
        ({"text": "I am done."}, "finish_review"),
    ],
)
def test_what_was_recorded_survives_a_run_that_stops(shop: Repo, entry: dict[str, Any], said: str) -> None:
    report = (ran := run(shop, [*turns([BUG]), entry], "--json")).json
    assert (ran.code, report["verdict"], report["overall"]) == (4, "none", "fail")
    assert [one["title"] for one in report["findings"]] == ["The total is the largest item"]
    assert said in report["mode"]["incomplete"]


def test_a_run_that_stops_says_so_first(shop: Repo) -> None:
    ran = run(shop, [*turns([BUG]), {"failure": "final", "detail": "the provider is gone"}])
    assert ran.code == 4
    assert "INCOMPLETE" in lead(shop)
    assert "the provider is gone" in lead(shop)
    assert "The total is the largest item" in ran.out


def test_time_that_runs_out_keeps_what_was_recorded(shop: Repo) -> None:
    ran = run(shop, [*turns([BUG]), {"hang": True}], "--json", "--set", "timeoutMs=3000", pace=4)
    assert (ran.code, len(ran.json["findings"])) == (4, 1)
    assert "within 3 s" in ran.json["mode"]["incomplete"]


def test_a_finding_without_proof_is_withheld_and_the_pass_says_so(shop: Repo) -> None:
    unproven = finding("shop.py", 2, "    return min(items, default=0)")
    ran = run(shop, turns([unproven], [FINISH], [FINISH]))
    assert ran.code == 0
    assert lead(shop).splitlines()[0] == "# Code review: ready to merge (PASS), 1 finding withheld"
    assert ran.out.splitlines()[-1].startswith("Code review: ready to merge (PASS), 1 finding withheld; no findings")
    assert "1 finding was withheld" in lead(shop).splitlines()[2]
    assert "The total is the largest item" in ran.out


def test_a_call_that_cannot_be_used_changes_nothing_and_says_everything(shop: Repo) -> None:
    wrong = finding("shop.py", "N/A", "    return max(items)", severity="critical", category="poetry", impact=" ")
    ran = run(shop, turns([wrong], [BUG, FINISH]), "--json")
    assert ran.code == 1
    assert ran.json["store"]["recorded"] == 1
    assert ran.json["mode"]["degraded"] == ""


AS_NIT = finding("shop.py", 2, "    return max(items)", severity="nit")
OTHER = finding("shop.py", 2, "    return max(items)", severity="nit", title="A name is odd", problem="It says little.")
TORN = json.dumps([BUG])[:-20]


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        (
            turns([AS_NIT], [BUG], [FINISH]),
            "F1 says this at the same place with another severity (blocker here, nit there)",
        ),
        (
            turns([AS_NIT], [call("update_finding", id="F1", severity="critical")], [FINISH]),
            "severity 'critical' is none",
        ),
        (turns([AS_NIT], [call("update_finding", id="F7", severity="blocker")], [FINISH]), "there is no finding 'F7'"),
        (turns([OTHER], [{**BUG, "arguments": {**BUG["arguments"], "severity": "bad"}}], [FINISH]), "severity 'bad'"),
        ([{"text": TORN}, *turns([OTHER], [FINISH])], "'The total is the largest item'"),
        (
            turns([BUG], [call("update_finding", id="F1", evidence="nonsense")], [FINISH]),
            "F1 is proven, and this would",
        ),
    ],
)
def test_a_finding_that_was_lost_leaves_no_verdict(shop: Repo, entries: list[dict[str, Any]], said: str) -> None:
    ran = run(shop, entries, "--json")
    report = ran.json
    assert (ran.code, report["verdict"], report["overall"]) == (4, "none", "fail")
    assert len(report["findings"]) == 1
    assert said in report["mode"]["incomplete"]
    assert said in report["mode"]["degraded"]


def test_a_loss_is_told_once_and_the_review_is_not_called_finished(shop: Repo) -> None:
    ran = run(shop, turns([AS_NIT], [BUG], [FINISH]))
    assert ran.code == 4
    told = lead(shop)
    assert told.startswith("# Code review: NO VERDICT")
    assert told.count("with another severity") == 1
    whole = (shop.top / ".dev-team-reports/code-review-cr.md").read_text(encoding="utf-8")
    assert "| incomplete | 1 x nit | 1 |" in whole
    assert "incomplete, with 1 finding recorded" in ran.err


def test_the_line_of_a_failure_ends_at_a_word(shop: Repo) -> None:
    lost = finding("shop.py", "N/A", "    return max(items)", severity="critical", category="poetry", impact=" ")
    ran = run(shop, turns([lost], [FINISH]))
    (line,) = [line for line in ran.err.splitlines() if "FAILED  cr: " in line]
    assert ran.code == 4
    assert line.endswith(" ...")
    whole = (shop.top / ".dev-team-reports/code-review-cr.md").read_text(encoding="utf-8")
    assert whole.partition("<!-- code-review:payload")[0].count("and not repeated") == 2


def test_a_repetition_that_is_proven_takes_the_place_of_what_was_withheld(shop: Repo) -> None:
    wrong = finding("shop.py", 2, "    return min(items, default=0)")
    ran = run(shop, turns([wrong], [BUG], [FINISH]), "--json")
    assert (ran.code, ran.json["verdict"], ran.json["withheld"]) == (1, "fail", [])
    assert ran.json["store"]["recorded"] == ran.json["store"]["updated"] == 1


def test_the_documented_script_of_a_mode_works_as_it_stands(shop: Repo) -> None:
    page = Path("docs/engines.md").read_text(encoding="utf-8").partition("<!-- replay-mode -->")[2]
    entries = json.loads(page.partition("```json\n")[2].partition("```")[0])
    shop.write("a.py", AFTER)
    ran = run(shop, entries, "--json")
    assert (ran.code, ran.json["summary"], ran.json["mode"]["incomplete"]) == (1, "One defect.", "")
    assert [(one["severityId"], one["file"], one["line"]) for one in ran.json["findings"]] == [("major", "a.py", 2)]


def test_the_first_call_that_fails_is_made_again_with_less(shop: Repo) -> None:
    ran = run(shop, [{"failure": "cut", "detail": "too long"}, *turns([BUG, FINISH])], "--json")
    assert ran.code == 1
    assert "too long" in ran.json["mode"]["degraded"]


def test_since_compares_with_the_merge_base(shop: Repo) -> None:
    shop.git("checkout", "-q", "-b", "topic")
    shop.commit("break it")
    ran = run(shop, turns([BUG, FINISH]), "--since", "main", "--json")
    assert (ran.code, ran.json["scope"]["kind"]) == (1, "since")


def test_git_rev_decides_what_the_work_tree_is_compared_with(shop: Repo) -> None:
    shop.commit("break it")
    nothing = run(shop, turns([FINISH]), "--json")
    assert (nothing.code, nothing.json["verdict"]) == (4, "none")
    ran = run(shop, turns([BUG, FINISH]), "--set", "gitRev=HEAD~1", "--json")
    assert (ran.code, ran.json["scope"]["base"]) == (1, "HEAD~1")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--agent", "doc-review"), "--agent belongs to the panel"),
        (("--all",), "--all belongs to the panel"),
        (("--background",), "--background belongs to the panel"),
        (("--force", "--reason", "x"), "--force belongs to the panel"),
        (("--patch", "gone.patch"), "gone.patch cannot be read"),
        (("--set", "maxFile=3"), "did you mean"),
        (("--set", "maxFiles"), "key=value"),
        (("--effort", "extreme"), "extreme"),
    ],
)
def test_flags_that_do_not_go_with_a_mode(shop: Repo, arguments: tuple[str, ...], said: str) -> None:
    ran = run(shop, turns([FINISH]), *arguments)
    if arguments[0] == "--effort":
        # The scripted engine has no levels, so it takes any.
        assert ran.code == 0
        return
    assert ran.code == 2
    assert said in ran.err


def test_a_mode_that_is_not_there_lists_those_that_are(shop: Repo) -> None:
    ran = run(shop, turns([FINISH]), mode="crr")
    assert ran.code == 2
    assert "cr" in ran.err
    assert "arc" in ran.err


def test_rules_alone_cannot_review_under_a_mode(shop: Repo) -> None:
    ran = code_review("--mode", "cr", "--engine", "offline", cwd=shop.top, home=shop.home)
    assert ran.code == 2
    assert "panel" in ran.err


def test_flags_of_a_mode_without_one(shop: Repo) -> None:
    ran = code_review("--engine", "offline", "--focus", "money", cwd=shop.top, home=shop.home)
    assert ran.code == 2
    assert "--focus goes with a mode" in ran.err


def test_an_alias_and_the_setting_name_a_mode_as_well(shop: Repo) -> None:
    folder = write_turns(shop.home / "replies", "arc", turns([FINISH]))
    given = ("--engine", "replay", "--replay-dir", str(folder), "--json")
    by_alias = code_review("--mode", "architecture", *given, cwd=shop.top, home=shop.home)
    by_setting = code_review("--set", "mode=arc", *given, cwd=shop.top, home=shop.home)
    assert [ran.json["mode"]["id"] for ran in (by_alias, by_setting)] == ["arc", "arc"]


def test_a_patch_is_reviewed_in_place_of_git(shop: Repo) -> None:
    patch = shop.git_bytes("diff").decode()
    shop.git("checkout", "-q", "shop.py")
    ran = run(shop, turns([BUG, FINISH]), "--patch", "-", "--json", stdin=patch)
    assert (ran.code, ran.json["scope"]["kind"]) == (1, "patch")
    (shop.home / "change.patch").write_text(patch)
    from_file = run(
        shop, turns([BUG, FINISH]), "--patch", str(shop.home / "change.patch"), "--set", "source=auto", "--json"
    )
    assert (from_file.code, from_file.json["scope"]["kind"]) == (1, "patch")


def test_what_a_bound_leaves_out_makes_the_run_incomplete(shop: Repo) -> None:
    shop.write("zoo.py", "y = 2\n")
    ran = run(shop, turns([FINISH]), "--set", "maxFiles=1", "--json")
    assert (ran.code, ran.json["verdict"]) == (4, "none")
    omitted = [one for entry in ran.json["coverage"] for one in entry["omitted"]]
    assert [(one["file"], one["kind"]) for one in omitted] == [("zoo.py", "budget")]


def test_a_change_that_is_ignored_entirely_names_the_rule(shop: Repo) -> None:
    ran = run(shop, turns([FINISH]), "--ignore", "shop.py")
    assert ran.code == 4
    assert "shop.py" in ran.err
    assert "command line" in ran.err


def test_unignore_puts_a_path_back(shop: Repo) -> None:
    shop.git("checkout", "-q", "shop.py")
    shop.write("dist/app.js", "var total = 1;\n")
    assert run(shop, turns([FINISH])).code == 4
    ran = run(shop, turns([FINISH]), "--unignore", "dist/", "--json")
    assert (ran.code, [one["path"] for one in ran.json["scope"]["files"]]) == (0, ["dist/app.js"])


def test_the_focus_is_cut_at_its_bound_and_that_is_said(shop: Repo) -> None:
    ran = run(shop, turns([FINISH]), "--focus", "money " * 200, "--language", "Turkish", "--json")
    assert len(ran.json["mode"]["focus"]) <= 600
    assert ran.json["mode"]["language"] == "Turkish"
    assert any("max_hint_chars" in notice for notice in ran.json["notices"])


def test_a_mode_of_ones_own_decides_the_words(shop: Repo) -> None:
    own = {
        "spell": {
            "label": "Spelling review",
            "aliases": ["sp"],
            "system_prompt": "You review spelling.",
            "fields": [{"key": "problem", "required": True}],
            "severities": [{"id": "typo", "label": "Tippfehler", "tone": "muted", "verdict": "warn"}],
            "verdicts": {"warn": "Rechtschreibung"},
            "settings": {"max_files": 3, "fail_on": "never"},
        }
    }
    (shop.home / "settings").mkdir(exist_ok=True)
    (shop.home / "settings/config.yaml").write_text(json.dumps({"modes": own}))
    said = call(
        "append_finding",
        severity="typo",
        file="shop.py",
        line=2,
        title="max",
        problem="sum is meant",
        evidence="return max(items)",
    )
    ran = run(shop, turns([said, FINISH]), mode="spell")
    assert ran.code == 0
    assert lead(shop, "spell").startswith("# Spelling review: Rechtschreibung (WARN)")
    assert "Tippfehler" in ran.out
    assert "fail_on" in ran.err


def test_the_report_file_ends_with_a_payload_for_programs(shop: Repo) -> None:
    ran = run(shop, turns([BUG, FINISH]))
    report = (shop.top / ".dev-team-reports/code-review-cr.md").read_text()
    head, _, payload = report.partition("<!-- code-review:payload -->")
    assert ran.code == 1
    assert head.startswith("# Code review")
    assert '"schema":"code-review/2"' in payload.replace(" ", "").replace("\n", "")


def test_a_dry_run_sends_nothing_and_says_what_it_would_send(shop: Repo) -> None:
    ran = run(shop, [{"crash": "asked"}], "--dry-run", "--json")
    assert ran.code == 0
    assert [(one["agent"], one["effort"]) for one in ran.json["requests"]] == [("cr", "")]


def test_the_run_log_names_file_mode_and_values(shop: Repo) -> None:
    run(shop, turns([FINISH]), "--set", "maxFiles=7")
    logs = [path.read_text() for path in shop.home.rglob("logs/*.log")]
    assert any(
        "mode: cr" in text and "max_files = 7 (command line)" in text and "exit code: 0" in text for text in logs
    )


@pytest.mark.parametrize("as_json", [False, True])
def test_an_interrupted_run_prints_what_was_recorded(shop: Repo, as_json: bool) -> None:
    """Interrupted while the reviewer thinks about its second turn."""
    folder = write_turns(shop.home / "replies", "cr", [*turns([BUG]), {"hang": True}])
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "orchestrator", "--mode", "cr", "--engine", "replay", "--replay-dir", str(folder)),
            *(["--json"] if as_json else []),
        ],
        cwd=shop.top,
        env=environment(shop.home),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    while b"recorded" not in process.stderr.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"The total is the largest item" in out
    assert (json.loads(out)["verdict"] == "none") if as_json else (b"INCOMPLETE" in out)
