"""`consolidate`: findings of several lenses in, one entry per line of code out."""

import argparse
import json
from collections.abc import Iterator, Sequence

from orchestrator.cli.steps.common import Answer, ok, parser_for, read_source, run_step
from orchestrator.errors import UsageError
from orchestrator.findings.consolidate import top_findings
from orchestrator.report.json_parts import top_finding
from orchestrator.values.finding import Confidence, Finding, Severity


def main(argv: Sequence[str] | None = None) -> int:
    """Prints `{"topFindings": [...]}`; 2 for input that is not JSON or a finding that breaks the contract.

    Input: `{"findings": [...]}` where each finding carries `agentName`, or a list of lens results, alone or as
    `{"agents": [...]}` like in the report.
    """
    parser = parser_for("consolidate", "Merges findings of several lenses that name the same file and line.")
    parser.add_argument("--findings", required=True, metavar="PATH", help="JSON of findings; - is standard input")
    return run_step(parser, argv, _answer)


def _answer(args: argparse.Namespace) -> Answer:
    try:
        data = json.loads(read_source(args.findings))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{args.findings} is not JSON: {error}") from error
    findings = tuple(_finding(agent, issue) for agent, issue in _issues(data))
    return ok({"topFindings": [top_finding(top) for top in top_findings(findings)]})


def _issues(data: object) -> Iterator[tuple[object, object]]:
    """Agent and issue of each finding, whichever of the accepted forms `data` has."""
    if isinstance(data, dict) and "findings" in data:
        for issue in _list(data["findings"], "findings"):
            yield issue.get("agentName") if isinstance(issue, dict) else None, issue
        return
    for result in _list(data["agents"] if isinstance(data, dict) and "agents" in data else data, "the input"):
        if not isinstance(result, dict):
            raise UsageError("a lens result is not an object")
        for issue in _list(result.get("issues"), "issues"):
            yield result.get("agentName"), issue


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise UsageError(f"{what} is not a list")
    return value


def _finding(agent: object, issue: object) -> Finding:
    if not isinstance(issue, dict):
        raise UsageError("a finding is not an object")
    line = issue.get("line")
    if not isinstance(line, int) or isinstance(line, bool) or line < 1:
        raise UsageError(f"a finding in {issue.get('file')} has no line: {line!r}")
    try:
        return Finding(
            agent=_text(agent, "agentName"),
            severity=Severity(_text(issue.get("severity"), "severity")),
            confidence=Confidence(_text(issue.get("confidence"), "confidence")),
            file=_text(issue.get("file"), "file"),
            line=line,
            message=_text(issue.get("message"), "message"),
            evidence=str(issue.get("evidence") or ""),
            suggested_fix=str(issue.get("suggestedFix") or ""),
            category=str(issue.get("category") or ""),
        )
    except ValueError as error:
        raise UsageError(f"a finding in {issue.get('file')}:{line} breaks the contract: {error}") from error


def _text(value: object, what: str) -> str:
    if not isinstance(value, str) or not value:
        raise UsageError(f"a finding has no {what}")
    return value
