"""A run into the record, an answer into it, and what a project says about records; real files, no review."""

import json
from pathlib import Path
from typing import Any

import pytest

from orchestrator.cli.record_text import standing_text
from orchestrator.errors import CodeReviewError, ConfigurationError, NoVerdictError, UsageError
from orchestrator.record.model import Entry, Status
from orchestrator.record.parse import parse
from orchestrator.record.run_outcome import RunOutcome, outcome_of
from orchestrator.values.finding import Confidence, Finding, Severity
from orchestrator.wiring.record import RecordProject, open_records
from orchestrator.wiring.record_answer import change_holding, close, record_answer
from orchestrator.wiring.record_start import Started, check_fit, record_run
from tests.support.records import AFTER, FOLDER, ID, RECORD, RISK, answered

NAME = "add-totals"
PATH = f"{FOLDER}/{NAME}/review.md"
WRONG = Finding(
    agent="correctness-review",
    severity=Severity.ERROR,
    confidence=Confidence.HIGH,
    file="shop.py",
    line=2,
    message="The total is the largest item.",
    evidence="return max(items)",
    suggested_fix="Use sum.",
)
OTHER = "# Review record\n\n<!-- review-format: 1 -->\n\n## code.review\n\n### {}\n\n{}\n"
DONE = Entry(status=Status.FIXED, by="developer", ref="1a2b3c4")


@pytest.fixture(name="top")
def fixture_top(tmp_path: Path) -> Path:
    """A project without git: records need none."""
    top = tmp_path / "shop"
    (top / ".code-review").mkdir(parents=True)
    (top / "shop.py").write_text(AFTER)
    return top


def settings(top: Path, text: str) -> RecordProject:
    (top / ".code-review/config.yaml").write_text(text)
    return open_records(top)


def written(top: Path, text: str = RECORD, name: str = NAME) -> Path:
    path = top / FOLDER / name / "review.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def outcome(*findings: Finding, failed: tuple[str, ...] = (), **more: Any) -> RunOutcome:
    completed = {"correctness-review": findings, "security-review": ()}
    return RunOutcome(
        completed={role: found for role, found in completed.items() if role not in failed},
        failed=dict.fromkeys(failed, "no answer"),
        **{"summarized": (), "gaps": (), **more},
    )


def run(top: Path, *findings: Finding, **more: Any) -> Started:
    return record_run(open_records(top), NAME, outcome(*findings, **more))


def codes(top: Path) -> list[str]:
    return [problem.code.value for problem in open_records(top).review(NAME).standing.problems]


def reasons(top: Path) -> list[str]:
    return [reason.code.value for reason in open_records(top).review(NAME).standing.reasons]


def test_a_run_writes_a_record_without_a_fault_and_a_second_one_nothing(top: Path) -> None:
    first = run(top, WRONG)
    assert (first.path, [one.id for one in first.written], codes(top)) == (PATH, [ID], [])
    before = (top / PATH).read_bytes()
    again = run(top, WRONG)
    assert (again.changed, again.again, (top / PATH).read_bytes()) == (False, (ID,), before)


def test_a_run_that_finds_a_claimed_fix_again_opens_it_again_and_says_so(top: Path) -> None:
    run(top, WRONG)
    record_answer(open_records(top), NAME, ID, DONE)
    again = run(top, WRONG, review="2026-05-02")
    assert (again.again, again.reopened, codes(top)) == ((ID,), (ID,), [])
    assert reasons(top) == ["review_unresolved"]
    told = standing_text(open_records(top).review(NAME), everything=False)
    assert "opened again by correctness-review: Found again by the review of 2026-05-02." in told


def test_the_files_beside_it_and_the_text_in_it_stay(top: Path) -> None:
    run(top, WRONG)
    edited = (top / PATH).read_bytes().replace(b"## code.review\n", b"Read by hand.\n\n## code.review\n")
    (top / PATH).write_bytes(edited.replace(b"\n", b"\r\n"))
    run(top, WRONG, Finding(**{**fields(WRONG), "message": "It fails for none.", "line": 1, "evidence": "def total"}))
    text = (top / PATH).read_bytes()
    assert b"Read by hand.\r\n" in text
    assert b"\n" not in text.replace(b"\r\n", b"")
    assert [one.id for _, one in parse(text.decode()).record.findings()] == [ID, "R-correctness-review-2"]


def fields(finding: Finding) -> dict[str, Any]:
    return {name: getattr(finding, name) for name in Finding.__dataclass_fields__}


def test_a_lens_that_failed_has_no_section_until_it_answers(top: Path) -> None:
    run(top, WRONG, failed=("security-review",))
    assert codes(top) == ["review_role_missing"]
    assert "<!-- review-unanswered: security-review -->" in (top / PATH).read_text()
    assert "### security-review" not in (top / PATH).read_text()
    run(top, WRONG)
    assert codes(top) == []
    assert "review-unanswered" not in (top / PATH).read_text()
    assert parse((top / PATH).read_text()).problems == ()


def test_a_role_whose_next_run_fails_waits_although_it_has_a_section(top: Path) -> None:
    run(top, WRONG)
    before = (top / PATH).read_text()
    run(top, failed=("correctness-review", "security-review"))
    text = (top / PATH).read_text()
    note = "\n<!-- review-unanswered: correctness-review, security-review -->\n"
    assert text.replace(note, "") == before
    assert codes(top) == ["review_role_missing"] * 2
    assert "review_role_missing" in reasons(top)
    run(top, WRONG, failed=("security-review",))
    assert "<!-- review-unanswered: security-review -->" in (top / PATH).read_text()
    run(top, WRONG)
    assert ((top / PATH).read_text(), codes(top)) == (before, [])


def test_a_run_in_which_everybody_failed_is_recorded_as_that(top: Path) -> None:
    started = run(top, failed=("correctness-review", "security-review"))
    assert (started.written, codes(top)) == ((), ["review_role_missing"] * 2)


def test_a_run_in_which_nobody_was_asked_is_refused(top: Path) -> None:
    with pytest.raises(NoVerdictError, match="a gate stopped it"):
        record_run(
            open_records(top), NAME, RunOutcome(completed={}, failed={}, summarized=(), gaps=("a gate stopped it",))
        )
    assert not (top / FOLDER).exists()


def test_what_cannot_be_proven_is_not_recorded(top: Path) -> None:
    elsewhere = Finding(**{**fields(WRONG), "evidence": "return min(items)"})
    gone = Finding(**{**fields(WRONG), "file": "gone.py"})
    started = run(top, elsewhere, gone)
    assert [(one.finding.file, "does not stand in" in one.reason) for one in started.left_out] == [
        ("shop.py", True),
        ("gone.py", False),
    ]
    assert (started.written, codes(top)) == ((), [])


@pytest.mark.parametrize("message", ["", " \n"])
def test_a_finding_without_a_message_is_left_out_and_the_rest_recorded(top: Path, message: str) -> None:
    started = run(top, Finding(**{**fields(WRONG), "message": message}), WRONG)
    assert [("no message" in one.reason) for one in started.left_out] == [True]
    assert ([one.id for one in started.written], codes(top)) == ([ID], [])


def test_a_secret_never_enters_the_file(top: Path) -> None:
    secret = "AKIA" + "Z7Q2M4X9B1C3D5E6"
    (top / "shop.py").write_text(f'KEY = "{secret}"\n')
    leak = {
        "line": 1,
        "evidence": f'KEY = "{secret}"',
        "message": f"The key {secret} is in the code.",
        "suggested_fix": f"Revoke {secret}.",
    }
    started = run(top, Finding(**{**fields(WRONG), **leak}))
    assert len(started.written) == 1
    entry = Entry(status=Status.DISPUTED, by="developer", note=f"{secret} is an example.")
    record_answer(open_records(top), NAME, ID, entry)
    assert secret not in (top / PATH).read_text()
    assert codes(top) == []


@pytest.mark.parametrize("name", ["", "..", "../x", "a/b", "A", "-a", "a" * 65, "archive", "a.b", "a\n", ".git"])
def test_an_unsafe_name_is_refused_everywhere(top: Path, name: str) -> None:
    project = open_records(top)
    for act in (
        lambda: project.review(name),
        lambda: check_fit(project, name),
        lambda: record_run(project, name, outcome(WRONG)),
        lambda: record_answer(project, name, ID, DONE),
        lambda: close(project, name, archive=True),
    ):
        with pytest.raises(UsageError):
            act()
    assert not (top / FOLDER).exists()


@pytest.mark.parametrize("link", ["_codev", FOLDER, f"{FOLDER}/{NAME}", PATH])
def test_a_link_is_neither_read_nor_written(top: Path, link: str, tmp_path: Path) -> None:
    written(top)
    moved = tmp_path / "moved"
    (top / link).rename(moved)
    (top / link).symlink_to(moved)
    project = open_records(top)
    for act in (lambda: project.review(NAME), lambda: record_answer(project, NAME, ID, DONE), lambda: run(top, WRONG)):
        with pytest.raises(UsageError, match=f"^{link} is a symbolic link"):
            act()


def test_one_change_that_cannot_be_looked_at_does_not_keep_the_others_from_it(top: Path, tmp_path: Path) -> None:
    for name in (NAME, "linked", "switched", "Upper Case"):
        written(top, name=name)
    (top / FOLDER / "linked").rename(tmp_path / "moved")
    (top / FOLDER / "linked").symlink_to(tmp_path / "moved")
    (top / FOLDER / "switched/change.yaml").write_text("roles: [a]\n")
    (top / FOLDER / "archive/old").mkdir(parents=True)
    (top / FOLDER / "empty Case").mkdir()
    reviews = open_records(top).reviews()
    said = {one.folder.rpartition("/")[2]: [problem.message for problem in one.standing.problems] for one in reviews}
    assert [(name, len(messages)) for name, messages in said.items()] == [
        (NAME, 0),
        ("linked", 1),
        ("switched", 1),
        ("Upper Case", 1),
    ]
    assert said["linked"][0].startswith("its folder is a symbolic link")
    assert said["switched"][0].startswith("change.yaml: roles must be a mapping")
    assert "no name of a change" in said["Upper Case"][0]


def test_all_changes_behind_a_link_are_refused_at_once(top: Path, tmp_path: Path) -> None:
    written(top)
    (top / FOLDER).rename(tmp_path / "moved")
    (top / FOLDER).symlink_to(tmp_path / "moved")
    with pytest.raises(UsageError, match="symbolic link"):
        open_records(top).reviews()
    with pytest.raises(UsageError, match="symbolic link"):
        change_holding(open_records(top), ID)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<!-- review-format: 2 -->\n", "format 2"),
        (RECORD.replace("severity: high", "severity: huge"), "severity"),
    ],
)
def test_a_record_that_cannot_be_read_is_left_alone(top: Path, text: str, said: str) -> None:
    path = written(top, text)
    for act in (lambda: check_fit(open_records(top), NAME), lambda: run(top, WRONG)):
        with pytest.raises(ConfigurationError, match=said):
            act()
    with pytest.raises(CodeReviewError):
        record_answer(open_records(top), NAME, ID, DONE)
    assert path.read_text() == text


def test_a_record_that_is_no_text_is_an_error_and_left_alone(top: Path) -> None:
    path = written(top)
    path.write_bytes(b"# Review record\n\n\xff\n")
    assert (codes(top), reasons(top)) == (["review_invalid"], ["review_invalid"])
    with pytest.raises(ConfigurationError, match="UTF-8"):
        record_answer(open_records(top), NAME, ID, DONE)
    with pytest.raises(ConfigurationError, match="UTF-8"):
        run(top, WRONG)
    assert path.read_bytes().endswith(b"\xff\n")


def test_an_answer_changes_its_lines_and_nothing_else(top: Path) -> None:
    text = f"\ufeff{RECORD}\nA remark.\n".replace("\n", "\r\n")
    path = written(top, text)
    done = record_answer(open_records(top), NAME, ID, DONE)
    after = path.read_bytes().decode()
    added = '  - status: fixed\r\n    by: developer\r\n    ref: "1a2b3c4"\r\n'
    assert done.finding.status is Status.FIXED
    assert after == text.replace("    by: correctness-review\r\n", f"    by: correctness-review\r\n{added}")


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (Entry(status=Status.FIXED, by="developer"), "review_decision_incomplete.*needs `ref`.*--ref"),
        (Entry(status=Status.ACCEPTED_RISK, by="developer", justification="x"), "review_decision_incomplete.*a person"),
        (Entry(status=Status.REJECTED, by="correctness-review"), "review_invalid.*cannot follow"),
    ],
)
def test_an_answer_that_may_not_be_given_writes_nothing(top: Path, entry: Entry, said: str) -> None:
    path = written(top)
    with pytest.raises(UsageError, match=said):
        record_answer(open_records(top), NAME, ID, entry)
    assert path.read_text() == RECORD


def test_the_change_is_found_by_its_finding(top: Path) -> None:
    written(top)
    written(top, RECORD.replace(ID, "R-correctness-review-2"), "other")
    project = open_records(top)
    assert change_holding(project, ID) == NAME
    (top / FOLDER / "linked").symlink_to(top / FOLDER / "other")
    assert change_holding(project, ID) == NAME
    (top / FOLDER / "linked").unlink()
    with pytest.raises(UsageError, match="no finding"):
        change_holding(project, "R-correctness-review-3")
    written(top, RECORD, "other")
    with pytest.raises(UsageError, match="add-totals, other"):
        change_holding(project, ID)


@pytest.mark.parametrize(
    ("own", "change", "text", "expected"),
    [
        ("", "", RECORD, ["review_unresolved"]),
        ("", "", answered(RISK), []),
        ("", "", "", ["review_record_missing"]),
        ("", "roles: {panel: never}\n", "", []),
        ("", "other: [1]\nroles:\n", "", ["review_record_missing"]),
        ("", "", "# Review record\n", ["review_step_missing"]),
        ("", "", "# Review record\n\n## code.review\n", ["review_role_missing"]),
        ("record: {roles: [security-review]}\n", "", answered(RISK), ["review_role_missing"]),
        ("record: {roles: [security-review]}\n", "roles: {security-review: never}\n", answered(RISK), []),
        ("record: {plan_roles: [skeptic]}\n", "", answered(RISK), ["review_step_missing"]),
        ("record: {plan_roles: [skeptic]}\n", "roles: {skeptic: never}\n", answered(RISK), []),
        ("record: {roles: [security-review]}\n", "roles: {security-review: never}\n", "", []),
        ("", "", "<!-- review-format: 7 -->\n", ["review_format_unsupported"]),
        ("", "", OTHER.format("made-up", "No finding."), ["review_role_missing"]),
        ("", "", OTHER.format("security-review", "No finding."), []),
        ("", "", OTHER.format("cr", "No finding."), []),
        ("modes: {mine: {description: x}}\n", "", OTHER.format("mine", "No finding."), []),
        ("record: {roles: [made-up]}\n", "", OTHER.format("made-up", "No finding."), []),
        ("", "", OTHER.format("security-review", "Disabled by configuration."), ["review_invalid"]),
        (
            "",
            "roles: {security-review: never}\n",
            OTHER.format("security-review", "Disabled by configuration."),
            ["review_role_missing"],
        ),
        ("record: {roles: [cr]}\n", "roles: {cr: never}\n", OTHER.format("cr", "Disabled by configuration."), []),
    ],
)
def test_what_keeps_a_change_from_being_closed(
    top: Path, own: str, change: str, text: str, expected: list[str]
) -> None:
    (top / FOLDER / NAME).mkdir(parents=True)
    if own:
        settings(top, own)
    if change:
        (top / FOLDER / NAME / "change.yaml").write_text(change)
    if text:
        written(top, text)
    assert reasons(top) == expected
    closed = close(open_records(top), NAME, archive=True)
    assert [one.code.value for one in closed.reasons] == expected
    assert (top / FOLDER / NAME).exists() is bool(expected)
    assert (top / FOLDER / "archive" / NAME).exists() is not bool(expected)


def test_every_reason_is_given_at_once(top: Path) -> None:
    settings(top, "record: {roles: [security-review], plan_roles: [skeptic]}\n")
    written(top, RECORD.replace("return max(items)", "return min(items)"))
    assert reasons(top) == [
        "review_role_missing",
        "review_evidence_not_found",
        "review_step_missing",
        "review_unresolved",
    ]


def test_closing_names_every_problem_of_a_kind(top: Path) -> None:
    settings(top, "record: {roles: [security-review, doc-review]}\n")
    written(top)
    given = [(one.code.value, one.message) for one in close(open_records(top), NAME, archive=False).reasons]
    assert [code for code, _ in given] == ["review_role_missing", "review_role_missing", "review_unresolved"]
    assert ["security-review" in given[0][1], "doc-review" in given[1][1]] == [True, True]


def test_an_archived_change_of_the_same_name_is_not_overwritten(top: Path) -> None:
    written(top, answered(RISK))
    close(open_records(top), NAME, archive=True)
    written(top, answered(RISK))
    with pytest.raises(UsageError, match="exists already"):
        close(open_records(top), NAME, archive=True)


def test_the_name_of_an_archived_change_is_not_used_again(top: Path) -> None:
    written(top, answered(RISK))
    close(open_records(top), NAME, archive=True)
    for act in (lambda: check_fit(open_records(top), NAME), lambda: run(top, WRONG)):
        with pytest.raises(
            UsageError, match="add-totals was closed before, and is archived in _codev/changes/archive/"
        ):
            act()
    assert not (top / FOLDER / NAME).exists()
    (top / FOLDER / "archive" / NAME).rename(top / FOLDER / NAME)
    assert [one.id for one in run(top, WRONG).written] == ["R-correctness-review-2"]


@pytest.mark.parametrize(
    "change",
    [
        "roles: [a]\n",
        "roles: {a: maybe}\n",
        "roles: {a: never, a: auto}\n",
        "roles: {1: never}\n",
        "- a\n",
        "a: [\n",
        "\xff",
    ],
)
def test_a_change_file_that_is_not_understood_is_refused(top: Path, change: str) -> None:
    written(top)
    (top / FOLDER / NAME / "change.yaml").write_bytes(change.encode("latin-1"))
    with pytest.raises(ConfigurationError, match=r"change\.yaml"):
        open_records(top).review(NAME)


def test_a_lens_that_the_project_switches_off_need_not_be_there(top: Path) -> None:
    settings(top, "record: {roles: [correctness-review, security-review]}\n")
    (top / "review-config.json").write_text(json.dumps({"agents": {"security-review": {"enabled": False}}}))
    written(top, answered(RISK))
    assert reasons(top) == []


def test_another_folder_and_unknown_changes(top: Path) -> None:
    project = settings(top, "record: {folder: docs/reviews}\n")
    started = record_run(project, NAME, outcome(WRONG))
    assert (started.path, project.names()) == (f"docs/reviews/{NAME}/review.md", (NAME,))
    with pytest.raises(UsageError, match="no change called add-total ") as caught:
        project.review("add-total")
    assert caught.value.hint == f"did you mean {NAME}?"
    with pytest.raises(UsageError, match="no project"):
        open_records(Path("/"))


def test_a_folder_below_the_top_is_in_the_project_too(top: Path) -> None:
    written(top)
    (top / "deep/er").mkdir(parents=True)
    assert open_records(top / "deep/er").top == top


@pytest.mark.parametrize("data", [None, 1, [], {}, {"schema": "code-review-report/1"}])
def test_what_is_no_report_is_refused(data: object) -> None:
    with pytest.raises(UsageError, match="is no report"):
        outcome_of(data, "x.json")


@pytest.mark.parametrize(
    "data",
    [
        {"schema": "code-review-report/1", "status": "skipped", "reason": "documentation-only", "files": ["a.md"]},
        {
            "schema": "code-review-report/1",
            "status": "error",
            "overall": "fail",
            "verdict": "none",
            "reason": "no engine",
        }
        | {"missing": [], "hint": ""},
    ],
)
def test_a_report_of_no_review_is_refused(data: object) -> None:
    with pytest.raises(UsageError, match="holds no review"):
        outcome_of(data, "x.json")
