"""What a person wants to know about the gate: is this branch ready, who looked at what, what is missing."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from orchestrator.gate.bypass import branch_of
from orchestrator.gate.decide import Case, completed, decisive, exemptions
from orchestrator.gate.ignored import ignored_at_base
from orchestrator.gate.place import BYPASS_FILE, Place, place_of
from orchestrator.gate.verify import Asked, Decision, GateQuestion, ask, case_of, verify
from orchestrator.scope.policy_files import is_policy_file
from orchestrator.seams import Git
from orchestrator.system.files import read_text_lenient


@dataclass(frozen=True, slots=True)
class LensEvidence:
    """A lens that finished for the subject: its own verdict, who answered, and when (ISO 8601 UTC)."""

    agent: str
    status: str
    engine: str
    ts: str


@dataclass(frozen=True, slots=True)
class Bypass:
    """One time somebody went around the gate."""

    timestamp: str
    branch: str
    triggered_by: str
    reason: str
    subject: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GateStatus:
    """The decision and what it rests on. `uncommitted` counts changes of the work tree that no commit holds yet.

    `ignored` are paths of the subject that the rules at the base keep from every reviewer.
    """

    branch: str
    decision: Decision
    verdict: str = ""
    engines: tuple[str, ...] = ()
    lenses: tuple[LensEvidence, ...] = ()
    exemptions: tuple[str, ...] = ()
    bypasses: tuple[Bypass, ...] = ()
    policy_files: tuple[str, ...] = ()
    uncommitted: int = 0
    ignored: tuple[str, ...] = ()


def gate_status(git: Git, question: GateQuestion, now: datetime, environ: Mapping[str, str]) -> GateStatus:
    """Everything about the commit in question. Raises RepositoryError outside of a repository or for an unknown ref."""
    decision = verify(git, question, now, environ)
    place = place_of(git)
    asked = ask(git, question)
    known = GateStatus(
        branch=branch_of(git),
        decision=decision,
        bypasses=bypasses(place),
        policy_files=tuple(one.path for one in asked.subject.records if is_policy_file(one.path)),
        uncommitted=_uncommitted(git),
    )
    if not asked.subject.hash:
        return known
    known = replace(known, ignored=ignored_at_base(git, asked.tip, asked.subject))
    return _with_evidence(known, case_of(git, place, asked, now, environ), asked)


def bypasses(place: Place) -> tuple[Bypass, ...]:
    """Every recorded bypass, the newest last; a line that is no audit row is passed over. Raises StateError."""
    found = []
    for line in (read_text_lenient(place.top / BYPASS_FILE) or "").splitlines():
        try:
            row = json.loads(line)
            found.append(
                Bypass(row["timestamp"], row["branch"], row["triggeredBy"], str(row["reason"]), row["subject"])
            )
        except (ValueError, TypeError, KeyError):
            continue
    return tuple(found)


def _with_evidence(known: GateStatus, case: Case, asked: Asked) -> GateStatus:
    verdict = decisive(case)
    newest = {row.agent: row for row in completed(case)}
    return replace(
        known,
        bypasses=tuple(
            one for one in known.bypasses if one.subject == asked.subject.hash or one.branch == known.branch
        ),
        verdict=verdict.status if verdict else "",
        engines=tuple(sorted(verdict.engines)) if verdict else (),
        lenses=tuple(LensEvidence(row.agent, row.status, row.engine, row.ts) for row in newest.values()),
        exemptions=tuple(sorted(exemptions(case))),
    )


def _uncommitted(git: Git) -> int:
    listed = git.run("status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames")
    return sum(bool(record) for record in listed.split(b"\0"))
