"""Corrections of an earlier review on their way into the code: what was offered for them, and what became of each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from orchestrator.values.finding import Finding
from orchestrator.values.fix import Applied, Proposal


class CorrectionState(StrEnum):
    """What became of one correction."""

    APPLIED = "applied"
    REFUSED = "refused"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """One correction, kept in the file `name` (as people name it), and its end; `rule` is a stable word for `reason`.
    `also` names further files that hold the same correction.

    `finding` is at the line where it stands now, None for a file that is no correction. `note` is what the fixer says
    of its fix.
    """

    state: CorrectionState
    name: str = ""
    rule: str = ""
    reason: str = ""
    finding: Finding | None = None
    fixer: str = ""
    note: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Offers:
    """What fixers propose. A finding that is in no proposal is in `reasons`. `notes` are lines for people.

    `failed` are those of `reasons` that nobody declined: no fixer could be asked, or it gave no usable answer.
    """

    proposals: tuple[Proposal, ...] = ()
    reasons: Mapping[Finding, str] = field(default_factory=lambda: MappingProxyType({}))
    failed: frozenset[Finding] = frozenset()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chosen:
    """A proposal that the judge accepted and nobody declined. `applied` is what it made of its files."""

    proposal: Proposal
    applied: Applied
