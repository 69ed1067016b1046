"""Builders for the values that judging works on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from orchestrator.values.change import ChangedFile, DiffLine, Hunk, LineKind, Status
from orchestrator.values.finding import Confidence, Finding, Severity
from orchestrator.values.lens import ContextNeed, Effort, Lens, LensScope, ScopeRule
from orchestrator.values.outcome import Completed, LensResult, LensStatus
from orchestrator.values.turn import Omission, OmissionKind, Payload


def lens(name: str = "correctness-review") -> Lens:
    return Lens(
        name=name,
        description="a reviewer",
        model="haiku",
        effort=Effort.LOW,
        scope=LensScope(ScopeRule.ALWAYS),
        context=ContextNeed.FULL_FILE,
        body="Look.",
        digest="0" * 64,
    )


def issue(**changes: Any) -> dict[str, Any]:
    base = {
        "severity": "error",
        "confidence": "high",
        "file": "src/app.py",
        "line": 3,
        "message": "The total is wrong for an empty cart.",
        "suggestedFix": "Start at zero.",
        "evidence": "total = items[0].price",
    }
    return base | changes


def reply(*issues: dict[str, Any], status: str = "fail", summary: str = "One defect.") -> dict[str, Any]:
    return {"status": status, "issues": list(issues), "summary": summary}


BASE_FINDING = Finding(
    agent="correctness-review",
    severity=Severity.ERROR,
    confidence=Confidence.HIGH,
    file="src/app.py",
    line=3,
    message="The total is wrong for an empty cart.",
    evidence="total = items[0].price",
)


def finding(**changes: Any) -> Finding:
    return replace(BASE_FINDING, **changes)


def hunk(printed: str, old_start: int = 1, new_start: int = 1) -> Hunk:
    """A hunk from its printed lines; the first character of each line is its side."""
    lines: list[DiffLine] = []
    old, new = old_start, new_start
    for text in printed.split("\n"):
        kind = LineKind(text[:1])
        on_old, on_new = kind is not LineKind.ADDED, kind is not LineKind.REMOVED
        lines.append(DiffLine(kind, text[1:], old if on_old else None, new if on_new else None))
        old, new = old + on_old, new + on_new
    old_count, new_count = old - old_start, new - new_start
    return Hunk(old_start, old_count, new_start if new_count else new_start - 1, new_count, tuple(lines))


def changed(path: str = "src/app.py", *hunks: Hunk, **changes: Any) -> ChangedFile:
    return ChangedFile(**({"path": path, "status": Status.MODIFIED, "hunks": hunks} | changes))


def payload(
    *files: ChangedFile,
    contents: Mapping[str, str] | None = None,
    has_diff: bool = True,
    omissions: Sequence[Omission] = (),
) -> Payload:
    return Payload(
        lens=lens(),
        files=files,
        has_diff=has_diff,
        contents=MappingProxyType(dict(contents or {})),
        omissions=tuple(omissions),
    )


def omission(file: str, kind: OmissionKind = OmissionKind.BUDGET, reason: str = "too large") -> Omission:
    return Omission(file, reason, kind)


def completed(agent: str, *findings: Finding, status: LensStatus = LensStatus.PASS, **changes: Any) -> Completed:
    result = LensResult(status=status, findings=findings, summary=f"{agent} is done.")
    return replace(Completed(agent=agent, result=result, files=("src/app.py",), tier="small"), **changes)
