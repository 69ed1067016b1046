"""A tree without what ignore rules keep from reviewers."""

from collections.abc import Iterable
from functools import cached_property

from orchestrator.scope.ignore.rules import IgnoreRules
from orchestrator.scope.tree import GitTree
from orchestrator.seams import SourceTree


class VisibleTree:
    """`tree` less the paths that `rules` ignore (seams.SourceTree)."""

    def __init__(self, tree: SourceTree, rules: IgnoreRules) -> None:
        self._tree = tree
        self._rules = rules

    @cached_property
    def _paths(self) -> tuple[str, ...]:
        return self._rules.kept(self._tree.paths())

    def paths(self) -> tuple[str, ...]:
        """Every path that nothing ignores, sorted."""
        return self._paths

    def read(self, path: str) -> bytes | None:
        """Bytes of `path`, None when it is ignored or is not there."""
        return None if self._rules.why(path) else self._tree.read(path)

    def prefetch(self, paths: Iterable[str]) -> None:
        """Reads all of `paths` together, where the tree can."""
        if isinstance(self._tree, GitTree):
            self._tree.prefetch(self._rules.kept(paths))


def visible(tree: SourceTree, rules: IgnoreRules) -> SourceTree:
    """`tree` as reviewers may see it."""
    return VisibleTree(tree, rules) if rules.layers else tree
