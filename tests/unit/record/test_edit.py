"""An answer changes the lines that it is about, and no other byte."""

from dataclasses import replace

import pytest

from orchestrator.record.edit import Edit, apply, write_finding, write_findings
from orchestrator.record.model import Entry, RecordedFinding
from orchestrator.record.parse import Parsed, parse
from tests.unit.record.build import FIXED, VERIFIED, case, recorded

ADDED = '  - status: fixed\n    by: developer\n    ref: "1a2b3c4"\n'


def answered(parsed: Parsed, *entries: Entry) -> RecordedFinding:
    finding = parsed.record.find("R-security-1")
    assert finding is not None
    return replace(finding, history=(*finding.history, *entries))


def after(text: str, *entries: Entry) -> str:
    parsed = parse(text)
    return write_finding(parsed, answered(parsed, *entries))


def test_an_answer_is_appended() -> None:
    text = case("valid")
    opened = "    by: security\n```"
    assert after(text, FIXED) == text.replace(opened, f"    by: security\n{ADDED}```")
    assert after(text, FIXED, VERIFIED).endswith(text[text.index("\n\n### newcomer") :])


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace("isolated.\n", "isolated.   \n\n\n\n"),
        lambda text: text.replace("recommendation:", "# for the meeting\nrecommendation:"),
        lambda text: text.replace("recommendation:", "weight: [1,\n  2]\nrecommendation:"),
        lambda text: text.replace("```yaml", "~~~~yaml").replace("```", "~~~~"),
        lambda text: text + "\n\n\n# The end\n\n   ",
        lambda text: text.rstrip("\n"),
    ],
)
def test_every_other_byte_survives(change: object) -> None:
    assert callable(change)
    text: str = change(case("valid"))
    lines, new = text.splitlines(keepends=True), after(text, FIXED).splitlines(keepends=True)
    at = next(number for number, line in enumerate(new) if "developer" in line) - 1
    assert new[:at] + new[at + 3 :] == lines
    assert {line[len(line.rstrip("\r\n")) :] for line in new[at : at + 3]} == {lines[0][len(lines[0].rstrip("\r\n")) :]}


def test_a_block_inside_an_indented_fence() -> None:
    text = case("valid")
    start = text.index("```yaml", text.index("R-security-1"))
    end = text.index("```\n", start + 3) + 4
    block = "".join(f"  {line}\n" for line in text[start:end].splitlines())
    indented = text[:start] + block + text[end:]
    added = "".join(f"  {line}\n" for line in ADDED.splitlines())
    assert after(indented, FIXED) == indented.replace("      by: security\n", f"      by: security\n{added}")


@pytest.mark.parametrize(
    "history",
    [
        "history: [{status: open, by: security}]\n",
        "history:\n- status: open\n  by: security\n",
        "history:\n    - {status: open, by: security}\n",
        "history:\n  - status: open\n    by: security\n    note: |+\n      kept\n\n\n",
        "history:\n  - by: security\n    status: open\n# more to come\n",
    ],
)
def test_other_spellings_of_a_history(history: str) -> None:
    text = case("valid").replace("history:\n  - status: open\n    by: security\n```", f"{history}```")
    parsed = parse(text)
    finding = answered(parsed, FIXED)
    again = parse(write_finding(parsed, finding))
    assert again.problems == ()
    assert again.record.find("R-security-1") == finding


def test_a_history_that_is_not_last_is_written_anew() -> None:
    text = case("valid").replace("    by: security\n```", "    by: security\nsignature: abc\n```")
    assert 'signature: "abc"\nhistory:\n' in after(text, FIXED)


def test_another_role_is_added_in_one_line() -> None:
    text = case("valid").replace("recommendation:", "# for the meeting\nrecommendation:")
    parsed = parse(text)
    finding = answered(parsed)
    new = write_finding(parsed, replace(finding, raised_by=(*finding.raised_by, "speed")))
    assert new == text.replace("[security, newcomer]", "[security, newcomer, speed]")
    bare = parse(text.replace("raised_by: [security, newcomer]\n", ""))
    new = write_finding(bare, replace(answered(bare), raised_by=("security", "newcomer")))
    assert new == text


def test_what_is_not_recorded_cannot_be_written() -> None:
    with pytest.raises(KeyError):
        write_finding(parse(case("valid")), recorded(id="R-security-9"))


def test_what_would_not_be_read_back_is_not_written() -> None:
    parsed = parse(case("valid"))
    with pytest.raises(ValueError, match="R-security-1 cannot be written"):
        write_finding(parsed, replace(answered(parsed), extra=(("x", "x: ["),)))


def test_several_findings_are_written_together() -> None:
    parsed = parse(case("valid").replace("[security, newcomer]", "[security,\n  newcomer]"))
    skeptic = parsed.record.find("R-skeptic-1")
    assert skeptic is not None
    # One of them is of a form that can only be written anew.
    new = [replace(skeptic, raised_by=("skeptic", "late")), replace(answered(parsed), raised_by=("security", "late"))]
    again = parse(write_findings(parsed, new))
    assert [again.record.find(one.id) for one in new] == new


def test_edits_at_one_place_keep_their_order() -> None:
    assert apply(("a\r\n", "b"), [Edit(2, 0, "c\n"), Edit(2, 0, "d\n"), Edit(0, 1, "")]) == "b\r\nc\r\nd\r\n"
    assert apply((), [Edit(0, 0, "a\n")]) == "a\n"
