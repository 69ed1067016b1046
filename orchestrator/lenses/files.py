"""Which files of the change a lens is shown."""

from collections.abc import Sequence

from orchestrator.lenses.frameworks import FRAMEWORKS, Reader
from orchestrator.lenses.select import in_scope
from orchestrator.values.change import ChangedFile, Status
from orchestrator.values.lens import Lens, ScopeRule


def lens_files(lens: Lens, files: Sequence[ChangedFile], read: Reader) -> tuple[ChangedFile, ...]:
    """The subset of `files` that `lens` sees, in their order; `read` gives new-side text or None.

    A framework lens follows its framework's rule whatever its `Scope:` says. An added-only lens sees the matching
    files that are new; where there is no diff (no status), every matching one.
    """
    framework = FRAMEWORKS.get(lens.name)
    if framework:
        return tuple(file for file in files if framework.sees(file, read))
    candidates = [
        file for file in files if lens.scope.rule is not ScopeRule.ADDED_ONLY or file.status in {None, Status.ADDED}
    ]
    selected = frozenset(in_scope(lens.scope, [file.path for file in candidates]))
    return tuple(file for file in candidates if file.path in selected)
