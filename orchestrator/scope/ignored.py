"""What ignore rules took out of a scope: told once, counted, and with the rule behind each path."""

import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from orchestrator.errors import UsageError
from orchestrator.scope.ignore.rules import IgnoreRules, Match
from orchestrator.scope.paths import covers
from orchestrator.scope.request import counted
from orchestrator.values.change import ChangedFile, IgnoredFile, LeftOut
from orchestrator.values.text import printable_path

NAMED = 5
_EACH = 50


@dataclass(frozen=True, slots=True)
class Ignored:
    """Changed files with what ignores them: those of `taken` are part of the change, `untracked` ones are not."""

    taken: tuple[tuple[ChangedFile, Match], ...]
    untracked: tuple[tuple[str, Match], ...] = ()

    @property
    def files(self) -> tuple[IgnoredFile, ...]:
        """Those that are part of the change."""
        return tuple(IgnoredFile(file, why.rule, why.source, why.by_base) for file, why in self.taken)

    @property
    def said(self) -> str:
        """One line that counts all and names up to five, with the rule behind each; empty for none."""
        return ignored_line(self._listed())

    @property
    def notices(self) -> tuple[str, ...]:
        """The same as lines of a report."""
        return (self.said,) if self.taken or self.untracked else ()

    def left_out(self) -> tuple[LeftOut, ...]:
        """All of them; a folder with very many is named instead of them."""
        return left_out_of(self._listed(), each=_EACH)

    def _listed(self) -> tuple[tuple[str, Match], ...]:
        return (*((file.path, why) for file, why in self.taken), *self.untracked)


def ignored_line(listed: Sequence[tuple[str, Match]], what: str = "changed file") -> str:
    """One line that counts `listed` and names up to five, with the rule behind each; empty for none."""
    if not listed:
        return ""
    named = ", ".join(f"{printable_path(path)} ({why.rule}, {why.source})" for path, why in listed[:NAMED])
    more = f" and {len(listed) - NAMED} more" if len(listed) > NAMED else ""
    return f"{counted(len(listed), what)} {'was' if len(listed) == 1 else 'were'} ignored: {named}{more}"


def left_out_of(listed: Sequence[tuple[str, Match]], *, each: int) -> tuple[LeftOut, ...]:
    """An entry for each path, or one for the ignored folder where more than `each` lie in it."""
    folders = Counter(why.folder for _, why in listed if why.folder)
    folded = {folder: why for _, why in listed if (folder := why.folder) and folders[folder] > each}
    single = (LeftOut(path, f"ignored by {why.text}") for path, why in listed if why.folder not in folded)
    whole = (
        LeftOut(f"{folder}/", f"ignored by {why.text}, {counted(folders[folder], 'file')}")
        for folder, why in folded.items()
    )
    return (*single, *whole)


def refuse_ignored(named: Iterable[str], known: Iterable[str], rules: IgnoreRules) -> None:
    """UsageError for one of `named` that is ignored with everything of `known` in it: asking for it is a mistake."""
    listed = tuple(known)
    for name in named:
        inside = [path for path in listed if covers(name, path)]
        why = rules.why(name, folder=inside != [name]) if name else None
        if why is not None and not rules.kept(inside):
            raise UsageError(
                f"{printable_path(name)} is ignored by {why.text}",
                hint=f"to review it all the same: --unignore {shlex.quote(name)}",
            )
