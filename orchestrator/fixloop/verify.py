"""On which model and effort a lens verifies a fix."""

from dataclasses import dataclass, replace

from orchestrator.values.lens import Effort, Lens

ALWAYS_AS_REVIEWED = frozenset({"correctness-review", "security-review"})
"""Lenses that never verify on another model than they review on: a wrong "resolved" of theirs costs most."""


@dataclass(frozen=True, slots=True)
class VerifyTier:
    """Where `agent` verifies. `opted_in` is true when its file names a pair for that.

    With `errors`, model and effort are those it reviews on.
    """

    agent: str
    model: str
    effort: Effort
    opted_in: bool
    errors: tuple[str, ...] = ()


def verify_tier(lens: Lens) -> VerifyTier:
    """The tier that `Verify-model:` and `Verify-effort:` of the lens ask for; what is left out is as in a review.

    For the correctness and the security lens either line is an error. A value that is no model or no effort is refused
    when the lens file is read.
    """
    named = [
        label for label, value in (("Verify-model", lens.verify_model), ("Verify-effort", lens.verify_effort)) if value
    ]
    if lens.name in ALWAYS_AS_REVIEWED:
        errors = tuple(f"{label}: {lens.name} verifies on what it reviews on; take the line out" for label in named)
        return VerifyTier(lens.name, lens.model, lens.effort, opted_in=False, errors=errors)
    return VerifyTier(
        lens.name, lens.verify_model or lens.model, lens.verify_effort or lens.effort, opted_in=bool(named)
    )


def as_verifier(lens: Lens) -> Lens:
    """`lens` on the model and the effort that it verifies on."""
    tier = verify_tier(lens)
    return replace(lens, model=tier.model, effort=tier.effort)
