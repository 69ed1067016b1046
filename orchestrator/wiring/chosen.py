"""Choosing a mode in a session; one that stands in the work tree alone is told of with what makes it count."""

from collections.abc import Callable

from orchestrator.errors import CodeReviewError, UsageError
from orchestrator.modes.load import Modes
from orchestrator.scope.policy_files import SETTINGS_FILES
from orchestrator.settings.model import COMMAND_LINE, merge
from orchestrator.values.mode import Mode
from orchestrator.wiring.modes import modes_of
from orchestrator.wiring.policy import project_layer
from orchestrator.wiring.session import BASE, Session, policy_in_work_tree

Choose = Callable[[Modes, str], Mode]


def chosen_mode(session: Session, modes: Modes, name: str, choose: Choose) -> Mode:
    """What `choose` (`find` or `resolve`) takes for `name` from `modes`, those of the session.

    Raises UsageError as it does. For a mode that only the work tree has, the error says that the base lacks it.
    """
    try:
        return choose(modes, name)
    except UsageError:
        source = _in_work_tree(session, name, choose) if session.trust == BASE else ""
        if not source:
            raise
        raise UsageError(
            f"the mode {name} of {source} in the work tree is not there at the base {session.origin}, where a review reads modes",
            hint=f"try it with --trust worktree, or commit {source} to the base",
        ) from None


def _in_work_tree(session: Session, name: str, choose: Choose) -> str:
    """The project's settings file in the work tree when it has a mode `name` that can be chosen; else empty."""
    try:
        own = project_layer(policy_in_work_tree(session.git))
        if own is None:
            return ""
        layers = session.settings.layers
        given = tuple(layer for layer in layers if layer.source == COMMAND_LINE)
        rest = tuple(layer for layer in layers if layer.source not in {COMMAND_LINE, *SETTINGS_FILES})
        choose(modes_of(merge((*given, own, *rest))), name)
    except CodeReviewError:
        return ""
    return own.source
