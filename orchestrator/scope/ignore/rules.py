"""Which rule keeps a path from being reviewed, over every source of patterns.

Within a source patterns are read as git reads them. Beyond that, a later `!` puts back a file of an ignored folder, a
`!` in the settings puts back whatever lies in the folder that it names, and a file that bears the very name of a folder
pattern is taken for that folder.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from orchestrator.scope.ignore.layer import CompiledLayer, IgnoreLayer, Rule

__all__ = ["NO_RULES", "IgnoreLayer", "IgnoreRules", "Match"]


class Match(NamedTuple):
    """What ignores a path: the pattern as written and its source. `folder` is the ignored folder it lies in, if any.

    `by_base` is True when the rules that stand at the base of the change would ignore it as well.
    """

    rule: str
    source: str
    by_base: bool
    folder: str = ""

    @property
    def text(self) -> str:
        """The rule and where it stands, for people."""
        return f"{self.rule} ({self.source})"


class _State(NamedTuple):
    """The rule in force for a folder and what lies in it, None without any, and the path it matched.

    `latest` is the last rule that says the same: a rule that takes it back must come after that one.
    """

    rule: Rule | None
    at: str
    latest: Rule | None

    @property
    def ignored(self) -> bool:
        return self.rule is not None and not self.rule.pattern.negated

    def after(self, rule: Rule | None, path: str) -> "_State":
        """The state at `path`, where `rule` is the last one that matches the path itself."""
        if rule is None or (self.latest is not None and self._holds(self.latest, rule)):
            return self
        if self.ignored and not rule.pattern.negated:
            return self._replace(latest=rule)
        return _State(rule, path, rule)

    def _holds(self, mine: Rule, rule: Rule) -> bool:
        """True when `mine`, which matched further up, is stronger than `rule`."""
        if self.ignored or rule.pattern.negated:
            return mine.order > rule.order
        # Put back, and now ignored by its name: git goes by the name. What somebody says of a whole folder is meant so.
        return mine.layer.rank > rule.layer.rank


class _Folder(NamedTuple):
    """A folder: what is in force in it, and the layers that speak about its entries, weakest first."""

    state: _State
    layers: tuple[tuple[int, CompiledLayer], ...]


_NOTHING = _State(None, "", None)


class IgnoreRules:
    """The rules of `layers`, weakest first. `base` are those at the base of the change, by default the layers marked so.

    ConfigurationError for a pattern that cannot be read.
    """

    def __init__(self, layers: Sequence[IgnoreLayer], base: "IgnoreRules | None" = None) -> None:
        self.layers = tuple(layers)
        everywhere: list[tuple[int, CompiledLayer]] = []
        self._nested: dict[str, list[tuple[int, CompiledLayer]]] = {}
        for place, layer in enumerate(self.layers):
            compiled = CompiledLayer(layer, place)
            compiled.check()
            (self._nested.setdefault(layer.folder, []) if layer.folder else everywhere).append((place, compiled))
        self._folders = {"": _Folder(_NOTHING, tuple(everywhere))}
        self._base = base

    def why(self, path: str, *, folder: bool = False) -> Match | None:
        """What ignores `path`, None when nothing does. `folder` says that a folder is there."""
        found = self._state(path, folder=folder)
        if not found.ignored or found.rule is None:
            return None
        rule = found.rule
        above = found.at if found.at != path or folder else ""
        return Match(rule.pattern.text, rule.layer.source, self._by_base(path, folder=folder), above)

    def kept(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Those of `paths` that nothing ignores."""
        return tuple(path for path in paths if not self._state(path, folder=False).ignored)

    def _by_base(self, path: str, *, folder: bool) -> bool:
        if self._base is None:
            if all(layer.by_base for layer in self.layers):
                return True
            self._base = IgnoreRules([layer for layer in self.layers if layer.by_base])
        return self._base.why(path, folder=folder) is not None

    def _state(self, path: str, *, folder: bool) -> _State:
        if folder:
            return self._folder(path).state
        place, _, name = path.rpartition("/")
        above = self._folder(place)
        state = above.state.after(_last(above, path, as_folder=False), path)
        if state.ignored or not any(name in layer.folder_names for _, layer in above.layers):
            return state
        named = _last(above, path, as_folder=True)
        if named is None or not named.pattern.folder or not named.pattern.literal_name:
            return state
        as_folder = above.state.after(named, path)
        return as_folder if as_folder.ignored else state

    def _folder(self, path: str) -> _Folder:
        known = self._folders.get(path)
        if known is None:
            above = self._folder(path.rpartition("/")[0])
            state = above.state.after(_last(above, path, as_folder=True), path)
            # git reads no .gitignore of an ignored folder, and often there is one of somebody else.
            own = () if state.ignored else self._nested.get(path, ())
            layers = tuple(sorted((*above.layers, *own), key=lambda pair: pair[0])) if own else above.layers
            known = self._folders[path] = _Folder(state, layers)
        return known


def _last(folder: _Folder, path: str, *, as_folder: bool) -> Rule | None:
    """The last rule that matches `path` itself, an entry of `folder`."""
    for _, layer in reversed(folder.layers):
        found = layer.last(path, folder=as_folder)
        if found is not None:
            return found
    return None


NO_RULES = IgnoreRules(())
