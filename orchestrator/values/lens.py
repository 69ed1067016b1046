"""A lens: one independent reviewer, described by one Markdown file."""

from dataclasses import dataclass
from enum import StrEnum


class ContextNeed(StrEnum):
    """What a lens must be shown."""

    DIFF_ONLY = "diff-only"
    FULL_FILE = "full-file"
    PROJECT_STRUCTURE = "project-structure"


class ScopeRule(StrEnum):
    """How a lens says which files concern it."""

    ALWAYS = "always"
    ON_DEMAND = "on-demand"
    TEST_FILES = "test-files"
    ADDED_ONLY = "added-only"
    GLOBS = "globs"
    UNDECLARED = "undeclared"


class Effort(StrEnum):
    """Reasoning effort, weakest first."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    XHIGH = "xhigh"
    MAX = "max"


MODEL_TIERS = {"haiku": "small", "sonnet": "mid", "opus": "frontier", "inherit": "mid"}


@dataclass(frozen=True, slots=True)
class LensScope:
    """The parsed `Scope:` declaration; `globs` is empty unless the rule takes globs."""

    rule: ScopeRule
    globs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lens:
    """One reviewer. `body` is the Markdown below the front matter, `digest` the sha256 of the whole file."""

    name: str
    description: str
    model: str
    effort: Effort
    scope: LensScope
    context: ContextNeed
    body: str
    digest: str
    tools: tuple[str, ...] = ()
    category: str = ""
    verify_model: str = ""
    verify_effort: Effort | None = None

    @property
    def tier(self) -> str:
        """`small`, `mid` or `frontier`; a concrete model id counts as frontier, the careful reading."""
        return MODEL_TIERS.get(self.model, "frontier")
