"""The contract of a reply: parsed JSON in, a LensResult out, or every breach in words that the engine can act on."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from orchestrator.findings.lines import coerce_range
from orchestrator.findings.quotes import clean_text
from orchestrator.schemas import validator
from orchestrator.values.finding import Confidence, Finding, Severity
from orchestrator.values.lens import Lens
from orchestrator.values.outcome import LensResult, LensStatus

if TYPE_CHECKING:  # jsonschema is loaded when the first reply is checked, not when the command starts
    from jsonschema.exceptions import ValidationError

KEYS = frozenset({"status", "issues", "summary"})
SECURITY_LENS = "security-review"
SECURITY_CATEGORY = re.compile(r"A\d{2}\.[a-z0-9-]+")
MAX_PROBLEMS = 8


class ContractError(ValueError):
    """The reply parses but breaks its schema. `problems` holds one line for each breach, the first eight of them."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def to_result(data: object, *, lens: Lens) -> LensResult:
    """The result that `data` states; raises ContractError when it breaks the schema.

    Unknown keys are ignored as long as they hold nothing that could be findings under another name. A bare list of issues is taken as the issues, since it can
    only add findings; an empty one states no status and is a breach. A line that cannot be read withholds its finding
    and nothing else. A status that contradicts the issues is recomputed and noted; `fail` or `warn` without a single
    issue is a breach, because whatever was found got lost on the way.
    """
    notes: list[str] = []
    if isinstance(data, list) and data:
        data = {"status": LensStatus.FAIL, "issues": data, "summary": ""}
        notes.append("the reply was a bare list of issues")
    _check_schema(data)
    assert isinstance(data, dict)  # noqa: S101 - the schema has just said so; this tells the type checker
    issues: list[dict[str, Any]] = data["issues"]
    stated = LensStatus(data["status"])
    _check_meaning(data, stated, lens)
    findings = tuple(_finding(issue, lens) for issue in issues)
    status = status_of(findings, stated)
    if status is not stated and not notes:
        notes.append(f"stated status {stated} contradicts the issues and was recomputed as {status}")
    return LensResult(status=status, findings=findings, summary=clean_text(data["summary"]), notes=tuple(notes))


def status_of(findings: Iterable[Finding], stated: LensStatus) -> LensStatus:
    """The status that `findings` amount to; `skip` stands as long as there is none."""
    severities = {finding.severity for finding in findings}
    if not severities and stated is LensStatus.SKIP:
        return LensStatus.SKIP
    if Severity.ERROR in severities:
        return LensStatus.FAIL
    return LensStatus.WARN if Severity.WARNING in severities else LensStatus.PASS


def _check_schema(data: Any) -> None:
    problems: dict[str, None] = {}  # in order, each once: the library reports each missing key by itself
    for error in validator("lens-reply").iter_errors(data):
        problems[_problem(error)] = None
        if len(problems) == MAX_PROBLEMS:
            break
    if problems:
        raise ContractError(tuple(problems))


def _problem(error: "ValidationError") -> str:
    """One breach without the offending value: that may be long, and it may hold a secret."""
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path).lstrip(".")
    expected: Any = error.validator_value
    given: Any = error.instance
    if error.validator == "required":
        return f"{place or 'the reply'} lacks {', '.join(key for key in expected if key not in given)}"
    if error.validator == "enum":
        return f"{place} must be one of {', '.join(expected)}"
    if error.validator == "pattern":
        return f"{place} must not be blank"
    return f"{place or 'the reply'} must be of type {expected if isinstance(expected, str) else ' or '.join(expected)}"


def _check_meaning(data: dict[str, Any], stated: LensStatus, lens: Lens) -> None:
    issues: list[dict[str, Any]] = data["issues"]
    problems = [
        f"{key[:40]!r} is no key of a reply: what was found goes into issues"
        for key, value in data.items()
        if key not in KEYS and isinstance(value, list | dict) and value
    ]
    if not issues and stated in {LensStatus.FAIL, LensStatus.WARN}:
        problems.append(f"status is {stated} but issues is empty: list what was found, or state pass")
    if lens.name == SECURITY_LENS:
        problems += [
            f"issues[{number}].category must look like A03.sql-injection (A, two digits, a dot, lower-case words)"
            for number, issue in enumerate(issues)
            if not SECURITY_CATEGORY.fullmatch(issue.get("category") or "")
        ]
    if problems:
        raise ContractError(tuple(problems[:MAX_PROBLEMS]))


def _finding(issue: dict[str, Any], lens: Lens) -> Finding:
    line, range_end = coerce_range(issue["line"])
    end_line = coerce_range(issue.get("endLine"))[0] or range_end
    return Finding(
        agent=lens.name,
        severity=Severity(issue["severity"]),
        confidence=Confidence(issue["confidence"]),
        file=issue["file"],
        line=line or 0,
        message=clean_text(issue["message"]),
        evidence=clean_text(issue["evidence"]),
        suggested_fix=clean_text(issue["suggestedFix"]),
        category=clean_text(issue.get("category") or "").strip(),
        end_line=end_line if line and end_line and end_line > line else None,
        pre_existing=bool(issue.get("preExisting")),
        withheld_because="" if line else f"its line {str(issue['line'])[:40]!r} is not a line of a file",
    )
