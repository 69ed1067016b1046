"""Correction files read back."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from orchestrator.report.correction_files import OLD, Held, Passed, by_place, read_corrections
from orchestrator.report.corrections import MARKER, corrections, write_corrections
from orchestrator.values.finding import Confidence, Severity
from tests.support.reports import make_finding, make_report

FINDINGS = (
    make_finding("Later.", line=40, end_line=44, severity=Severity.WARNING, rule="N801", category=""),
    make_finding("Größe \udce9.", file="src/\udce9.py", line=3, confidence=Confidence.MEDIUM),
    make_finding("A hint.", line=12, severity=Severity.SUGGESTION),
    make_finding("Earlier.", line=12),
)


def written(folder: Path) -> Path:
    write_corrections(folder, corrections(make_report(*FINDINGS)))
    return folder


def test_what_was_written_is_read_back_as_it_was(tmp_path: Path) -> None:
    held = [one for one in read_corrections([written(tmp_path)]) if isinstance(one, Held)]
    assert [one.finding.message for one in by_place(held)] == ["Earlier.", "A hint.", "Later.", "Größe \udce9."]
    by_message = {one.finding.message: one.finding for one in held}
    for finding in FINDINGS:
        back = by_message[finding.message]
        assert (back.file, back.line, back.end_line, back.rule) == (
            finding.file,
            finding.line,
            finding.end_line,
            finding.rule,
        )
        assert (back.agent, back.severity, back.confidence) == (finding.agent, finding.severity, finding.confidence)
        assert (back.evidence, back.suggested_fix, back.rule_id) == (
            finding.evidence,
            finding.suggested_fix,
            finding.rule_id,
        )


def test_a_file_named_twice_is_read_once_and_a_missing_place_holds_nothing(tmp_path: Path) -> None:
    folder = written(tmp_path / "corrections")
    first = min(folder.iterdir())
    assert len(read_corrections([folder, first, tmp_path / "nowhere"])) == 4
    assert [one.path for one in read_corrections([first])] == [first]


def whole() -> dict[str, Any]:
    return dict(corrections(make_report(make_finding()))[0].as_object())


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"marker": "other"}, "it does not bear the mark of this tool"),
        ({"confidence": "none"}, "it breaks its schema at $.confidence"),
        ({"extra": 1, "marker\x1b[2J": 2}, "it breaks its schema at $: it has no key extra"),
        ({"a\x1b[2J": 1}, "it breaks its schema at $: it has no key a\\x1b[2J"),
        ({"affectedFiles": ["src/app.py", "b.py"]}, "the files it names are not the one its finding is about"),
        ({"finding": None}, "it breaks its schema at $.finding"),
    ],
)
def test_files_that_are_not_as_we_write_them_are_named(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps({**whole(), **change}), encoding="utf-8")
    assert read_corrections([tmp_path]) == (Passed(path, reason),)


def test_a_key_that_is_missing_is_named(tmp_path: Path) -> None:
    data = whole()
    del data["priority"]
    (tmp_path / "a.json").write_text(json.dumps(data), encoding="utf-8")
    reason = "it breaks its schema at $: the key priority is missing"
    assert read_corrections([tmp_path]) == (Passed(tmp_path / "a.json", reason),)


def test_a_file_of_an_earlier_version_is_for_people(tmp_path: Path) -> None:
    data = whole()
    del data["finding"]
    (tmp_path / "a.json").write_text(json.dumps(data), encoding="utf-8")
    assert read_corrections([tmp_path]) == (Passed(tmp_path / "a.json", OLD),)


@pytest.mark.parametrize("content", ["not json", "[]", "[" * 50_000, "7", "x" * 1_000_001, "\xff"])
def test_other_content_is_passed_over(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.json").write_bytes(content.encode("latin-1"))
    (one,) = read_corrections([tmp_path])
    assert one == Passed(tmp_path / "a.json", "it is no JSON object that a review could have written")


def test_links_and_pipes_are_not_read(tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_text(json.dumps({**whole(), "marker": MARKER}), encoding="utf-8")
    folder = tmp_path / "corrections"
    folder.mkdir()
    (folder / "link.json").symlink_to(outside)
    (folder / "none.json").symlink_to(tmp_path / "nowhere")
    os.mkfifo(folder / "pipe.json")
    reasons = [one.reason for one in read_corrections([folder]) if isinstance(one, Passed)]
    no_object = "it is no JSON object that a review could have written"
    assert reasons == ["it is a symbolic link", "it is a symbolic link", no_object]
    (tmp_path / "linked").symlink_to(folder)
    (one,) = read_corrections([tmp_path / "linked"])
    assert one == Passed(tmp_path / "linked", "it is a symbolic link")
