"""Findings of a run into a record: nothing twice, nothing lost, no id reused."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestrator.record.edit import write_finding
from orchestrator.record.merge import Added, Addition, add
from orchestrator.record.model import Code, Entry, RunStyle, StepName
from orchestrator.record.parse import Parsed, parse
from orchestrator.record.transitions import Refusal
from orchestrator.record.validate import validate
from orchestrator.values.finding import Anchor, Confidence, Detail, Finding, Severity
from tests.unit.record.build import (
    ACCEPTED,
    ACTIVE,
    CHANGE,
    DISPUTED,
    FIXED,
    MAINTAINED,
    QUERY,
    REJECTED,
    REOPENED,
    VERIFIED,
    case,
    entry,
    read,
)

FILE = "src/auth/session.rs"
BASE = Finding(
    agent="security",
    severity=Severity.ERROR,
    confidence=Confidence.HIGH,
    file=FILE,
    line=8,
    message="The session lookup concatenates the token.",
    evidence=QUERY,
    suggested_fix="Bind the token as a query parameter.",
    category="A03.injection",
    anchor=Anchor.EXACT,
)


def finding(**changes: Any) -> Finding:
    return replace(BASE, **changes)


LOGOUT = finding(line=13, evidence='pool.run("DELETE FROM sessions', message="Logout of another user is possible.")


def added(roles: Mapping[str, tuple[Finding, ...]], record: Parsed | None = None, **changes: Any) -> Added:
    done = add(record, Addition(step=StepName.CODE, roles=roles, **changes), read=read, change_folder=CHANGE)
    assert isinstance(done, Added)
    assert parse(done.text).problems == ()
    return done


def record(*later: Entry, raised_by: tuple[str, ...] = (), **changes: Any) -> Parsed:
    """A record of one run that found `BASE`, and the answers it received since."""
    parsed = parse(added({"security": (finding(**changes),), "newcomer": ()}).text)
    first = parsed.record.find("R-security-1")
    assert first is not None
    return parse(write_finding(parsed, replace(first, history=(*first.history, *later), raised_by=raised_by)))


def ids(done: Added) -> list[str]:
    return [one.id for one in done.written]


def test_the_first_run_writes_the_record() -> None:
    done = added({"security": (BASE,), "newcomer": ()}, summarized=["src/big.rs — over the limit."])
    assert done.text == (
        "# Review record\n"
        "\n"
        "<!-- review-format: 1 -->\n"
        "\n"
        "## code.review\n"
        "\n"
        "Mode: isolated.\n"
        "Summarized: src/big.rs — over the limit.\n"
        "\n"
        "### security\n"
        "\n"
        "#### R-security-1 The session lookup concatenates the token.\n"
        "\n"
        "```yaml\n"
        "severity: high\n"
        "confidence: high\n"
        "category: A03.injection\n"
        'location: "src/auth/session.rs:8"\n'
        "evidence: |4\n"
        f"    {QUERY}\n"
        "recommendation: Bind the token as a query parameter.\n"
        f'signature: "{done.written[0].signature}"\n'
        "history:\n"
        "  - status: open\n"
        "    by: security\n"
        "```\n"
        "\n"
        "### newcomer\n"
        "\n"
        "No finding.\n"
    )
    assert validate(parse(done.text), active={StepName.CODE: ("security", "newcomer")}, read=read) == ()


def test_the_same_run_again_changes_nothing() -> None:
    roles = {"security": (BASE, LOGOUT), "newcomer": (finding(agent="newcomer", severity=Severity.WARNING),)}
    first = added(roles)
    assert (ids(first), first.written[0].raised_by) == (["R-security-1", "R-security-2"], ("security", "newcomer"))
    again = added(roles, parse(first.text))
    assert again.text == first.text
    assert (again.written, again.again, again.shared) == ((), ("R-security-1", "R-security-2"), ())


@pytest.mark.parametrize(
    "later", [[], [FIXED, REOPENED], [DISPUTED], [DISPUTED, REJECTED], [DISPUTED, MAINTAINED, ACCEPTED]]
)
def test_what_is_recorded_is_not_raised_again(later: list[Entry]) -> None:
    before = record(*later)
    done = added({"security": (BASE,)}, before)
    assert (done.text, done.again) == (before.text, ("R-security-1",))


@pytest.mark.parametrize(
    "later",
    [
        [FIXED, VERIFIED],
        [FIXED, REOPENED, FIXED],
        [DISPUTED, MAINTAINED, entry("fixed", "human:Ada", ref="x")],
    ],
)
def test_what_comes_back_after_its_last_check_is_a_new_finding(later: list[Entry]) -> None:
    assert ids(added({"security": (BASE,)}, record(*later))) == ["R-security-2"]


def test_a_fix_that_was_only_claimed_is_sent_back_by_its_role() -> None:
    before = record(FIXED)
    done = added({"security": (BASE,)}, before, review="2026-05-02, on commit 1a2b3c4")
    note = "Found again by the review of 2026-05-02, on commit 1a2b3c4."
    assert (ids(done), done.again, done.reopened, done.shared) == ([], ("R-security-1",), ("R-security-1",), ())
    after = parse(done.text)
    (one,) = [found for _, found in after.record.findings()]
    assert one.history[-1] == entry("open", "security", note=note)
    assert done.text.startswith(before.text.partition("    ref:")[0])
    assert validate(after, active={StepName.CODE: ("security", "newcomer")}, read=read) == ()
    assert added({"security": (BASE,)}, after).text == done.text
    fixed = parse(write_finding(after, replace(one, history=(*one.history, FIXED))))
    assert ids(added({"security": (BASE,)}, fixed)) == ["R-security-2"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (QUERY, "let query = old(token);"),
        ("session.rs:8", "session.rs:13"),
        ("session.rs:8", "session.rs:400"),
    ],
)
def test_what_a_claimed_fix_took_away_does_not_swallow_what_stands_elsewhere(old: str, new: str) -> None:
    before = parse(record(FIXED).text.replace(old, new))
    done = added({"security": (BASE,)}, before)
    assert (ids(done), done.again, done.reopened) == (["R-security-2"], (), ())


def test_only_its_own_role_sends_a_fix_back() -> None:
    before = record(FIXED, raised_by=("security", "newcomer"))
    other = {"newcomer": (finding(severity=Severity.WARNING),)}
    assert ids(added(other, before)) == ["R-newcomer-1"]
    both = added({**other, "security": (BASE,)}, before)
    assert (ids(both), both.reopened) == ([], ("R-security-1",))


@pytest.mark.parametrize("later", [[], [DISPUTED, REJECTED], [DISPUTED, MAINTAINED, ACCEPTED]])
def test_the_same_line_elsewhere_is_another_finding_while_the_first_one_stands(later: list[Entry]) -> None:
    text = f"{QUERY}\n" + "\n" * 20 + f"{QUERY}\n"

    def run(line: int, before: Parsed | None) -> Added:
        roles = {"security": (finding(line=line),)}
        done = add(before, Addition(step=StepName.CODE, roles=roles), read=lambda _path: text.encode())
        assert isinstance(done, Added)
        return done

    (one,) = run(1, None).written
    first = parse(run(1, None).text)
    before = parse(write_finding(first, replace(one, history=(*one.history, *later))))
    assert ids(run(22, before)) == ["R-security-2"]
    assert ids(run(1, before)) == []


def test_two_findings_of_one_signature_are_two() -> None:
    unused = [
        finding(line=line, evidence=text, message=f"Unused name `{text}`.")
        for line, text in ((13, 'pool.run("DELETE'), (9, "pool.first(&query)"))
    ]
    first = added({"security": tuple(unused)})
    assert (len({one.signature for one in first.written}), len(first.written)) == (1, 2)
    assert ids(added({"security": (unused[1],)}, parse(first.text))) == []
    only = added({"security": (unused[0],)})
    assert ids(added({"security": (unused[1], unused[0])}, parse(only.text))) == ["R-security-2"]


def test_a_finding_that_moved_is_the_same() -> None:
    before = record()
    moved = parse(before.text.replace("session.rs:8", "session.rs:400"))
    assert ids(added({"security": (BASE,)}, moved)) == []
    edited = parse(before.text.replace(QUERY, "let query = old(token);"))
    assert ids(added({"security": (BASE,)}, edited)) == []
    other = parse(before.text.replace(QUERY, "let query = old(token);").replace("session.rs:8", "session.rs:400"))
    assert ids(added({"security": (BASE,)}, other)) == ["R-security-2"]


def test_numbers_are_never_used_again() -> None:
    first = parse(added({"security": (BASE, LOGOUT)}).text)
    start, end = first.text.index("#### R-security-1"), first.text.index("#### R-security-2")
    deleted = parse(first.text[:start] + first.text[end:])
    assert ids(added({"security": (BASE,)}, deleted)) == ["R-security-3"]
    mentioned = parse(first.text.replace("## code.review\n", "## code.review\n\nR-security-8 was withdrawn.\n"))
    third = finding(line=20, evidence="pub fn count(pool", message="Counting is slow.")
    assert ids(added({"security": (third,)}, mentioned)) == ["R-security-9"]


def test_numbers_count_for_the_role_in_both_steps() -> None:
    first = parse(added({"security": (BASE,)}).text)
    done = add(first, Addition(step=StepName.PLAN, roles={"security": (LOGOUT,)}), read=read)
    assert isinstance(done, Added)
    assert ids(done) == ["R-security-2"]
    assert [step.name for step in parse(done.text).record.steps] == ["code.review", "plan.challenge"]


def test_one_defect_of_several_roles_is_written_under_the_most_severe() -> None:
    roles = {
        "newcomer": (finding(severity=Severity.WARNING, message="Odd: the token is put into a text."),),
        "security": (finding(line=9, evidence=f"{QUERY}\n    pool.first(&query)"),),
        "speed": (finding(severity=Severity.SUGGESTION, evidence="FROM sessions WHERE token"),),
    }
    done = added(roles)
    assert [(one.id, one.raised_by) for one in done.written] == [("R-security-1", ("security", "newcomer", "speed"))]
    assert done.text.count("No finding.") == 2
    assert done.written[0].location == "src/auth/session.rs:8-9"


@pytest.mark.parametrize(
    "other",
    [
        {"file": f"{CHANGE}/design.md", "line": 13, "evidence": "How long does a session live?"},
        {"line": 13, "evidence": 'pool.run("DELETE FROM sessions'},
        {"category": "naming", "message": "The name says nothing."},
        {"category": "", "message": "The name says nothing."},
        {"evidence": "}", "line": 10},
    ],
)
def test_what_differs_is_not_merged(other: dict[str, Any]) -> None:
    done = added({"security": (BASE,), "newcomer": (finding(**other),)})
    assert sorted(ids(done)) == ["R-newcomer-1", "R-security-1"]
    assert all(not one.raised_by for one in done.written)


def test_findings_of_one_role_are_never_merged() -> None:
    done = added({"security": (BASE, finding(message="The token is not checked.", category="A03.injection"))})
    assert ids(done) == ["R-security-1", "R-security-2"]


def test_another_role_joins_what_is_recorded() -> None:
    done = added({"newcomer": (finding(severity=Severity.WARNING),)}, record())
    assert (done.written, done.shared) == ((), ("R-security-1",))
    assert "raised_by: [security, newcomer]\n" in done.text
    assert done.text.replace("raised_by: [security, newcomer]\n", "") == record().text


@pytest.mark.parametrize(
    ("before", "severity"),
    [
        (record(severity=Severity.WARNING), Severity.ERROR),
        (record(DISPUTED, REJECTED), Severity.ERROR),
        (record(FIXED, VERIFIED), Severity.ERROR),
    ],
)
def test_another_role_is_not_silenced(before: Parsed, severity: Severity) -> None:
    done = added({"newcomer": (finding(severity=severity),)}, before)
    assert ids(done) == ["R-newcomer-1"]
    assert "### newcomer\n\n#### R-newcomer-1" in done.text


def test_a_role_that_finds_something_at_last() -> None:
    before = record()
    done = added({"newcomer": (LOGOUT,), "late": ()}, before)
    assert done.text.startswith(before.text.removesuffix("\nNo finding.\n"))
    assert "### newcomer\n\n#### R-newcomer-1 Logout" in done.text
    assert done.text.endswith("```\n\n### late\n\nNo finding.\n")


def test_every_other_byte_survives() -> None:
    text = case("valid").replace("\n### newcomer", "\nSaid in the meeting.   \n\n\n### newcomer").replace("\n", "\r\n")
    done = added({"performance": (), "security": (LOGOUT,)}, parse(text + "  \r\n"), summarized=["b.rs — too long."])
    assert [line for line in text.split("\r\n") if line not in done.text.split("\r\n")] == [
        "Disabled by configuration."
    ]
    assert "\n" not in done.text.replace("\r\n", "")
    assert done.text.endswith("### performance\r\n\r\nNo finding.\r\n  \r\n")
    assert "over the material limit.\r\nSummarized: b.rs — too long.\r\n" in done.text
    order = ["R-security-1", "Said in the meeting.   \r\n\r\n#### R-security-2", "```\r\n\r\n\r\n### newcomer"]
    assert sorted(order, key=done.text.index) == order
    assert parse(done.text).record.findings() is not None


def test_a_file_without_a_last_line_ending() -> None:
    done = added({"late": (LOGOUT,)}, parse(record().text.rstrip("\n")))
    assert "No finding.\n\n### late\n\n#### R-late-1" in done.text


def test_a_hand_written_finding_without_signature_is_known() -> None:
    text = case("valid").replace(
        "The session lookup concatenates the token", "The session lookup concatenates the token."
    )
    assert ids(added({"security": (BASE,)}, parse(text))) == []


def test_how_a_step_ran_is_kept() -> None:
    done = added({"security": ()}, run_style=RunStyle.INLINE)
    assert "Mode: inline.\n" in done.text
    assert "Mode: inline.\n" in added({"speed": ()}, parse(done.text)).text


def test_what_does_not_count_is_not_recorded() -> None:
    done = added({"security": (finding(withheld_because="no"), finding(suppressed_by="risk 1"))})
    assert (done.written, done.left_out) == ((), ())
    assert "No finding." in done.text


def test_severity_and_confidence_have_one_mapping() -> None:
    given = [
        finding(severity=severity, confidence=confidence, message=f"{severity.name} thing", category="")
        for severity, confidence in zip(Severity, Confidence, strict=True)
    ]
    told = [(one.severity, one.confidence) for one in added({"security": tuple(given)}).written]
    assert told == [("high", "high"), ("medium", "medium"), ("low", "low")]


def test_secrets_are_taken_out() -> None:
    secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
    given = finding(message=f"Here: {secret}", suggested_fix=f"Drop {secret}", evidence=f'token = "{secret}"')
    done = add(
        None,
        Addition(step=StepName.CODE, roles={"security": (given,)}, summarized=[f"a.rs — {secret}"]),
        read=lambda _path: f'x\ntoken = "{secret}"\n'.encode(),
    )
    assert isinstance(done, Added)
    assert secret not in done.text
    assert done.text.count("[redacted]") == 4
    assert done.written[0].location == "src/auth/session.rs:2"
    found = validate(parse(done.text), active={}, read=lambda _path: f'x\ntoken = "{secret}"\n'.encode())
    assert found == ()


def test_a_quote_with_diff_markers_becomes_the_line_of_the_file() -> None:
    (one,) = added({"security": (finding(evidence=f"+ 8 | {QUERY}"),)}).written
    assert one.evidence == f"    {QUERY}\n"


def test_removed_text_cites_the_nearest_line_that_is_left() -> None:
    gone = finding(line=11, evidence="check(token)?;", anchor=Anchor.REMOVED)
    done = added({"security": (gone,)})
    (one,) = done.written
    assert (one.location, one.evidence) == ("src/auth/session.rs:10", "}\n")
    assert one.recommendation.endswith("removed near the cited line:\n\ncheck(token)?;")
    assert validate(parse(done.text), active={}, read=read) == ()


def test_what_cannot_be_cited_is_told() -> None:
    given = (
        finding(file="gone.rs"),
        finding(file="gone.rs", anchor=Anchor.REMOVED),
        finding(file="src/empty.rs", anchor=Anchor.REMOVED),
        finding(file="a\\b.rs"),
    )
    done = add(
        None,
        Addition(step=StepName.CODE, roles={"security": given}),
        read=lambda path: None if path == "gone.rs" else b"\n" if "empty" in path else QUERY.encode(),
    )
    assert isinstance(done, Added)
    assert (done.written, [one for one, _ in done.left_out]) == ((), list(given))
    assert all(reason for _, reason in done.left_out)


@pytest.mark.parametrize("path", ["src/logo.bin", "src/latin.py"])
def test_what_cannot_be_compared_is_recorded_as_it_was_cited(path: str) -> None:
    (one,) = added({"security": (finding(file=path, line=1, end_line=2),)}).written
    assert (one.location, one.evidence) == (f"{path}:1-2", f"{QUERY}\n")


def test_a_finding_of_the_plan_cites_its_heading() -> None:
    given = finding(file=f"{CHANGE}/design.md", line=13, evidence="How long does a session live?")
    done = add(None, Addition(step=StepName.PLAN, roles={"skeptic": (given,)}), read=read, change_folder=CHANGE)
    assert isinstance(done, Added)
    assert done.written[0].location == "design.md#Open questions"
    assert validate(parse(done.text), active=ACTIVE, read=read, change_folder=CHANGE) == ()


def test_a_finding_of_a_mode_keeps_its_fields() -> None:
    fields = MappingProxyType({"problem": "It is spliced.", "evidence": QUERY, "fix": "Bind it."})
    detail = Detail(id="F1", severity_id="blocker", title="Spliced token", fields=fields)
    (one,) = added(
        {"cr": (finding(agent="cr", detail=detail, message="Spliced token: It is spliced.", suggested_fix=""),)}
    ).written
    assert (one.id, one.title) == ("R-cr-1", "Spliced token")
    assert one.recommendation == "Spliced token: It is spliced.\n\nfix: Bind it."


def test_a_long_message_is_kept_whole() -> None:
    message = "The session lookup\nconcatenates " + "very " * 80 + "much."
    (one,) = added({"security": (finding(message=message, suggested_fix=""),)}).written
    assert (len(one.title) <= 240, one.title[-1]) == (True, "…")
    assert one.recommendation == message


def test_hostile_texts_stay_in_their_place() -> None:
    given = finding(
        message="### newcomer\n\n```yaml\nNo finding.\n```", suggested_fix="```\n\n## plan.challenge\n\ud800"
    )
    done = added({"security": (given,)}, summarized=["a\n## plan.challenge — x"])
    (step,) = parse(done.text).record.steps
    assert [section.role for section in step.roles] == ["security"]
    done.text.encode("utf-8")


@pytest.mark.parametrize(
    ("name", "code"),
    [("step-unknown", Code.INVALID), ("severity-unknown", Code.INVALID), ("format-newer", Code.FORMAT_UNSUPPORTED)],
)
def test_a_record_that_cannot_be_read_is_left_alone(name: str, code: Code) -> None:
    refused = add(parse(case(name)), Addition(step=StepName.CODE, roles={"security": (BASE,)}), read=read)
    assert isinstance(refused, Refusal)
    assert refused.code is code
    assert "line" in refused.reason


SOURCE = "alpha = 1\nbeta = load(alpha)\n}\ngamma(beta)\nalpha = 1\ndelta = beta + gamma\n\nomega = alpha\n"
LINES = SOURCE.split("\n")


@st.composite
def any_finding(draw: st.DrawFn) -> Finding:
    line = draw(st.sampled_from([1, 2, 3, 4, 5, 6, 8]))
    return finding(
        file=draw(st.sampled_from(["a.py", "b.py"])),
        line=line,
        evidence=LINES[line - 1],
        severity=draw(st.sampled_from(Severity)),
        confidence=draw(st.sampled_from(Confidence)),
        category=draw(st.sampled_from(["", "one", "two"])),
        message=draw(
            st.sampled_from(["The name `a` is odd.", "The name `b` is odd.", "It is slow.", "## code.review"])
        ),
    )


ROLES = st.dictionaries(
    st.sampled_from(["security", "newcomer", "speed"]), st.lists(any_finding(), max_size=5).map(tuple)
)


@settings(max_examples=40, deadline=None)
@given(ROLES, ROLES)
def test_no_run_loses_or_repeats_a_finding(
    first: dict[str, tuple[Finding, ...]], then: dict[str, tuple[Finding, ...]]
) -> None:
    def run(roles: dict[str, tuple[Finding, ...]], record: Parsed | None) -> Added:
        done = add(record, Addition(step=StepName.CODE, roles=roles), read=lambda _path: SOURCE.encode())
        assert isinstance(done, Added)
        active = {StepName.CODE: tuple(roles)}
        assert validate(parse(done.text), active=active, read=lambda _path: SOURCE.encode()) == ()
        return done

    one = run(first, None)
    raised = [(role, found) for found in one.written for role in found.roles]
    assert sorted(role for role, _ in raised) == sorted(role for role, found in first.items() for _ in found)
    assert run(first, parse(one.text)).text == one.text
    two = run(then, parse(one.text))
    assert run(then, parse(two.text)).text == two.text
    kept = [found.id for _, found in parse(one.text).record.findings()]
    assert [found.id for _, found in parse(two.text).record.findings() if found.id in kept] == kept
