"""One source of ignore patterns, made ready for looking up which of them matches last."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from orchestrator.errors import ConfigurationError
from orchestrator.scope.ignore.pattern import Pattern, parse_pattern
from orchestrator.scope.ignore.wildcards import UnreadableError
from orchestrator.scope.quoting import path_bytes, path_text


@dataclass(frozen=True, slots=True)
class IgnoreLayer:
    """Patterns from one `source`. `by_base` tells those that stand at the base of the change.

    `rank` is the strength of the source: 0 for the built-in list and for git's own files, more for what somebody wrote
    for reviews. `folder` is the one that a `.gitignore` lies in. A pattern that git cannot read is an error, except in
    git's own files, where it matches nothing.
    """

    source: str
    patterns: tuple[str, ...]
    by_base: bool = False
    rank: int = 0
    folder: str = ""
    lenient: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """One pattern with its place in the order of all: the later one wins. `layer` is the one it stands in."""

    pattern: Pattern
    layer: IgnoreLayer
    order: tuple[int, int]


class _Index:
    """Rules by what they are compared with: the last one that matches is found without trying each."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._names, self._name_globs = _sorted(rule for rule in rules if not rule.pattern.anchored)
        self._paths, self._path_globs = _sorted(rule for rule in rules if rule.pattern.anchored)

    def last(self, path: bytes) -> Rule | None:
        name = path.rpartition(b"/")[2]
        found = self._names.get(name)
        for other in (self._paths.get(path), self._name_globs.last(name), self._path_globs.last(path)):
            if other is not None and (found is None or other.order > found.order):
                found = other
        return found


class _Globs:
    """All expressions in one, the last first, so that the alternative which matches is the last of them."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = tuple(reversed(rules))
        alternatives = b"|".join(b"(%s)" % rule.pattern.expression for rule in self._rules)
        self._expression = re.compile(rb"(?:%s)\Z" % alternatives, re.DOTALL) if rules else None

    def last(self, text: bytes) -> Rule | None:
        found = self._expression.match(text) if self._expression else None
        return self._rules[found.lastindex - 1] if found and found.lastindex else None


class CompiledLayer:
    """The rules of one layer. What they say of a path as a file may differ from what they say of a folder there."""

    def __init__(self, layer: IgnoreLayer, place: int) -> None:
        self._layer = layer
        self._place = place
        self._start = f"{layer.folder}/" if layer.folder else ""

    @cached_property
    def _rules(self) -> tuple[Rule, ...]:
        numbered = ((number, _read(line, self._layer)) for number, line in enumerate(self._layer.patterns))
        return tuple(Rule(found, self._layer, (self._place, number)) for number, found in numbered if found)

    @cached_property
    def _for_folders(self) -> _Index:
        return _Index(self._rules)

    @cached_property
    def _for_files(self) -> _Index:
        return _Index([rule for rule in self._rules if not rule.pattern.folder])

    @cached_property
    def folder_names(self) -> frozenset[str]:
        """Names that patterns for folders spell out at their end."""
        bodies = (rule.pattern.body for rule in self._rules if rule.pattern.folder and rule.pattern.literal_name)
        return frozenset(path_text(body.rpartition(b"/")[2]) for body in bodies)

    def check(self) -> None:
        """ConfigurationError for a pattern that cannot be read."""
        if not self._layer.lenient:
            _ = self._rules

    def last(self, path: str, *, folder: bool) -> Rule | None:
        """The last rule that matches `path` itself, which lies below the folder of the layer."""
        raw = path_bytes(path[len(self._start) :])
        return (self._for_folders if folder else self._for_files).last(raw)


def _sorted(rules: Iterable[Rule]) -> tuple[dict[bytes, Rule], _Globs]:
    listed = tuple(rules)
    literal = {rule.pattern.body: rule for rule in listed if not rule.pattern.expression}
    return literal, _Globs([rule for rule in listed if rule.pattern.expression])


def _read(line: str, layer: IgnoreLayer) -> Pattern | None:
    try:
        return parse_pattern(line)
    except UnreadableError as error:
        if layer.lenient:
            return None
        raise ConfigurationError(
            f"{layer.source}: {line!r} is no pattern of paths: {error}", hint="patterns are written as in .gitignore"
        ) from error
