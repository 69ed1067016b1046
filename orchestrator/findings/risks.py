"""Accepted risks: findings and rules in, annotated findings, the audit trail and what expires out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from pathspec import GitIgnoreSpec

from orchestrator.findings.risk_rules import FILE, Rule, is_glob, parse_risks
from orchestrator.values.finding import Finding
from orchestrator.values.report import ExpiringRisk

__all__ = ["RISKS_TEMPLATE", "Applied", "Rule", "apply_risks", "parse_risks"]

EXPIRY_NOTICE_DAYS = 30
# Text under review that tries to steer the reviewer: whoever could accept it could switch the review off.
NEVER_SUPPRESSED = "A08.review-manipulation"

RISKS_TEMPLATE = """\
---
# Findings that the owners of this project know and accept for a time.
# The first rule that matches a finding suppresses it; a change is judged by the rules of its base, never by its own.
rules: []
#  - id: AR-001                                   # unique; appears in every audit line
#    rule_id: security-review.A02.weak-hash       # <lens>.<category> or a tool's own rule id; a trailing .* needs broad
#    files: ["src/cache/keys.py"]                 # paths or globs
#    rationale: The digest only names cache entries on a local disk; nobody gains anything from a collision.
#    expires: 2030-01-31                          # the last day on which the rule acts
#    owner: platform-team                         # who is asked when it expires
#    scope: finding                               # finding (default) or file; file needs broad
#    broad: false                                 # true admits a wide rule; each report then points it out
---

# Accepted risks

Write here what a reader should know about the rules above, for example where they were decided.
"""


@dataclass(frozen=True, slots=True)
class Applied:
    """What the rules did. `findings` are all of them, in order; `notices` begin with WARN or INFO."""

    findings: tuple[Finding, ...]
    audit: tuple[str, ...]
    risks: tuple[ExpiringRisk, ...]
    notices: tuple[str, ...]


def apply_risks(findings: Sequence[Finding], rules: Sequence[Rule], today: date) -> Applied:
    """Suppresses what the rules in force on `today` accept: the first match in their order wins, one audit line each.

    Findings that do not count anyway are left as they are. An expired rule does nothing but get itself named.
    """
    active = tuple(_Matcher(rule) for rule in rules if rule.expires >= today)
    results = tuple(_apply(finding, active) for finding in findings)
    return Applied(
        findings=tuple(finding for finding, _, _ in results),
        audit=tuple(audit for _, audit, _ in results if audit),
        risks=_expiring(rules, today),
        notices=(
            *(_expired(rule) for rule in rules if rule.expires < today),
            *(
                _broad(matcher.rule, [finding for finding, _, _ in results])
                for matcher in active
                if _is_wide(matcher.rule)
            ),
            *(notice for _, _, notice in results if notice),
        ),
    )


class _Matcher:
    """One rule with its globs compiled; remembers its answer for each path."""

    __slots__ = ("_known", "_paths", "_spec", "rule")

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self._paths = frozenset(path for path in rule.files if not is_glob(path))
        self._spec = GitIgnoreSpec.from_lines(glob for glob in rule.files if is_glob(glob))
        self._known: dict[str, bool] = {}

    def matches(self, finding: Finding) -> bool:
        """True when both id and file of `finding` fall under the rule."""
        return self._accepts_id(finding.rule_id) and self._accepts_file(finding.file)

    def _accepts_id(self, rule_id: str) -> bool:
        wanted = self.rule.rule_id
        return wanted in {"*", rule_id} or (wanted.endswith(".*") and rule_id.startswith(wanted[:-1]))

    def _accepts_file(self, path: str) -> bool:
        if path not in self._known:
            self._known[path] = path in self._paths or self._spec.match_file(path)
        return self._known[path]


def _apply(finding: Finding, active: Sequence[_Matcher]) -> tuple[Finding, str, str]:
    """The finding, its audit line and its notice; each of the two is empty where there is none."""
    if not finding.counts:
        return finding, "", ""
    rule = next((matcher.rule for matcher in active if matcher.matches(finding)), None)
    if rule is None:
        return finding, "", ""
    place = f"{finding.file}:{finding.line}"
    if NEVER_SUPPRESSED in {finding.category, finding.rule} or finding.rule_id.endswith(f".{NEVER_SUPPRESSED}"):
        return finding, "", f"WARN: {FILE} rule {rule.id} matches {place}, but {NEVER_SUPPRESSED} is never suppressed"
    audit = f"SUPPRESSED: {place} [{finding.rule_id}] by ACCEPTED-RISKS rule {rule.id}"
    return replace(finding, suppressed_by=rule.id), audit, ""


def _expired(rule: Rule) -> str:
    return f"WARN: {FILE} rule {rule.id} of {rule.owner} expired on {rule.expires.isoformat()} and suppresses nothing"


def _is_wide(rule: Rule) -> bool:
    """An auditor has to see what a rule takes away when it reaches further than one defect in one file."""
    return rule.broad or any(is_glob(pattern) for pattern in rule.files)


def _broad(rule: Rule, findings: Sequence[Finding]) -> str:
    count = sum(finding.suppressed_by == rule.id for finding in findings)
    reach = f"{rule.rule_id} in {', '.join(rule.files)}"
    return f"INFO: {FILE} rule {rule.id} of {rule.owner} is broad ({reach}); suppressed here: {count}"


def _expiring(rules: Sequence[Rule], today: date) -> tuple[ExpiringRisk, ...]:
    return tuple(
        ExpiringRisk(rule.id, rule.owner, rule.expires.isoformat(), rule.expires < today)
        for rule in rules
        if (rule.expires - today).days <= EXPIRY_NOTICE_DAYS
    )
