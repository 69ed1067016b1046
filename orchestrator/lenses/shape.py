"""Change-shape gate: a change without any runtime surface has nothing for two of the code lenses."""

from collections.abc import Sequence
from dataclasses import dataclass

from orchestrator.lenses.kinds import is_configuration
from orchestrator.scope.among_tests import is_test_file
from orchestrator.scope.documentation import is_documentation

SKIPPED_WITHOUT_SURFACE = ("performance-review", "correctness-review")


@dataclass(frozen=True, slots=True)
class ChangeShape:
    """What the paths prove. `skip_lenses` is empty as soon as one file may run."""

    has_runtime_surface: bool
    is_test_only: bool
    is_prose_only: bool
    skip_lenses: tuple[str, ...]


def change_shape(files: Sequence[str]) -> ChangeShape:
    """The shape of the change.

    A file counts as runtime surface unless its path proves documentation or configuration; an empty list proves nothing.
    """
    surface = not files or not all(is_documentation(path) or is_configuration(path) for path in files)
    return ChangeShape(
        has_runtime_surface=surface,
        is_test_only=bool(files) and all(is_test_file(path) for path in files),
        is_prose_only=bool(files) and all(is_documentation(path) for path in files),
        skip_lenses=() if surface else SKIPPED_WITHOUT_SURFACE,
    )
