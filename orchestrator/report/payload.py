"""The report for programs inside the Markdown: one block of JSON that says everything in a vocabulary it carries itself."""

import json
import re
from collections.abc import Mapping

from orchestrator.errors import StateError
from orchestrator.report.boundary import check
from orchestrator.report.fix_parts import fixes_summary
from orchestrator.report.json_parts import Object
from orchestrator.report.mode_parts import detail, mode_run, store
from orchestrator.report.prose_gaps import missed_files
from orchestrator.report.scrub import scrub
from orchestrator.report.vocabulary import detail_of, verdict_word, vocabulary
from orchestrator.values.finding import Finding
from orchestrator.values.mode import Mode, ModeRun
from orchestrator.values.report import Report

SCHEMA = "code-review/2"
MARKER = "<!-- code-review:payload -->"

_SHAPE = "code-review-payload"
_FENCE = "```"
# Ours stand at the start of a line; what is quoted from a change never does.
_BLOCK = re.compile(
    rf"^{re.escape(MARKER)}\r?\n(?P<fence>`{{3,}})json\r?\n(?P<json>[^\r\n]*)\r?\n(?P=fence)[ \t]*\r?$", re.MULTILINE
)
# What could end a comment, a fence or a script around the block cannot occur in it.
_ESCAPES = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in "<>&`"})


def payload_object(raw: Report) -> Object:
    """The report in the vocabulary of the mode that ran, or of the panel; secrets removed, every key present.

    `fixes` is there after a fix loop alone. Findings of a panel get the ids that one of a mode would have: F1, F2, ... in the order of the report.
    """
    report = scrub(raw)
    mode = vocabulary(report)
    run = report.mode
    ignored = {one.file.path for one in report.change.ignored}
    told = [(one, _finding(number, one, mode)) for number, one in enumerate(report.findings, start=1)]
    return {
        "schema": SCHEMA,
        "mode": mode_run(run or ModeRun(mode=mode)),
        "verdict": report.verdict.value,
        "verdictWord": verdict_word(mode, report.verdict),
        "overall": report.overall.value,
        "verdictReasons": list(report.verdict_reasons),
        "summary": report.summary,
        "timestamp": report.timestamp,
        "files": len(report.change.files),
        "findings": [said for one, said in told if one.counts],
        "withheld": [{**said, "reason": one.withheld_because} for one, said in told if one.withheld_because],
        "suppressed": [
            {**said, "by": one.suppressed_by} for one, said in told if one.suppressed_by and not one.withheld_because
        ],
        "ignored": len(ignored),
        "leftOut": len({file for file, _ in missed_files(report)} - ignored),
        "store": store(run.store) if run else None,
        **({"fixes": fixes_summary(report.fixes)} if report.fixes else {}),
    }


def payload_block(report: Report) -> str:
    """What a Markdown report ends with. Raises StateError when the object breaks its own schema."""
    value = payload_object(report)
    check(value, _SHAPE)
    return f"{MARKER}\n{_FENCE}json\n{_one_line(value)}\n{_FENCE}\n"


def read_payload(markdown: str) -> Object | None:
    """The object at the end of a Markdown report; None when there is none, or none that can be relied on."""
    blocks = list(_BLOCK.finditer(markdown))
    if not blocks:
        return None
    try:
        value = json.loads(blocks[-1]["json"])
        if not isinstance(value, dict):
            return None
        check(value, _SHAPE)
    except (ValueError, RecursionError, StateError):
        return None
    return value


def _one_line(value: Mapping[str, object]) -> str:
    """ASCII. One line, so that no line of it can be taken for the end of the block."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False).translate(_ESCAPES)


def _finding(number: int, finding: Finding, mode: Mode) -> Object:
    stated = detail(detail_of(finding, mode))
    return {
        **stated,
        "id": stated["id"] or f"F{number}",
        "agent": finding.agent,
        "category": finding.category,
        "file": finding.file,
        "line": finding.line,
        "endLine": finding.end_line,
        "inDiff": finding.in_diff,
    }
