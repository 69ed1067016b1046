"""Many reviewers, one place: exact merging for machines, merging by meaning for readers."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from orchestrator.values.finding import Confidence, Finding
from orchestrator.values.report import TopFinding

NEARBY = 3  # lines between two descriptions of one defect
LOOK_BACK = 40  # groups a finding is compared with: readers' prose is not worth quadratic time

_CODE = re.compile(r"[`'\"\u2018\u201c]([^`'\"\u2019\u201d\s]{1,80})[`'\"\u2019\u201d]")
_WORD = re.compile(r"[a-z_][a-z0-9_]+")
_STOP = re.compile(
    r"(?:the|and|for|that|this|with|from|into|are|was|were|has|have|had|not|but|can|could|may|will|would|should|when"
    r"|which|where|here|there|its?|is|as|at|be|by|do|if|in|of|on|or|so|too?|used?|uses|using|instead|because|than|then"
    r"|code|line|function|method|class|variable|value)"
)


def top_findings(findings: Iterable[Finding]) -> tuple[TopFinding, ...]:
    """One entry for each exact (file, line) among the findings that count: strongest severity, every message.

    Sorted by severity, then file, then line.
    """
    places: dict[tuple[str, int], list[Finding]] = {}
    for finding in findings:
        if finding.counts:
            places.setdefault((finding.file, finding.line), []).append(finding)
    tops = (_top(group) for group in places.values())
    return tuple(sorted(tops, key=lambda top: (top.severity.rank, top.file, top.line)))


def same_defect_groups(findings: Iterable[Finding]) -> tuple[tuple[Finding, ...], ...]:
    """Findings grouped by the defect they describe, for prose only; every finding is in exactly one group.

    Two belong together when they are in one file, at most three lines apart, and say the same: they share most of
    their telling words and do not quote different names. Groups come in order of file and line.
    """
    groups: list[list[Finding]] = []
    for finding in sorted(findings, key=lambda one: (one.file, one.line)):
        home = next((group for group in reversed(groups[-LOOK_BACK:]) if _same_defect(group, finding)), None)
        if home is None:
            groups.append([finding])
        else:
            home.append(finding)
    return tuple(tuple(group) for group in groups)


def _top(group: Sequence[Finding]) -> TopFinding:
    ranked = sorted(group, key=_strength)
    first = ranked[0]
    return TopFinding(
        severity=first.severity,
        confidence=first.confidence,
        agents=tuple(dict.fromkeys(finding.agent for finding in group)),
        file=first.file,
        line=first.line,
        message=first.message,
        messages=tuple(dict.fromkeys(finding.message for finding in ranked)),
        suggested_fix=next((finding.suggested_fix for finding in ranked if finding.suggested_fix), ""),
    )


def _strength(finding: Finding) -> tuple[int, int]:
    return finding.severity.rank, list(Confidence).index(finding.confidence)


def _same_defect(group: Sequence[Finding], finding: Finding) -> bool:
    lead = group[0]
    if lead.file != finding.file or finding.line - group[-1].line > NEARBY:
        return False
    lead_words, lead_names = _meaning(lead.message)
    words, names = _meaning(finding.message)
    if lead_names and names and not lead_names & names:
        return False
    if lead_words == words:
        return True
    shared = len(lead_words & words)
    return shared >= 3 and shared >= 0.6 * min(len(lead_words), len(words))


@lru_cache(maxsize=4096)
def _meaning(message: str) -> tuple[frozenset[str], frozenset[str]]:
    """Telling words, cut to their first six letters so that their endings do not matter, and names that are quoted."""
    names = frozenset(name.strip("().,;:") for name in _CODE.findall(message))
    words = frozenset(word[:6] for word in _WORD.findall(message.lower()) if not _STOP.fullmatch(word))
    return words, names
