"""The parts of the aggregate, each from one kind of value."""

from collections.abc import Mapping, Sequence

from orchestrator.report.mode_parts import detail
from orchestrator.values.analysis import GateResult, ToolRun, ToolStatus
from orchestrator.values.change import Change, LeftOut
from orchestrator.values.finding import Finding
from orchestrator.values.outcome import Completed, Failed, Outcome, Skipped
from orchestrator.values.report import ExpiringRisk, TopFinding
from orchestrator.values.roster import Roster
from orchestrator.values.turn import EngineInfo, Omission, OmissionKind, Usage

Object = dict[str, object]

WHOLE_RUN = "*"


def scope(change: Change, trust: str) -> Object:
    """Where the files come from. `subject` is null where there is none, `noSubject` says why."""
    return {
        "kind": change.kind.value,
        "base": change.base_ref,
        "baseSha": change.base_sha,
        "head": change.head_ref,
        "headSha": change.head_sha,
        "subject": change.subject or None,
        "noSubject": change.no_subject,
        "trust": trust,
        "narrowed": change.narrowed,
        "files": [
            {"path": file.path, "status": file.status.value if file.status else None, "oldPath": file.old_path}
            for file in change.files
        ],
    }


def gates(results: Sequence[GateResult]) -> list[Object]:
    """Preflight gates in the order they ran."""
    return [{"name": gate.name, "status": gate.status.value, "detail": gate.detail} for gate in results]


def static_analysis(runs: Sequence[ToolRun], count: int, left_out: int) -> Object:
    """Tools that were there and tools that were not; of `findings` merged results `leftOut` were not shown to lenses."""
    return {
        "tools": [_tool(run) for run in runs if run.status is not ToolStatus.ABSENT],
        "missing": [{"tool": run.tool, "hint": run.hint} for run in runs if run.status is ToolStatus.ABSENT],
        "findings": count,
        "leftOut": left_out,
    }


def _tool(run: ToolRun) -> Object:
    return {
        "tool": run.tool,
        "version": run.version,
        "status": run.status.value,
        "detail": run.detail,
        "findings": len(run.findings),
        "files": len(run.scanned),
        "reused": run.reused,
        "partial": [{"file": file, "reason": reason} for file, reason in sorted(run.partial.items())],
    }


def roster(value: Roster) -> Object:
    """Who was chosen, who was not and why."""
    return {
        "selected": list(value.selected),
        "dropped": [{"agent": drop.agent, "by": drop.by, "reason": drop.reason} for drop in value.dropped],
        "warnings": list(value.warnings),
    }


def engine(info: EngineInfo, routes: Mapping[str, EngineInfo]) -> Object:
    """Who answered; `others` are engines that single lenses were sent to."""
    names = dict.fromkeys(one.name for one in routes.values())
    others = {name: [lens for lens, one in routes.items() if one.name == name] for name in names}
    infos = {one.name: one for one in routes.values()}
    return {**_engine(info), "others": [{**_engine(infos[name]), "lenses": lenses} for name, lenses in others.items()]}


def _engine(info: EngineInfo) -> Object:
    return {
        "name": info.name,
        "label": info.label,
        "ruleBased": info.rule_based,
        "toolUse": info.tool_use.value,
        "leavesMachine": info.leaves_machine,
        "paid": info.paid,
    }


def agents(outcomes: Sequence[Outcome], findings: Sequence[Finding]) -> list[Object]:
    """Lens results. `issues` are the findings that count; withheld and suppressed ones have lists of their own."""
    return [_agent(outcome, findings) for outcome in outcomes if not isinstance(outcome, Failed)]


def _agent(outcome: Completed | Skipped, findings: Sequence[Finding]) -> Object:
    if isinstance(outcome, Skipped):
        return _lens_result(outcome.agent, status="skip", summary=outcome.reason)
    return {
        **_lens_result(outcome.agent, status=outcome.result.status.value, summary=outcome.result.summary),
        "modelTier": outcome.tier,
        "model": outcome.model,
        "issues": [issue(one) for one in findings if one.agent == outcome.agent and one.counts],
        "notes": list(outcome.result.notes),
        "attempts": outcome.attempts,
        "engine": outcome.engine,
    }


def _lens_result(agent: str, *, status: str, summary: str) -> Object:
    return {
        "agentName": agent,
        "modelTier": None,
        "model": "",
        "status": status,
        "issues": [],
        "summary": summary,
        "notes": [],
        "attempts": 0,
        "engine": "",
    }


def issue(finding: Finding) -> Object:
    """One finding with everything known about it; one of a mode also carries what it states in the mode's words."""
    return {
        "agentName": finding.agent,
        "category": finding.category or None,
        "severity": finding.severity.value,
        "confidence": finding.confidence.value,
        "file": finding.file,
        "line": finding.line,
        "endLine": finding.end_line,
        "message": finding.message,
        "suggestedFix": finding.suggested_fix,
        "evidence": finding.evidence,
        "preExisting": finding.pre_existing,
        "ruleId": finding.rule_id,
        "inDiff": finding.in_diff,
        "anchor": finding.anchor.value if finding.anchor else None,
        **(detail(finding.detail) if finding.detail else {}),
    }


def top_finding(top: TopFinding) -> Object:
    """All that was said about one line."""
    return {
        "severity": top.severity.value,
        "agents": list(top.agents),
        "file": top.file,
        "line": top.line,
        "message": top.message,
        "messages": list(top.messages),
        "suggestedFix": top.suggested_fix,
        "confidence": top.confidence.value,
    }


def failures(outcomes: Sequence[Outcome]) -> list[Object]:
    """Lenses that never gave a valid result."""
    return [
        {
            "agentName": outcome.agent,
            "attempts": outcome.attempts,
            "error": outcome.error,
            "shape": outcome.shape.value if outcome.shape else None,
            "kind": outcome.kind.value,
        }
        for outcome in outcomes
        if isinstance(outcome, Failed)
    ]


def risk(value: ExpiringRisk) -> Object:
    """An accepted risk that ran out or soon will."""
    return {"id": value.id, "owner": value.owner, "expires": value.expires, "expired": value.expired}


def coverage(outcomes: Sequence[Outcome], left_out: Sequence[LeftOut]) -> list[Object]:
    """Which lens saw which file and what it did not see; agent `*` is what the run as a whole left out."""
    entries = [_seen(outcome) for outcome in outcomes]
    if left_out:
        omitted = [{"file": left.path, "reason": left.reason, "kind": _published(left.kind)} for left in left_out]
        entries.append({"agent": WHOLE_RUN, "files": [], "omitted": omitted})
    return entries


def _published(kind: str) -> str:
    """The published kinds are few: whatever else was set aside on purpose counts as ignored, its reason tells more."""
    return kind if kind in set(OmissionKind) else OmissionKind.IGNORED.value


def _seen(outcome: Outcome) -> Object:
    if isinstance(outcome, Skipped):
        return {"agent": outcome.agent, "files": [], "omitted": []}
    return {
        "agent": outcome.agent,
        "files": list(outcome.files),
        "omitted": [_omission(gap) for gap in outcome.omissions],
    }


def _omission(gap: Omission) -> Object:
    return {"file": gap.file, "reason": gap.reason, "kind": gap.kind.value}


def cost(usage: Usage) -> Object:
    """Tokens as reported; a price is always computed from a price list, hence an estimate."""
    return {
        "tokens": {
            "input": usage.input,
            "cachedRead": usage.cached_read,
            "cachedWrite": usage.cached_write,
            "output": usage.output,
        },
        "usd": usage.usd,
        "estimated": usage.usd is not None,
    }
