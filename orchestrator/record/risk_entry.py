"""A risk that a person accepted in a record, as a rule for ACCEPTED-RISKS.md."""

import json
from collections.abc import Mapping
from datetime import date, timedelta

from orchestrator.findings.risk_rules import MIN_RATIONALE
from orchestrator.record.location import Place, read_location
from orchestrator.record.model import HUMAN, RecordedFinding, StepName

DAYS = 90
"""How long the rule acts from the day on which it is written."""


def risk_rule(finding: RecordedFinding, change: str, change_folder: str, today: date) -> str:
    """The lines below `rules:`, one entry for each role that raised it; empty for a finding that cites no file.

    The last entry of the history is the person's decision. A justification too short for a rule is completed by what
    it is about.
    """
    place = read_location(finding.location, StepName.CODE, change_folder)
    if not isinstance(place, Place):
        return ""
    said = finding.history[-1]
    why = " ".join(said.justification.split())
    if len(why) < MIN_RATIONALE:
        why = f"{why} (accepted for the change {change}, {finding.id}: {finding.title})"
    rows: dict[str, str | list[str]] = {
        "files": [place.path],
        "rationale": why,
        "expires": (today + timedelta(days=DAYS)).isoformat(),
        "owner": said.by.removeprefix(HUMAN).strip(),
    }
    name, kind = f"{change}-{finding.id}", finding.category or "uncategorised"
    return "".join(
        _entry({"id": name if role == finding.role else f"{name}-{role}", "rule_id": f"{role}.{kind}", **rows})
        for role in finding.roles
    )


def _entry(rows: Mapping[str, str | list[str]]) -> str:
    # JSON of a text or a list is YAML as well, whatever the text holds.
    lines = [
        f"{key}: {json.dumps(value, ensure_ascii=False) if key != 'expires' else value}" for key, value in rows.items()
    ]
    return "".join(f"{'    ' if number else '  - '}{line}\n" for number, line in enumerate(lines))
