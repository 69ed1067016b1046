"""Verification as a loop needs it: what a verifier is told, and who must be able to answer before anything is asked."""

from collections.abc import Sequence

from orchestrator.fixloop.verify import as_verifier
from orchestrator.system.data import data_dir
from orchestrator.values.lens import Lens

CONTRACT = "verification-mode.md"


def verification_contract() -> str:
    """The standing contract of a verification, from the installation: no project changes what counts as fixed."""
    return (data_dir("knowledge") / CONTRACT).read_text(encoding="utf-8")


def with_verifiers(lenses: Sequence[Lens]) -> tuple[Lens, ...]:
    """`lenses`, and once more those that verify on another model or effort than they review on.

    A desk that is opened for these has made sure that every model and price is known before the first call.
    """
    verifiers = (as_verifier(lens) for lens in lenses)
    return (*lenses, *(one for one, lens in zip(verifiers, lenses, strict=True) if one != lens))
