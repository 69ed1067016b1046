"""Correction files: one per remaining issue, other people's files untouched."""

import json
from pathlib import Path

import jsonschema
import pytest

from orchestrator.errors import StateError
from orchestrator.report.corrections import MARKER, Correction, corrections, write_corrections
from orchestrator.schemas import load_schema
from orchestrator.values.finding import Confidence, Severity
from tests.support.mode_reports import make_mode_report, stated
from tests.support.reports import make_finding, make_report, make_warned


def some(*lines: int) -> tuple[Correction, ...]:
    return corrections(make_report(*(make_finding(line=line) for line in lines)))


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def test_one_for_each_counted_finding_with_some_confidence_most_urgent_first() -> None:
    found = corrections(make_warned())
    assert [(one.priority, one.category, one.confidence) for one in found] == [
        ("medium", "performance-review", "high"),
        ("low", "naming-review", "high"),
    ]


def test_the_prompt_says_what_to_do_where_and_why() -> None:
    (one,) = corrections(make_report(make_finding(end_line=14, confidence=Confidence.MEDIUM)))
    assert one.as_object() == {
        "schema": "code-review-correction/1",
        "marker": "code-review-correction/1",
        "priority": "high",
        "confidence": "medium",
        "category": "correctness-review",
        "instruction": "The result is never checked.\nCheck the result before using it.",
        "context": "src/app.py, lines 12 to 14, correctness-review.unchecked-result\nQuoted from the file:\nresult = call()",
        "affectedFiles": ["src/app.py"],
        "finding": {
            "severity": "error",
            "file": "src/app.py",
            "line": 12,
            "endLine": 14,
            "message": "The result is never checked.",
            "suggestedFix": "Check the result before using it.",
            "evidence": "result = call()",
            "category": "unchecked-result",
            "rule": "",
        },
    }


def test_without_a_suggestion_the_prompt_still_asks_for_something() -> None:
    (one,) = corrections(make_report(make_finding(suggested_fix=" ", severity=Severity.WARNING)))
    assert one.instruction.endswith("Put this right with the smallest change that removes the defect.")


def test_files_are_valid_ascii_and_named_after_lens_and_place(tmp_path: Path) -> None:
    given = corrections(make_report(make_finding("Größe", file="src/Ünï \n$(rm).py", agent="../x")))
    assert write_corrections(tmp_path / "corrections", given) == 1
    (path,) = (tmp_path / "corrections").iterdir()
    assert path.name == "001-x-n-rm-py-12.json"
    assert path.read_bytes().isascii()
    jsonschema.validate(json.loads(path.read_bytes()), load_schema("correction"))


def test_equal_places_do_not_collide(tmp_path: Path) -> None:
    assert write_corrections(tmp_path, some(12, 12, 12)) == 3
    assert len(names(tmp_path)) == 3


def test_files_of_the_run_before_are_replaced(tmp_path: Path) -> None:
    write_corrections(tmp_path, some(1, 2, 3))
    write_corrections(tmp_path, some(4))
    assert names(tmp_path) == ["001-correctness-review-app-py-4.json"]
    write_corrections(tmp_path, ())
    assert names(tmp_path) == []


def test_nothing_to_correct_makes_no_folder(tmp_path: Path) -> None:
    assert write_corrections(tmp_path / "corrections", ()) == 0
    assert not (tmp_path / "corrections").exists()


@pytest.mark.parametrize(
    "content",
    [
        '{"marker": "other"}',
        "[]",
        "not json",
        f'"{MARKER}"',
        "[" * 100_000,
        b"\xff\xfe",
        f'{{"marker": "{MARKER}", "x": "{"x" * 1_000_001}"}}',
    ],
)
def test_files_of_others_stay_even_when_a_name_is_taken(tmp_path: Path, content: str | bytes) -> None:
    data = content if isinstance(content, bytes) else content.encode()
    theirs = tmp_path / "001-correctness-review-app-py-12.json"
    theirs.write_bytes(data)
    write_corrections(tmp_path, some(12))
    write_corrections(tmp_path, some(12))
    assert theirs.read_bytes() == data
    assert names(tmp_path) == ["001-correctness-review-app-py-12-1.json", theirs.name]


def test_links_are_neither_followed_nor_removed(tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_text(json.dumps({"marker": MARKER}))
    folder = tmp_path / "corrections"
    folder.mkdir()
    (folder / "001-correctness-review-app-py-12.json").symlink_to(outside)
    write_corrections(folder, some(12))
    assert outside.read_text() == json.dumps({"marker": MARKER})
    assert (folder / "001-correctness-review-app-py-12.json").is_symlink()
    assert (folder / "001-correctness-review-app-py-12-1.json").is_file()


def test_a_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "corrections").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StateError, match="symbolic link"):
        write_corrections(tmp_path / "corrections", some(12))
    assert names(tmp_path / "elsewhere") == []


def test_a_file_in_the_way_is_an_error_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "corrections").write_text("")
    with pytest.raises(StateError, match=r"File exists|Not a directory"):
        write_corrections(tmp_path / "corrections", some(12))


def test_what_a_mode_recorded_is_no_work_order() -> None:
    assert corrections(make_mode_report(stated("F1", "high"), stated("F2", "mid"))) == ()
