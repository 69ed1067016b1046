"""The repository around a change: read in one go, once per run, within bounds, whoever asks first."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from threading import RLock
from typing import Protocol, runtime_checkable

from orchestrator.checks.changed_lines import AddedLines
from orchestrator.engines.offline.compare.python_facts import Facts, facts_of
from orchestrator.engines.offline.detectors.kinds import has_suffix, is_code
from orchestrator.engines.offline.detectors.masking import mask
from orchestrator.errors import RepositoryError
from orchestrator.seams import SourceTree
from orchestrator.values.text import decode_text

_MOST_FILES = 8_000
_LARGEST = 400_000
_MOST_TEXT = 60_000_000
_CONFIGURATION = (".toml", ".cfg", ".ini", ".yml", ".yaml", ".json", ".xml", ".properties", ".gradle", ".html", ".css")
_FOREIGN = re.compile(
    r"(?:^|/)(?:node_modules|vendor|third_party|dist|build|\.git)/|\.min\.|\.bundle\.|-lock\.|\.lock$"
)
_WORD = re.compile(r"[A-Za-z_]\w+")


@runtime_checkable
class _Batch(Protocol):
    """A tree that reads many files for the price of one."""

    def prefetch(self, paths: Iterable[str]) -> None: ...


class Sources:
    """New side of every file of the repository. Nothing is read before it is asked for; a file that cannot be read is empty."""

    def __init__(self, tree: SourceTree) -> None:
        self._tree = tree
        self._lock = RLock()
        self._texts: dict[str, str] = {}
        self._facts: dict[str, Facts | None] = {}
        self._masked: dict[str, str] = {}
        self.added: AddedLines = {}

    @cached_property
    def paths(self) -> Mapping[str, None]:
        """Every path, sorted; a mapping for quick look-ups."""
        return dict.fromkeys(self._tree.paths())

    @cached_property
    def code(self) -> tuple[str, ...]:
        """Paths of code that belongs to the repository: neither vendored nor built."""
        own = [path for path in self.paths if is_code(path) and not _FOREIGN.search(path)]
        return tuple(own[:_MOST_FILES])

    @cached_property
    def configuration(self) -> tuple[str, ...]:
        """Paths of configuration, templates and manifests."""
        own = [path for path in self.paths if has_suffix(path, _CONFIGURATION) and not _FOREIGN.search(path)]
        return tuple(own[:_MOST_FILES])

    def text(self, path: str) -> str:
        """New side of `path`; empty for what is not there, is no text, or cannot be read."""
        if path not in self._texts:
            self._texts[path] = self._read(path)
        return self._texts[path]

    def masked(self, path: str) -> str:
        """New side of `path` with strings and comments blanked."""
        if path not in self._masked:
            self._masked[path] = mask(path, self.text(path))
        return self._masked[path]

    def facts(self, path: str) -> Facts | None:
        """What a Python file binds, imports and calls; None where it cannot be parsed or is too large to be worth it."""
        return self.facts_of(self.text(path))

    def facts_of(self, text: str) -> Facts | None:
        """The same for the old side of a file; the same text is looked through once."""
        if text not in self._facts:
            self._facts[text] = facts_of(text) if len(text) <= _LARGEST else None
        return self._facts[text]

    def using(self, name: str) -> tuple[str, ...]:
        """Code files in which the word `name` stands anywhere, in the order of their paths."""
        return tuple(self._words.get(name, ()))

    def load(self, paths: Iterable[str]) -> None:
        """Reads `paths` together where the tree can; what then is missing is read one by one, or not at all."""
        with self._lock:
            wanted = [path for path in paths if path not in self._texts]
            if wanted and isinstance(self._tree, _Batch):
                try:
                    self._tree.prefetch(wanted)
                except RepositoryError:
                    return

    @cached_property
    def _words(self) -> Mapping[str, list[str]]:
        with self._lock:
            self.load(self.code)
            words: dict[str, list[str]] = defaultdict(list)
            budget = _MOST_TEXT
            for path in self.code:
                text = self.text(path)
                budget -= len(text)
                if len(text) > _LARGEST or budget < 0:
                    continue
                for word in set(_WORD.findall(text)):
                    words[word].append(path)
            return dict(words)

    def _read(self, path: str) -> str:
        try:
            data = self._tree.read(path)
        except (RepositoryError, OSError):
            return ""
        return ("" if data is None else decode_text(data)) or ""
