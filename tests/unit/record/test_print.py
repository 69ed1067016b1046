"""What is written is read back, whatever the texts hold."""

from hypothesis import given, settings
from hypothesis import strategies as st

from orchestrator.record.model import (
    Entry,
    Level,
    Record,
    RecordedFinding,
    RoleSection,
    RunStyle,
    Status,
    Step,
    StepName,
)
from orchestrator.record.parse import parse
from orchestrator.record.print import print_finding, print_record
from tests.unit.record.build import entry, record_of, recorded

# Any text, with a liking for what a record, YAML or Markdown might take for its own.
_BLANKS = ("\n", " ", "  ", "    ", "\t", "\r", "\x85", "\u2028")
_MARKDOWN = ("```", "~~~~", "## code.review", "### role", "<!--", "-->", "---", "# ", "R-security-1", "[redacted]")
_YAML = ("...", "- ", "key: value", ": ", " #", "&a", "*a", "!!str", "|", ">", "%YAML", "'", '"', "\\", "{", "[")
_ODD = ("\x00", "\x7f", "\ufeff", "\ufffe", "\ud800", "\U0001f600", "é", "no", "null", "1e3")
_PIECES = st.sampled_from((*_BLANKS, *_MARKDOWN, *_YAML, *_ODD))
TEXT = st.lists(_PIECES | st.text(max_size=5), min_size=1, max_size=12).map("".join).filter(str.strip)
STRIPPED = TEXT.map(str.strip)
WORDS = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=20)
ENTRY = st.builds(
    Entry,
    status=st.sampled_from(Status),
    by=STRIPPED,
    ref=TEXT | st.just(""),
    note=TEXT | st.just(""),
    to=TEXT | st.just(""),
    justification=TEXT | st.just(""),
)


@st.composite
def findings(draw: st.DrawFn) -> RecordedFinding:
    return RecordedFinding(
        id="R-security-1",
        title=draw(WORDS),
        severity=draw(st.sampled_from(Level)),
        confidence=draw(st.sampled_from(Level)),
        location=draw(STRIPPED),
        evidence=draw(TEXT),
        recommendation=draw(TEXT),
        history=tuple(draw(st.lists(ENTRY, min_size=1, max_size=3))),
        category=draw(STRIPPED | st.just("")),
        raised_by=draw(st.sampled_from([(), ("security", "newcomer"), ("on", "off")])),
        signature=draw(STRIPPED | st.just("")),
    )


@settings(max_examples=120, deadline=None)
@given(findings())
def test_any_finding_is_read_back(finding: RecordedFinding) -> None:
    section = RoleSection(role="security", findings=(finding,))
    record = Record(steps=(Step(name=StepName.CODE, roles=(section,), run_style=RunStyle.ISOLATED),))
    text = print_record(record)
    parsed = parse(text)
    assert (parsed.record, parsed.problems) == (record, ())
    assert print_record(parsed.record) == text


@settings(max_examples=100, deadline=None)
@given(st.lists(_PIECES | st.sampled_from(["## code.review\n", "### a\n", "#### R-a-1 T\n", "```yaml\n"]), max_size=30))
def test_any_text_is_read_without_raising(pieces: list[str]) -> None:
    text = "".join(pieces)
    parsed = parse(text)
    assert parsed.text == text


def test_the_form_of_a_finding() -> None:
    finding = recorded(
        entry("disputed", "developer", note="It is ours.\nSee above."),
        entry("accepted-risk", "human:Ada Byron", justification="Behind the firewall: until May."),
        evidence="  indented(first);\n```\n\nlast",
        category="A03.injection",
        raised_by=("security", "newcomer"),
        signature="0" * 64,
    )
    assert print_finding(finding) == (
        "#### R-security-1 The session lookup concatenates the token\n"
        "\n"
        "```yaml\n"
        "severity: high\n"
        "confidence: high\n"
        "category: A03.injection\n"
        'location: "src/auth/session.rs:8"\n'
        "evidence: |4-\n"
        "      indented(first);\n"
        "    ```\n"
        "\n"
        "    last\n"
        "recommendation: Bind the token as a query parameter.\n"
        "raised_by: [security, newcomer]\n"
        f'signature: "{"0" * 64}"\n'
        "history:\n"
        "  - status: open\n"
        "    by: security\n"
        "  - status: disputed\n"
        "    by: developer\n"
        "    note: |4-\n"
        "        It is ours.\n"
        "        See above.\n"
        "  - status: accepted-risk\n"
        "    by: human:Ada Byron\n"
        '    justification: "Behind the firewall: until May."\n'
        "```\n"
    )


def test_unknown_fields_are_kept_with_their_own_spelling() -> None:
    text = record_of(recorded()).text
    text = text.replace("history:\n", "weight: 1.0\nlinks:\n  - {a: b} # why\n  - c\nhistory:\n")
    text = text.replace("    by: security\n", "    by: security\n    mood: |\n      grim\n       indeed\n")
    parsed = parse(text)
    assert [problem.code for problem in parsed.problems] == ["review_unknown_field"] * 3
    printed = print_record(parsed.record)
    assert "weight: 1.0\nlinks:\n  - {a: b} # why\n  - c\nhistory:\n" in printed
    assert "    mood: |\n      grim\n       indeed\n" in printed
    assert parse(printed).record == parsed.record
