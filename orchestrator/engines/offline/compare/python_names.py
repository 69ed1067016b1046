"""Where a name of a Python module leads."""

from orchestrator.engines.offline.compare.modules import Modules
from orchestrator.engines.offline.sources import Sources

_MOST_HOPS = 4


class Origins:
    """Follows a name through imports and re-exports to the file that defines it."""

    def __init__(self, sources: Sources, modules: Modules) -> None:
        self._sources = sources
        self._modules = modules
        self._known: dict[tuple[str, str], tuple[str, str]] = {}

    def of(self, path: str, name: str, hops: int = _MOST_HOPS) -> tuple[str, str]:
        """File and name where the module-level `name` of `path` is defined; ("", "") when that is not to be seen."""
        if (path, name) not in self._known:
            self._known[path, name] = self._follow(path, name, hops)
        return self._known[path, name]

    def _follow(self, path: str, name: str, hops: int) -> tuple[str, str]:
        facts = self._sources.facts(path)
        if facts is None or name not in facts.names or not hops:
            return "", ""
        if not facts.names[name]:
            return path, name
        item = facts.by_local.get(name)
        source = self._modules.python(path, item.module, item.level) if item and item.name else ""
        return self.of(source, item.name, hops - 1) if item and source else ("", "")
