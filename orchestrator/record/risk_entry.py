"""A risk that a person accepted in a record, as a rule for ACCEPTED-RISKS.md."""

import json
from datetime import date, timedelta

from orchestrator.findings.risk_rules import MIN_RATIONALE
from orchestrator.record.location import Place, read_location
from orchestrator.record.model import HUMAN, RecordedFinding, StepName

DAYS = 90
"""How long the rule acts from the day on which it is written."""


def risk_rule(finding: RecordedFinding, change: str, change_folder: str, today: date) -> str:
    """The lines of one entry below `rules:`; empty for a finding that cites no file.

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
    rows = {
        "id": f"{change}-{finding.id}",
        "rule_id": f"{finding.role}.{finding.category or 'uncategorised'}",
        "files": [place.path],
        "rationale": why,
        "expires": (today + timedelta(days=DAYS)).isoformat(),
        "owner": said.by.removeprefix(HUMAN).strip(),
    }
    # JSON of a text or a list is YAML as well, whatever the text holds.
    lines = [
        f"{key}: {value if key == 'expires' else json.dumps(value, ensure_ascii=False)}" for key, value in rows.items()
    ]
    return "".join(f"{'  - ' if number == 0 else '    '}{line}\n" for number, line in enumerate(lines))
