"""A record that the settings at the base require: present, settled, or the reason why not."""

import subprocess
import sys
from pathlib import Path

import pytest

from orchestrator.gate.decide import Refusal
from orchestrator.gate.record import RecordState, record_state
from orchestrator.system.git import GitDoor
from tests.support.records import FIXED, ID, RECORD, RISK, answered, shop, write_record
from tests.support.repo import Repo

REQUIRED = "gate:\n  require_record: true\n"


def state(repo: Repo) -> RecordState:
    base = repo.git("merge-base", "main", "HEAD")
    return record_state(GitDoor(repo.top), tip=repo.git("rev-parse", "main"), merge_base=base, commit=repo.head())


def refused(repo: Repo) -> Refusal | None:
    return state(repo).refusal


def rule(repo: Repo) -> str:
    refusal = refused(repo)
    return refusal.rule if refusal else ""


def committed(path: Path, text: str = "", settings: str = REQUIRED) -> Repo:
    repo = shop(path / "shop", settings=settings)
    if text:
        write_record(repo, text)
    repo.commit("change")
    return repo


@pytest.mark.parametrize(
    "settings",
    ["", "engine: offline\n", "gate:\n  require_record: false\n", "record:\n  roles: [correctness-review]\n"],
)
def test_nothing_is_required_unless_the_base_says_so(tmp_path: Path, settings: str) -> None:
    repo = committed(tmp_path, settings=settings)
    repo.write(".code-review/config.yaml", REQUIRED)
    repo.commit("require it from now on")
    assert refused(repo) is None


@pytest.mark.parametrize("settings", [REQUIRED, "gate: {requireRecord: true}\n"])
def test_a_branch_without_a_record_is_refused(tmp_path: Path, settings: str) -> None:
    repo = committed(tmp_path, settings=settings)
    assert rule(repo) == "record-missing"
    write_record(repo, answered(RISK))
    assert rule(repo) == "record-missing"
    repo.commit("record")
    assert refused(repo) is None


def test_what_waits_for_whom_is_named(tmp_path: Path) -> None:
    refusal = refused(committed(tmp_path, RECORD))
    assert refusal is not None
    assert refusal.rule == "record-open"
    assert refusal.mend == "code-review record show --change add-totals"
    assert "review_unresolved" in refusal.reason
    assert f"waiting: {ID} for the author" in refusal.reason


def test_the_evidence_is_sought_in_the_commit(tmp_path: Path) -> None:
    repo = committed(tmp_path, answered(RISK))
    repo.write("shop.py", "something\nelse\n")
    assert refused(repo) is None
    repo.commit("rewrite")
    refusal = refused(repo)
    assert refusal is not None
    assert "review_evidence_not_found" in refusal.reason


def test_a_record_that_is_deleted_is_missing_and_one_that_is_archived_is_not(tmp_path: Path) -> None:
    repo = committed(tmp_path, answered(RISK))
    repo.switch("main")
    repo.git("merge", "-q", "feature")
    repo.branch("next")
    repo.write("shop.py", "x = 1\n")
    write_record(
        repo, "# Review record\n\n<!-- review-format: 1 -->\n\n## code.review\n\n### arc\n\nNo finding.\n", "next"
    )
    repo.remove("_codev/changes/add-totals/review.md")
    repo.commit("delete")
    assert rule(repo) == "record-missing"
    repo.git("checkout", "main", "--", "shop.py", "_codev")
    repo.git("mv", "_codev/changes/add-totals", "_codev/changes/archive-it")
    (repo.top / "_codev/changes/archive").mkdir()
    repo.git("mv", "_codev/changes/archive-it", "_codev/changes/archive/add-totals")
    repo.commit("archive")
    assert refused(repo) is None


@pytest.mark.parametrize(
    ("extra", "change", "expected"),
    [
        ("record:\n  roles: [correctness-review]\n", "", ""),
        ("record:\n  roles: [correctness-review, security-review]\n", "", "record-open"),
        ("record:\n  roles: [correctness-review, security-review]\n", "roles:\n  security-review: never\n", ""),
        ("record:\n  plan_roles: [skeptic]\n", "", "record-open"),
        ("record:\n  folder: docs/reviews\n", "", "record-missing"),
        ("", "roles: {security-review: nevr}\n", "record-unchecked"),
        ("nonsense: true\n", "", "record-unchecked"),
    ],
)
def test_roles_and_folder_are_those_of_the_base(tmp_path: Path, extra: str, change: str, expected: str) -> None:
    repo = shop(tmp_path / "shop", settings=REQUIRED + extra)
    write_record(repo, answered(RISK))
    if change:
        repo.write("_codev/changes/add-totals/change.yaml", change)
    repo.commit("change")
    assert rule(repo) == expected


def test_a_lens_that_the_base_switches_off_need_not_be_there(tmp_path: Path) -> None:
    repo = Repo.create(tmp_path / "shop")
    repo.write(".code-review/config.yaml", f"{REQUIRED}record:\n  roles: [correctness-review, doc-review]\n")
    repo.write("review-config.json", '{"doc-review": {"enabled": false}}\n')
    repo.commit("base")
    repo.branch("feature")
    repo.write("shop.py", "def total(items):\n    return max(items)\n")
    write_record(repo, answered(RISK))
    repo.commit("change")
    assert refused(repo) is None


def test_a_hook_without_installed_packages_finds_what_it_needs(tmp_path: Path) -> None:
    repo = committed(tmp_path, RECORD)
    tip, base, commit = repo.git("rev-parse", "main"), repo.git("merge-base", "main", "HEAD"), repo.head()
    code = (
        f"import sys; sys.path.insert(0, {str(Path.cwd())!r})\n"
        "from pathlib import Path\n"
        "from orchestrator.gate.record import record_state\n"
        "from orchestrator.system.git import GitDoor\n"
        "before = 'yaml' in sys.modules\n"
        f"found = record_state(GitDoor(Path({str(repo.top)!r})), tip={tip!r}, merge_base={base!r}, commit={commit!r})\n"
        "print(before, found.refusal.rule)\n"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == (["False", "record-open"], "")


@pytest.mark.parametrize(
    ("role", "said", "expected"),
    [
        ("security-review", "No finding.", ""),
        ("cr", "No finding.", ""),
        ("made-up", "No finding.", "record-open"),
        ("security-review", "Disabled by configuration.", "record-open"),
        ("security-review", "<!--\n#### R-security-review-1 It is wrong\n-->\nNo finding.", "record-open"),
    ],
)
def test_only_a_role_that_exists_and_was_asked_speaks_for_the_code(
    tmp_path: Path, role: str, said: str, expected: str
) -> None:
    head = RECORD.partition("### ")[0]
    assert rule(committed(tmp_path, f"{head}### {role}\n\n{said}\n")) == expected


CHECKED = "  - status: {}\n    by: correctness-review\n    note: It was looked at.\n"
DISPUTED = "  - status: disputed\n    by: developer\n    note: It is meant so.\n"
MEDIUM = RECORD.replace("severity: high", "severity: medium")


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        (answered(FIXED), "reviewer"),
        (answered(FIXED, CHECKED.format("fixed")), ""),
        (answered(FIXED, CHECKED.format("open")), "human"),
        (answered(DISPUTED, CHECKED.format("rejected")), ""),
        (answered(DISPUTED, CHECKED.format("disputed"), record=MEDIUM), "human"),
        (answered(DISPUTED, record=MEDIUM), ""),
        (answered(FIXED, record=MEDIUM), ""),
        (MEDIUM, ""),
    ],
)
def test_no_high_finding_waits_and_no_dispute_for_a_person(tmp_path: Path, text: str, waits: str) -> None:
    refusal = refused(committed(tmp_path, text))
    assert (refusal.rule if refusal else "") == ("record-open" if waits else "")
    assert not waits or f"waiting: {ID} for the {waits}" in (refusal.reason if refusal else "")


def test_what_was_archived_before_is_no_record_of_this_change(tmp_path: Path) -> None:
    repo = committed(tmp_path)
    repo.switch("main")
    old = repo.write("_codev/changes/archive/older/review.md", answered(RISK))
    write_record(repo, answered(RISK), "done")
    repo.commit("records of others")
    repo.switch("feature")
    repo.git("merge", "-q", "main")
    assert rule(repo) == "record-missing"
    old.write_text(old.read_text() + "\n")
    (repo.top / "_codev/changes/archive").mkdir(exist_ok=True)
    repo.git("mv", "_codev/changes/done", "_codev/changes/archive/done")
    repo.commit("touch and move them")
    assert rule(repo) == "record-missing"
    repo.write("_codev/changes/archive/add-totals/review.md", answered(RISK).replace("ever sold", "sold"))
    repo.commit("close this one")
    assert refused(repo) is None


def test_what_the_change_turns_off_is_said(tmp_path: Path) -> None:
    repo = committed(tmp_path, answered(RISK))
    assert state(repo).notes == ()
    repo.write("_codev/changes/add-totals/change.yaml", "roles: {security-review: never, a: auto, doc-review: never}\n")
    repo.commit("turn off")
    assert state(repo) == RecordState(
        None, ("_codev/changes/add-totals/change.yaml turns off: doc-review, security-review",)
    )
