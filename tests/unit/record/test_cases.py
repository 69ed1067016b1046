"""Whole records, valid and broken: each folder of tests/cases/record is one, with the problems that it must have."""

from pathlib import Path

import pytest

from orchestrator.record.model import Code, ProblemLevel, StepName
from orchestrator.record.parse import parse
from orchestrator.record.print import print_record
from orchestrator.record.validate import validate
from tests.unit.record.build import ACTIVE, CASES, CHANGE, KNOWN, case, read

NAMES = sorted(folder.name for folder in CASES.iterdir() if folder.name != "project")
VALID = [name for name in NAMES if name.startswith("valid")]


@pytest.mark.parametrize("name", NAMES)
def test_the_problems_are_those_expected(name: str) -> None:
    text = case(name)
    parsed = parse(text)
    assert parsed.text == text
    found = validate(parsed, active=ACTIVE, read=read, change_folder=CHANGE, known=KNOWN)
    told = [f"{problem.code} {problem.line}" for problem in found]
    assert told == (CASES / name / "expected.txt").read_text(encoding="utf-8").splitlines()
    assert all(problem.message for problem in found)


@pytest.mark.parametrize("name", VALID)
def test_a_valid_record_reads_the_same_once_it_is_printed(name: str) -> None:
    record = parse(case(name)).record
    printed = print_record(record)
    again = parse(printed)
    assert (again.record, again.problems) == (record, ())
    assert print_record(again.record) == printed


def test_every_code_of_a_record_occurs() -> None:
    told = {line.split()[0] for name in NAMES for line in (CASES / name / "expected.txt").read_text().splitlines()}
    closing = {Code.RECORD_MISSING, Code.STEP_MISSING, Code.UNRESOLVED}
    assert told == {code.value for code in Code} - {code.value for code in closing}


def test_four_codes_warn() -> None:
    warned = {code.value for code in Code if code.level is ProblemLevel.WARNING}
    assert warned == {
        "review_unknown_field",
        "review_unknown_role",
        "review_evidence_moved",
        "review_evidence_unchecked",
    }


def test_what_a_valid_record_says() -> None:
    record = parse(case("valid")).record
    assert record.format == 1
    code = record.step(StepName.CODE)
    assert code is not None
    assert (code.run_style, code.summarized) == ("isolated", ("src/generated/schema.rs — over the material limit.",))
    assert [section.role for section in code.roles] == ["security", "newcomer", "performance"]
    security, newcomer, performance = code.roles
    assert security.findings[0].raised_by == ("security", "newcomer")
    assert security.findings[0].line == 35
    assert (newcomer.no_finding, newcomer.fallback[:13], performance.disabled) == (True, "the sub-agent", True)
    found = record.find("R-skeptic-1")
    assert found is not None
    assert [(entry.status, entry.by, entry.ref) for entry in found.history] == [
        ("open", "skeptic", ""),
        ("fixed", "architect", "design.md"),
    ]


def test_a_finding_that_cannot_be_read_keeps_its_id() -> None:
    code = parse(case("severity-unknown")).record.step(StepName.CODE)
    assert code is not None
    assert [(one.id, one.title) for one in code.roles[0].broken] == [
        ("R-security-1", "The session lookup concatenates the token")
    ]


def test_a_newer_format_is_not_interpreted() -> None:
    record = parse(case("format-newer")).record
    assert (record.format, record.steps) == (2, ())


def test_the_documented_record_is_as_it_would_be_written() -> None:
    page = Path("docs/record.md").read_text(encoding="utf-8")
    example = page.split("````markdown\n")[1].split("````\n")[0]
    parsed = parse(example)
    assert parsed.problems == ()
    assert print_record(parsed.record) == example


def test_the_documentation_names_every_code() -> None:
    page = Path("docs/record.md").read_text(encoding="utf-8")
    assert [code for code in Code if f"`{code}`" not in page] == []
