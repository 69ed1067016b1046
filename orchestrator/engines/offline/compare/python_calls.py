"""Calls of one Python function wherever the repository makes them."""

from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.engines.offline.compare.modules import Modules
from orchestrator.engines.offline.compare.python_facts import Facts
from orchestrator.engines.offline.compare.python_fit import Call
from orchestrator.engines.offline.compare.python_names import Origins
from orchestrator.engines.offline.detectors.kinds import is_python
from orchestrator.engines.offline.sources import Sources

_MOST_FILES = 400


@dataclass(frozen=True, slots=True)
class Site:
    """A call and the file it stands in; `certain` when the callee cannot be another one."""

    path: str
    call: Call
    certain: bool


class Calls:
    """Finds call sites by following imports."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._modules = Modules(sources.paths)
        self._origins = Origins(sources, self._modules)

    def of_function(self, target: str, name: str) -> Iterator[Site]:
        """Calls of the module-level `name` (a function or a class) of file `target`."""
        for path in self._python_files(name):
            facts = self._sources.facts(path)
            if facts is None:
                continue
            for local in self._local_names(facts, path, target, name):
                yield from (
                    Site(path, call, certain=True) for call in facts.calls.get(local, ()) if call.callee == local
                )
            for call in facts.calls.get(name, ()):
                if self._through_module(facts, path, call.callee, target, name):
                    yield Site(path, call, certain=True)

    def of_method(self, target: str, owner: str, name: str) -> Iterator[Site]:
        """Calls of `self.name` inside class `owner`, and of a `name` that only one class of the repository defines."""
        alone = "_" in name.strip("_") and len(name) > 7 and self._definitions(name) == 1
        for path in self._python_files(name) if alone else (target,):
            facts = self._sources.facts(path)
            if facts is None:
                continue
            for call in facts.calls.get(name, ()):
                certain = path == target and call.owner == owner
                if certain or (alone and call.callee != name and not self._names_module(facts, call.callee)):
                    yield Site(path, call, certain)

    def _python_files(self, name: str) -> tuple[str, ...]:
        return tuple(path for path in self._sources.using(name) if is_python(path))[:_MOST_FILES]

    def _definitions(self, name: str) -> int:
        files = self._python_files(name)
        return sum(self._sources.text(path).count(f"def {name}(") for path in files)

    def _local_names(self, facts: Facts, path: str, target: str, name: str) -> frozenset[str]:
        """Names of `path` that mean the function and nothing else."""
        if path == target:
            return frozenset({name}) - facts.rebound
        found = {
            item.local
            for item in facts.by_local.values()
            if item.name == name and not item.optional and self._leads_to(path, item.module, item.level, target, name)
        }
        return frozenset(found) - facts.rebound

    def _leads_to(self, path: str, module: str, level: int, target: str, name: str) -> bool:
        source = self._modules.python(path, module, level)
        return bool(source) and self._origins.of(source, name) == (target, name)

    def _through_module(self, facts: Facts, path: str, callee: str, target: str, name: str) -> bool:
        """True for `module.name(...)` where an import binds the module."""
        qualifier = callee.removesuffix(f".{name}")
        if qualifier == callee or not self._names_module(facts, callee):
            return False
        local, _, rest = qualifier.partition(".")
        item = facts.by_local[local]
        if item.name:
            inner = ".".join(filter(None, (item.module, item.name, rest)))
            return not rest and self._leads_to(path, inner, item.level, target, name)
        return self._leads_to(path, ".".join(filter(None, (item.module, rest))), 0, target, name)

    def _names_module(self, facts: Facts, callee: str) -> bool:
        """True for a dotted name whose first part an import binds, once and for good."""
        local = callee.partition(".")[0]
        item = facts.by_local.get(local)
        return item is not None and not item.optional and local not in facts.rebound
