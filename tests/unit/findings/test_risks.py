"""Accepted risks: which rules are valid, which findings they take out, what expires."""

from datetime import date

import pytest

from orchestrator.errors import ExitCode, PolicyError
from orchestrator.findings.risks import RISKS_TEMPLATE, Applied, Rule, apply_risks, parse_risks
from orchestrator.values.finding import Finding
from orchestrator.values.report import ExpiringRisk
from tests.unit.findings.build import finding

TODAY = date(2030, 6, 15)
RATIONALE = "The digest only names cache entries on a local disk; nobody gains anything."
GOOD = f"""\
id: AR-1
rule_id: security-review.A02.weak-hash
files: ["src/app.py"]
rationale: {RATIONALE}
expires: 2031-01-31
owner: platform
"""


def rules_file(*rules: str) -> str:
    items = ["  - " + "\n    ".join(rule.strip().split("\n")) for rule in rules]
    return "---\nrules:\n" + "\n".join(items) + "\n---\n\n# Accepted risks\n"


def changed(**lines: str) -> str:
    """The good rule with keys replaced, added, or (for an empty value) taken out."""
    kept = {line.split(":")[0]: line for line in GOOD.strip().split("\n")}
    kept |= {key: f"{key}: {value}" if value else "" for key, value in lines.items()}
    return "\n".join(line for line in kept.values() if line)


def weak_hash(**changes: object) -> Finding:
    return finding(**({"agent": "security-review", "category": "A02.weak-hash"} | changes))


def applied(findings: list[Finding], *rules: str, today: date = TODAY) -> Applied:
    return apply_risks(findings, parse_risks(rules_file(*rules)), today)


def test_a_good_file_gives_its_rules_in_order() -> None:
    first, second = parse_risks(rules_file(GOOD, changed(id="AR-2", scope="file", broad="true")))

    assert first == Rule(
        id="AR-1",
        rule_id="security-review.A02.weak-hash",
        files=("src/app.py",),
        rationale=RATIONALE,
        expires=date(2031, 1, 31),
        owner="platform",
    )
    assert (second.id, second.scope, second.broad) == ("AR-2", "file", True)


@pytest.mark.parametrize(
    "text", ["---\nrules: []\n---\n", "---\r\nrules:\r\n---\r\n", "\ufeff---\nrules: []\n---", RISKS_TEMPLATE]
)
def test_a_file_without_rules_is_valid(text: str) -> None:
    assert parse_risks(text) == ()


def test_the_commented_rule_of_the_template_is_valid_once_uncommented() -> None:
    lines = RISKS_TEMPLATE.replace("rules: []", "rules:").split("\n")
    text = "\n".join(line[1:] if line.startswith("#  ") else line for line in lines)

    (rule,) = parse_risks(text)

    assert (rule.id, rule.owner) == ("AR-001", "platform-team")


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (changed(id=""), "rule number 1: id missing"),
        (changed(id="12"), "rule number 1: id must be text"),
        (changed(rule_id=""), "rule AR-1: rule_id missing"),
        (changed(rationale=""), "rule AR-1: rationale missing"),
        (changed(owner=""), "rule AR-1: owner missing"),
        (changed(expires=""), "rule AR-1: expires missing"),
        (changed(files=""), "rule AR-1: files missing"),
        (changed(files="[]"), "rule AR-1: files missing"),
        (changed(rationale="too short to explain anything"), "rule AR-1: rationale has 29 characters, 50 are needed"),
        (changed(rationale="'x" + " " * 60 + "x'"), "rule AR-1: rationale has 3 characters"),
        (changed(expires="2031-02-30"), "rule AR-1: expires must be a date"),
        (changed(expires="20310130"), "rule AR-1: expires must be a date"),
        (changed(expires="never"), "rule AR-1: expires must be a date"),
        (changed(files="src/app.py"), "rule AR-1: files must be a list"),
        (changed(files="[12]"), "rule AR-1: files must be a list"),
        (changed(files='["../x.py"]'), "below the repository's top"),
        (changed(files='["!x.py"]'), "without ! in front"),
        (changed(rule_id="security-review.*"), "rule AR-1: a wildcard in rule_id needs broad: true"),
        (changed(rule_id="'*'", broad="true"), "rule AR-1: rule_id '*' may have a wildcard only as a trailing"),
        (changed(rule_id="'security-*.x'", broad="true"), "may have a wildcard only as a trailing"),
        (changed(scope="file"), "rule AR-1: scope: file needs broad: true"),
        (changed(scope="file", broad="false"), "rule AR-1: scope: file needs broad: true"),
        (changed(scope="line"), "rule AR-1: scope must be finding or file"),
        (changed(broad="maybe"), "rule AR-1: broad must be true or false"),
        (changed(ratonale="x"), "rule AR-1: unknown key 'ratonale', did you mean rationale?"),
        (changed(colour="blue"), "rule AR-1: unknown key 'colour'"),
    ],
)
def test_an_invalid_rule_is_named_with_what_to_mend(rule: str, said: str) -> None:
    with pytest.raises(PolicyError) as caught:
        parse_risks(rules_file(rule))

    assert said in caught.value.reason
    assert "\n" not in caught.value.reason
    assert caught.value.exit_code is ExitCode.USAGE


def test_every_invalid_rule_is_named_at_once() -> None:
    with pytest.raises(
        PolicyError, match=r"AR-1: owner missing.*AR-2: expires must be a date.*AR-1: the id is given to 2"
    ):
        parse_risks(rules_file(changed(owner=""), changed(id="AR-2", expires="x"), GOOD))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# Accepted risks\n", "does not begin with front matter"),
        ("", "does not begin with front matter"),
        ("---\nrules: []\n", "does not begin with front matter"),
        ("---\nrules: [\n---\n", "is not YAML"),
        ("---\nrule: []\n---\n", "no `rules:` list"),
        ("---\n- a\n---\n", "no `rules:` list"),
        ("---\nrules: []\nother: 1\n---\n", "knows only `rules`, not 'other'"),
        ("---\nrules: {}\n---\n", "must be a list of rules"),
        ("---\nrules: [a]\n---\n", "must be a list of rules"),
        ("---\nrules: []\nrules: []\n---\n", "given twice"),
        (rules_file(GOOD + "owner: somebody else\n"), "the key owner is given twice"),
        ("---\nrules: !!python/object:os.system []\n---\n", "is not YAML"),
    ],
)
def test_a_file_that_cannot_be_understood_is_a_policy_error(text: str, said: str) -> None:
    with pytest.raises(PolicyError) as caught:
        parse_risks(text)

    assert said in caught.value.reason
    assert "\n" not in caught.value.reason


def test_the_first_matching_rule_suppresses_with_one_audit_line() -> None:
    result = applied([weak_hash()], changed(id="AR-0", files='["src/other.py"]'), GOOD, changed(id="AR-2"))

    assert [one.suppressed_by for one in result.findings] == ["AR-1"]
    assert result.audit == ("SUPPRESSED: src/app.py:3 [security-review.A02.weak-hash] by ACCEPTED-RISKS rule AR-1",)
    assert not result.findings[0].counts
    assert (result.risks, result.notices) == ((), ())


@pytest.mark.parametrize(
    ("rule", "other", "matched"),
    [
        (GOOD, weak_hash(), True),
        (GOOD, weak_hash(category="A02.weak-hash-2"), False),
        (GOOD, weak_hash(file="lib/src/app.py"), False),
        (GOOD, weak_hash(agent="arch-review"), False),
        (GOOD, weak_hash(rule="semgrep.md5"), False),
        (changed(rule_id="semgrep.md5"), weak_hash(rule="semgrep.md5"), True),
        (changed(rule_id="security-review.*", broad="true"), weak_hash(category=""), True),
        (changed(rule_id="security-review.*", broad="true"), weak_hash(agent="security-review-2"), False),
        (changed(rule_id="security-review.A02.*", broad="true"), weak_hash(category="A03.x"), False),
        (changed(rule_id="'*'", scope="file", broad="true"), weak_hash(agent="arch-review"), True),
        (changed(rule_id="'*'", scope="file", broad="true"), weak_hash(file="b.py"), False),
        (changed(files='["src/**/*.py"]', broad="true"), weak_hash(file="src/a/b.py"), True),
        (changed(files='["src/"]', broad="true"), weak_hash(file="src/a/b.py"), True),
        (changed(files='["src/*.py"]', broad="true"), weak_hash(file="lib/a.py"), False),
    ],
)
def test_a_rule_matches_by_id_and_file(rule: str, other: Finding, matched: bool) -> None:
    assert bool(applied([other], rule).findings[0].suppressed_by) is matched


@pytest.mark.parametrize("agent", ["security-review", "arch-review"])
def test_review_manipulation_is_never_suppressed_and_the_attempt_is_shown(agent: str) -> None:
    rule = changed(rule_id="'*'", scope="file", broad="true")

    result = applied([finding(agent=agent, category="A08.review-manipulation")], rule)

    assert result.findings[0].counts
    assert result.audit == ()
    assert any("A08.review-manipulation is never suppressed" in notice for notice in result.notices)


def test_review_manipulation_found_by_a_tool_rule_is_never_suppressed_either() -> None:
    found = finding(agent="security-review", category="A08.review-manipulation", rule="pack.steering")

    assert applied([found], changed(rule_id="pack.steering")).findings[0].counts


def test_findings_that_do_not_count_are_left_alone() -> None:
    found = [weak_hash(withheld_because="no proof"), weak_hash(suppressed_by="inline")]

    result = applied(found, GOOD)

    assert result.findings == tuple(found)
    assert result.audit == ()


def test_an_expired_rule_is_inert_and_named_with_its_owner() -> None:
    result = applied([weak_hash()], changed(expires="2030-06-14"), changed(id="AR-2"))

    assert result.findings[0].suppressed_by == "AR-2"
    assert result.risks == (ExpiringRisk("AR-1", "platform", "2030-06-14", True),)
    (notice,) = result.notices
    assert notice.startswith("WARN: ")
    assert "AR-1 of platform expired on 2030-06-14" in notice


@pytest.mark.parametrize(("expires", "listed"), [("2030-06-15", True), ("2030-07-15", True), ("2030-07-16", False)])
def test_a_rule_is_in_force_on_its_last_day_and_listed_for_thirty_days(expires: str, listed: bool) -> None:
    result = applied([weak_hash()], changed(expires=expires))

    assert result.findings[0].suppressed_by == "AR-1"
    assert bool(result.risks) is listed
    assert all(not risk.expired for risk in result.risks)


def test_a_glob_over_several_files_is_pointed_out_as_well() -> None:
    result = applied([weak_hash()], changed(files='["src/*.py"]'))
    assert [finding.suppressed_by for finding in result.findings] == ["AR-1"]
    assert result.notices[0].startswith("INFO: ACCEPTED-RISKS.md rule AR-1 of platform is broad")


def test_a_broad_rule_is_pointed_out_with_what_it_did() -> None:
    result = applied([weak_hash(), weak_hash(line=9)], changed(rule_id="security-review.*", broad="true"))

    (notice,) = result.notices
    assert (
        notice
        == "INFO: ACCEPTED-RISKS.md rule AR-1 of platform is broad (security-review.* in src/app.py); suppressed here: 2"
    )
