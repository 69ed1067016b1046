"""A builder of reports: one plain run that passed, changed by keyword."""

from dataclasses import replace
from typing import Any

from orchestrator.values.analysis import GateResult, GateStatus, ToolRun, ToolStatus
from orchestrator.values.change import Change, ChangedFile, LeftOut, ScopeKind, Status
from orchestrator.values.finding import Anchor, Confidence, Finding, Severity
from orchestrator.values.outcome import Completed, Failed, LensResult, LensStatus, Outcome, ReplyShape, Skipped
from orchestrator.values.report import ExpiringRisk, GateState, Health, Report, TopFinding, Totals, Verdict
from orchestrator.values.roster import Drop, Roster
from orchestrator.values.turn import EngineInfo, FailureKind, Omission, OmissionKind, ToolUse, Usage

BASE = "1f0a5b7c9d3e2f4a6b8c0d1e3f5a7b9c1d2e3f40"
HEAD = "9c8b7a6f5e4d3c2b1a0f9e8d7c6b5a4f3e2d1c0b"
SUBJECT = "5d" * 32
OFFLINE = EngineInfo(
    name="offline",
    label="rules, no model",
    rule_based=True,
    limits="Fixed rules find known patterns; they cannot judge intent or design.",
)
MODEL = EngineInfo(
    name="anthropic", label="Anthropic Messages API", rule_based=False, tool_use=ToolUse.NATIVE, paid=True
)


def make_change(*paths: str, **changes: Any) -> Change:
    """A `since main` change of modified files."""
    files = tuple(ChangedFile(path=path, status=Status.MODIFIED) for path in paths or ("src/app.py",))
    values: dict[str, Any] = {
        "kind": ScopeKind.SINCE,
        "files": files,
        "base_ref": "main",
        "base_sha": BASE,
        "head_ref": "feature",
        "head_sha": HEAD,
        "subject": SUBJECT,
    }
    return Change(**{**values, **changes})


def make_finding(message: str = "The result is never checked.", **changes: Any) -> Finding:
    """An error of the correctness lens in `src/app.py`, line 12."""
    values: dict[str, Any] = {
        "agent": "correctness-review",
        "severity": Severity.ERROR,
        "confidence": Confidence.HIGH,
        "file": "src/app.py",
        "line": 12,
        "message": message,
        "evidence": "result = call()",
        "suggested_fix": "Check the result before using it.",
        "category": "unchecked-result",
        "in_diff": True,
        "anchor": Anchor.EXACT,
    }
    return Finding(**{**values, **changes})


def make_completed(agent: str = "correctness-review", **changes: Any) -> Completed:
    """A lens that looked at `src/app.py` and passed it."""
    result = LensResult(status=changes.pop("status", LensStatus.PASS), findings=(), summary="Looked at everything.")
    return Completed(**{"agent": agent, "result": result, "files": ("src/app.py",), "tier": "small", **changes})


def make_report(*findings: Finding, **changes: Any) -> Report:
    """A run whose totals, verdict, top findings and lens results follow from `findings` unless given."""
    counted = [one for one in findings if one.counts]
    totals = Totals(*(sum(one.severity is severity for one in counted) for severity in Severity))
    verdict = Verdict.FAIL if totals.errors else Verdict.WARN if totals.warnings else Verdict.PASS
    agents = dict.fromkeys(one.agent for one in findings) or {"correctness-review": None}
    values: dict[str, Any] = {
        "timestamp": "2026-11-30T18:45:00Z",
        "change": make_change(*dict.fromkeys(one.file for one in findings)),
        "trust": "base",
        "engine": MODEL,
        "roster": Roster(tuple(agents)),
        "gates": (GateResult("secrets", GateStatus.PASS, "no hard-coded key in 1 file"),),
        "tools": (ToolRun(tool="ruff", status=ToolStatus.OK, version="0.14.0", scanned=("src/app.py",)),),
        "static_count": 0,
        "outcomes": tuple(_completed(agent, counted) for agent in agents),
        "findings": findings,
        "top": tuple(_top(one) for one in counted),
        "totals": totals,
        "health": Health.CRITICAL if totals.errors else Health.HEALTHY,
        "overall": Verdict.FAIL if verdict is Verdict.NONE else verdict,
        "verdict": verdict,
        "verdict_reasons": (),
        "audit": (),
        "risks": (),
        "notices": (),
        "context_strategy": "full-file",
        "gate": GateState(False, "this step writes no gate file", "not-offered"),
    }
    return Report(**{**values, **changes})


def make_passed() -> Report:
    """A clean run of a model."""
    return make_report(usage=Usage(input=1200, cached_read=9000, output=300, usd=0.0123))


def make_warned() -> Report:
    """A rule-based run with everything in it that does not cost the verdict."""
    twice = make_finding(
        "Reading the whole log into memory is slow.", agent="performance-review", severity=Severity.WARNING, line=40
    )
    findings = (
        twice,
        make_finding(severity=Severity.WARNING, confidence=Confidence.NONE, file="lib/util.ts", line=3, end_line=7),
        make_finding(
            "Name says nothing.",
            agent="naming-review",
            severity=Severity.SUGGESTION,
            line=2,
            suggested_fix="",
            in_diff=False,
        ),
        make_finding("Guessed.", withheld_because="the quote is not in the file"),
        make_finding(
            "Known SQL.",
            agent="security-review",
            category="A03.sql-injection",
            suppressed_by="legacy-sql",
            file="db/old.py",
            line=88,
        ),
        make_finding(
            "Known SQL.",
            agent="security-review",
            category="A03.sql-injection",
            suppressed_by="legacy-sql",
            file="db/old.py",
            line=93,
        ),
    )
    omission = Omission("assets/logo.png", "not text", OmissionKind.BINARY)
    lenses = ("correctness-review", "performance-review", "naming-review", "security-review")
    report = make_report(
        *findings,
        engine=OFFLINE,
        outcomes=(
            *(
                make_completed(
                    agent, status=LensStatus.WARN if "r" in agent[:9] else LensStatus.PASS, omissions=(omission,)
                )
                for agent in lenses
            ),
            Skipped("a11y-review", "no file of the change is in its scope"),
        ),
        roster=Roster(
            (*lenses, "a11y-review"),
            (
                Drop("react-reactivity-review", "framework", "no manifest names react"),
                Drop("vue-reactivity-review", "framework", "no manifest names vue"),
                Drop("test-smell-review", "scope", "no test file was changed"),
                Drop("js-fp-review", "scope", "no test file was changed"),
            ),
            ("claims-review",),
        ),
        tools=(
            ToolRun(
                tool="semgrep",
                status=ToolStatus.OK,
                version="1.140.0",
                scanned=("src/app.py", "lib/util.ts"),
                partial={"lib/util.ts": "syntax"},
            ),
            ToolRun(tool="eslint", status=ToolStatus.ABSENT, hint="npm install --save-dev eslint"),
        ),
        gates=(
            GateResult("secrets", GateStatus.PASS, "no hard-coded key in 3 files"),
            GateResult("semgrep", GateStatus.WARN, "2 warnings"),
            GateResult("type check", GateStatus.SKIPPED, "no tsconfig.json"),
        ),
        static_count=2,
        audit=(
            "SUPPRESSED: db/old.py:88 [security-review.A03.sql-injection] by ACCEPTED-RISKS rule legacy-sql",
            "rule legacy-sql is broad: it covers a whole file",
        ),
        risks=(
            ExpiringRisk("old-tls", "ops", "2026-11-01", True),
            ExpiringRisk("legacy-sql", "db team", "2026-12-20", False),
        ),
        notices=("The change touches ACCEPTED-RISKS.md; the rules of the base were applied.",),
        redactions=1,
        summary="Two of four lenses have something to say.",
    )
    left_out = (LeftOut("dist/app.min.js", "generated by a build", "generated"),)
    files = (
        ChangedFile(path="src/app.py", status=Status.MODIFIED),
        ChangedFile(path="lib/util.ts", status=Status.RENAMED, old_path="lib/helpers.ts"),
        ChangedFile(path="assets/logo.png", status=Status.ADDED, binary=True),
    )
    return replace_change(report, files=files, left_out=left_out)


def make_incomplete() -> Report:
    """A run that lost a lens and could not read a file."""
    lost = Failed(
        agent="security-review",
        kind=FailureKind.MALFORMED,
        error="the reply ends inside a string",
        shape=ReplyShape.TRUNCATED,
        attempts=2,
        files=("src/app.py",),
    )
    unread = Omission("src/huge.py", "2.9 MB, over the limit of 0.2 MB", OmissionKind.UNREAD)
    outcomes: tuple[Outcome, ...] = (make_completed(omissions=(unread,)), lost)
    return make_report(
        outcomes=outcomes,
        roster=Roster(("correctness-review", "security-review")),
        verdict=Verdict.NONE,
        overall=Verdict.FAIL,
        verdict_reasons=(
            "security-review gave no valid result (malformed, after 2 attempts)",
            "src/huge.py was not read by correctness-review",
        ),
        health=Health.HEALTHY,
        gate=GateState(False, "the run has no verdict", "no-verdict"),
    )


def make_stopped() -> Report:
    """A run that a preflight gate stopped."""
    return make_report(
        outcomes=(),
        roster=Roster(()),
        gates=(GateResult("secrets", GateStatus.FAIL, "src/app.py:3 holds what looks like a key"),),
        verdict=Verdict.FAIL,
        overall=Verdict.FAIL,
        verdict_reasons=("the secrets gate failed: src/app.py:3 holds what looks like a key",),
    )


def make_failed() -> Report:
    """Errors over three files, one defect seen by two lenses, one run down to a single line of advice."""
    return make_report(
        make_finding(
            "User input is put into the SQL text, so whoever calls `/search` can read every table.",
            agent="security-review",
            category="A03.sql-injection",
            file="src/db.py",
            line=31,
            evidence="cursor.execute(f\"select * from users where name = '{name}'\")",
            suggested_fix="Pass the value as a parameter: `cursor.execute(sql, (name,))`.",
        ),
        make_finding(
            "User input is put into the SQL text, so a quote breaks the query.",
            file="src/db.py",
            line=32,
            category="sql-injection",
            confidence=Confidence.MEDIUM,
            evidence="cursor.execute(f\"select * from users where name = '{name}'\")",
        ),
        make_finding(
            severity=Severity.WARNING,
            line=77,
            agent="structure-review",
            message="`load_all` does three unrelated things.",
        ),
        make_finding("The list is changed while it is walked, so every second entry is skipped."),
        make_finding(
            "Two callers still pass the removed argument.",
            file="src/api/routes.py",
            line=140,
            end_line=144,
            anchor=Anchor.REMOVED,
            pre_existing=True,
        ),
        verdict_reasons=("4 errors",),
    )


def replace_change(report: Report, **changes: Any) -> Report:
    """The report with parts of its change replaced."""
    return replace(report, change=replace(report.change, **changes))


def _completed(agent: str, counted: list[Finding]) -> Completed:
    found = {one.severity for one in counted if one.agent == agent}
    status = (
        LensStatus.FAIL
        if Severity.ERROR in found
        else LensStatus.WARN
        if Severity.WARNING in found
        else LensStatus.PASS
    )
    return make_completed(agent, status=status)


def _top(finding: Finding) -> TopFinding:
    return TopFinding(
        severity=finding.severity,
        confidence=finding.confidence,
        agents=(finding.agent,),
        file=finding.file,
        line=finding.line,
        message=finding.message,
        messages=(finding.message,),
        suggested_fix=finding.suggested_fix,
    )
