"""Builders of reports of a run with a mode: a small mode of its own and findings in its words."""

from types import MappingProxyType
from typing import Any

from orchestrator.values.change import ChangedFile, IgnoredFile, LeftOut, Status
from orchestrator.values.finding import Confidence, Detail, Finding
from orchestrator.values.mode import (
    Force,
    Mode,
    ModeField,
    ModeRun,
    ModeSeverity,
    SeverityTone,
    StoreActivity,
)
from orchestrator.values.report import Report, Verdict
from orchestrator.values.roster import Roster
from orchestrator.values.turn import Omission, OmissionKind
from tests.support.reports import make_change, make_completed, make_finding, make_report

SHAPE = Mode(
    id="shape",
    label="Shape review",
    fields=(
        ModeField(key="problem", required=True, guide="what is in the wrong place"),
        ModeField(key="consequence", label="What it costs", required=True, guide="who pays for it, and when"),
        ModeField(key="alternative", label="Instead", guide="where it belongs"),
        ModeField(key="evidence", label="Evidence", required=True, block=True),
    ),
    severities=(
        ModeSeverity(
            id="high", label="high", tone=SeverityTone.ERROR, force=Force.FAIL, meaning="decide before merging"
        ),
        ModeSeverity(
            id="mid", label="worth a word", tone=SeverityTone.WARN, force=Force.WARN, meaning="talk about it once"
        ),
        ModeSeverity(
            id="low", label="low", tone=SeverityTone.MUTED, force=Force.PASS, meaning="know it, do nothing now"
        ),
    ),
    verdicts=MappingProxyType({"pass": "sound", "warn": "worth discussing", "fail": "decide before merge"}),
    categories=("layering", "naming"),
    source=".code-review/config.yaml",
)
STORE = StoreActivity(calls=12, recorded=3, updated=1, deleted=0)


def stated(id: str = "F1", severity: str = "mid", title: str = "A command opens the database", **more: Any) -> Finding:  # noqa: A002 - the word of the store
    """A finding of the mode `shape` about `src/cli.py`, line 12; `fields`, `summary` and the keys of a finding may be given."""
    fields = {
        "problem": "The command opens the database itself.\nEvery other command asks the service for it.",
        "consequence": "A second store would have to be taught to every command.",
        "alternative": "Ask `Service.orders()`, which exists already.",
        "evidence": "    connection = connect(path)\n    rows = connection.execute(QUERY)",
    }
    fields.update(more.pop("fields", {}))
    one = SHAPE.severity(severity)
    assert one is not None
    detail = Detail(
        id=id,
        severity_id=severity,
        title=title,
        summary=more.pop("summary", ""),
        fields=MappingProxyType({key: text for key, text in fields.items() if text}),
    )
    values: dict[str, Any] = {
        "agent": SHAPE.id,
        "severity": one.force.severity,
        "confidence": Confidence.MEDIUM,
        "file": "src/cli.py",
        "category": "layering",
        "evidence": fields["evidence"],
        "suggested_fix": "",
        "detail": detail,
    }
    return make_finding(f"{title}. {fields['problem']}", **{**values, **more})


def make_mode_report(*findings: Finding, run: ModeRun | None = None, **changes: Any) -> Report:
    """A finished run of the mode `shape`; everything follows from `findings` unless given."""
    values: dict[str, Any] = {
        "roster": Roster((SHAPE.id,)),
        "mode": run or ModeRun(mode=SHAPE, store=STORE),
    }
    if not findings:
        values["outcomes"] = (make_completed(SHAPE.id),)
    return make_report(*findings, **{**values, **changes})


def make_discussed() -> Report:
    """Everything that a finished run of a mode can have in it, and no verdict lost."""
    files = tuple(ChangedFile(path=path, status=Status.MODIFIED) for path in ("src/cli.py", "src/orders.py"))
    dropped = ChangedFile(path="dist/app.js", status=Status.MODIFIED)
    change = make_change(
        files=files,
        left_out=(LeftOut("dist/app.js", "ignored by dist/ (.gitignore)", "ignored"),),
        ignored=(IgnoredFile(dropped, "dist/", ".gitignore", by_base=True),),
    )
    seen = Omission("assets/logo.png", "not text", OmissionKind.BINARY)
    return make_mode_report(
        stated("F4", "low", "Two names for one thing", category="naming", file="src/orders.py", line=40, end_line=44),
        stated("F1", summary="The first command that goes around the service."),
        stated(
            "F2",
            "high",
            "The domain imports the web framework",
            file="src/orders.py",
            line=3,
            withheld_because="the quote is not in the file",
        ),
        stated("F3", "mid", "A known detour", line=90, suppressed_by="old-detour"),
        run=ModeRun(mode=SHAPE, store=STORE, focus="only the boundary to the store", language="en"),
        change=change,
        outcomes=(make_completed(SHAPE.id, omissions=(seen,), files=("src/cli.py", "src/orders.py"), tier="mid"),),
        summary="One command goes around the service.\nThe rest of the change is where it belongs.",
    )


def make_unfinished() -> Report:
    """A run of a mode that the time stopped after one finding, begun a second time without the reader tools."""
    why = "the time of the run (600 s) was over before the reviewer finished"
    run = ModeRun(
        mode=SHAPE,
        store=StoreActivity(calls=1, recorded=1),
        incomplete=why,
        degraded="The first call failed; the second was made without reader tools and with at most 8192 tokens.",
    )
    return make_mode_report(
        stated("F1", "high"), run=run, verdict=Verdict.NONE, overall=Verdict.FAIL, verdict_reasons=(why,)
    )
