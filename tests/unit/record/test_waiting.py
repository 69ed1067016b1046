"""Which findings are put before somebody, and how their answers get into the text of a record."""

from dataclasses import replace

import pytest

from orchestrator.record.asking import Matter
from orchestrator.record.model import Entry, RecordedFinding
from orchestrator.record.parse import parse
from orchestrator.record.waiting import BROKEN, EDITED, REMOVED, apply_entries, to_challenge, to_check
from tests.unit.record.build import (
    ACCEPTED,
    DECIDED,
    DEFERRED,
    DISPUTED,
    FIXED,
    MAINTAINED,
    REJECTED,
    REOPENED,
    VERIFIED,
    entry,
    record_of,
    recorded,
)


def numbered(number: int, *later: Entry) -> RecordedFinding:
    return recorded(*later, id=f"R-security-{number}")


@pytest.mark.parametrize(
    ("later", "check", "challenge"),
    [
        ((), None, True),
        ((FIXED,), Matter.FIX, False),
        ((FIXED, VERIFIED), None, False),
        ((FIXED, REOPENED), None, True),
        ((FIXED, REOPENED, FIXED), Matter.FIX, False),
        ((FIXED, REOPENED, DISPUTED), Matter.DISPUTE, False),
        ((DISPUTED,), Matter.DISPUTE, False),
        ((DISPUTED, REJECTED), None, False),
        ((DISPUTED, MAINTAINED), None, False),
        ((DECIDED,), None, False),
        ((ACCEPTED,), None, False),
        ((DEFERRED,), None, False),
    ],
)
def test_who_waits(later: tuple[Entry, ...], check: Matter | None, challenge: bool) -> None:
    parsed = record_of(recorded(*later))
    assert [one.matter for one in to_check(parsed).waiting] == ([check] if check else [])
    assert [one.matter for one in to_challenge(parsed).waiting] == ([Matter.CHALLENGE] if challenge else [])
    for chosen, waits in ((to_check, bool(check)), (to_challenge, challenge)):
        assert not chosen(parsed).idle
        assert list(chosen(parsed, ["R-security-1"]).idle) == ([] if waits else ["R-security-1"])


def test_an_answer_is_checked_once() -> None:
    parsed = record_of(recorded(DISPUTED))
    applied = apply_entries(parsed.text, [(recorded(DISPUTED), MAINTAINED)])
    assert applied.written == ("R-security-1",)
    assert to_check(parse(applied.text)).waiting == ()


def test_only_what_is_named_is_chosen() -> None:
    parsed = record_of(numbered(1, FIXED), numbered(2, FIXED), numbered(3))
    assert [one.finding.id for one in to_check(parsed, ["R-security-2"]).waiting] == ["R-security-2"]
    assert [one.finding.id for one in to_challenge(parsed).waiting] == ["R-security-3"]
    with pytest.raises(KeyError, match="R-security-9"):
        to_check(parsed, ["R-security-1", "R-security-9"])


def test_a_finding_that_is_broken_is_refused_and_the_others_are_asked_about() -> None:
    text = record_of(numbered(1, REJECTED), numbered(2, FIXED), numbered(2, FIXED), numbered(3, FIXED)).text
    text = f"{text}\n#### R-security-4 No block\n"
    chosen = to_check(parse(text))
    assert [one.finding.id for one in chosen.waiting] == ["R-security-3"]
    assert chosen.refused == {"R-security-1": BROKEN, "R-security-2": BROKEN, "R-security-4": BROKEN}
    assert list(to_check(parse(text), ["R-security-4"]).refused) == ["R-security-4"]


def test_answers_are_appended_and_every_other_byte_stays() -> None:
    before = record_of(numbered(1, FIXED), numbered(2, DISPUTED), numbered(3)).text.replace("\n", "\r\n")
    noted = replace(REOPENED, note="It still\nconcatenates: `a`.")
    applied = apply_entries(before, [(numbered(1, FIXED), noted), (numbered(2, DISPUTED), REJECTED)])
    assert (applied.written, applied.refused) == (("R-security-1", "R-security-2"), {})
    after = [finding for _, finding in parse(applied.text).record.findings()]
    assert after == [numbered(1, FIXED, noted), numbered(2, DISPUTED, REJECTED), numbered(3)]
    kept = iter(applied.text.split("\r\n"))
    assert all(any(line == other for other in kept) for line in before.split("\r\n"))


@pytest.mark.parametrize(
    ("now", "why"),
    [
        ((numbered(1, FIXED, VERIFIED),), EDITED),
        ((replace(numbered(1, FIXED), recommendation="Something else."),), EDITED),
        ((numbered(2, FIXED),), REMOVED),
        ((), REMOVED),
    ],
)
def test_what_changed_meanwhile_is_left_alone(now: tuple[RecordedFinding, ...], why: str) -> None:
    text = record_of(*now, numbered(5, FIXED)).text
    applied = apply_entries(text, [(numbered(1, FIXED), REOPENED), (numbered(5, FIXED), VERIFIED)])
    assert (applied.written, dict(applied.refused)) == (("R-security-5",), {"R-security-1": why})
    assert [finding for _, finding in parse(applied.text).record.findings()] == [*now, numbered(5, FIXED, VERIFIED)]


@pytest.mark.parametrize(
    ("later", "added"),
    [
        ((FIXED, REOPENED, FIXED), REOPENED),
        ((FIXED,), replace(REOPENED, note=" ")),
        ((DISPUTED,), VERIFIED),
        ((DISPUTED,), entry("rejected", "developer")),
    ],
)
def test_an_answer_that_may_not_be_given_is_not_written(later: tuple[Entry, ...], added: Entry) -> None:
    text = record_of(recorded(*later)).text
    applied = apply_entries(text, [(recorded(*later), added)])
    assert (applied.text, applied.written, list(applied.refused)) == (text, (), ["R-security-1"])


def test_a_moved_finding_is_the_same() -> None:
    text = record_of(recorded(FIXED)).text.replace("## code.review\n", "Some words.\n\n## code.review\n\nMore.\n")
    assert apply_entries(text, [(recorded(FIXED), VERIFIED)]).written == ("R-security-1",)
