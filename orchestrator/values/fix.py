"""A fix: what is to be replaced, for which findings, and what became of the proposal."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from orchestrator.values.finding import Finding


class Rule(StrEnum):
    """Why an edit is refused."""

    STALE = "stale"
    AMBIGUOUS = "ambiguous"
    OVERLAP = "overlap"
    OUTSIDE = "outside"
    TOO_LARGE = "too-large"
    DELETES = "deletes"
    NO_CHANGE = "no-change"
    POLICY_FILE = "policy-file"
    SUPPRESSION = "suppression"
    WEAKENS_TEST = "weakens-test"
    SECRET = "secret"  # noqa: S105
    REDACTED = "redacted"
    BREAKS_SYNTAX = "breaks-syntax"


@dataclass(frozen=True, slots=True)
class Edit:
    """`find` stands exactly once in `file` and becomes `replace`.

    `file` is relative to the top level with `/`. Both texts end their lines with `\\n`, whatever the file does.
    """

    file: str
    find: str
    replace: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Edits that belong together: all are applied or none.

    `fixer` names who proposed them, `note` is one line for people. `masked` says that secrets of the files were hidden
    from whoever proposed.
    """

    findings: tuple[Finding, ...]
    edits: tuple[Edit, ...]
    fixer: str
    note: str = ""
    masked: bool = False


@dataclass(frozen=True, slots=True)
class Declined:
    """The fixer looked at `finding` and proposes nothing, for a reason."""

    finding: Finding
    fixer: str
    reason: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """A proposal that must not be applied; `edit` is the one to blame, None for the proposal as a whole."""

    rule: Rule
    reason: str
    edit: Edit | None = None


@dataclass(frozen=True, slots=True)
class Applied:
    """What an accepted proposal makes of each file that it changes: the path and the whole new content."""

    files: Mapping[str, bytes]
    edits: tuple[Edit, ...]
