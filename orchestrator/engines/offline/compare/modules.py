"""Which file a module name means, in Python and in scripts."""

import posixpath
from collections.abc import Iterable, Iterator

from orchestrator.engines.offline.detectors.kinds import SCRIPT

_COMPILED = (".js", ".jsx", ".mjs", ".cjs")


class Modules:
    """A set of paths, asked by the names that imports use."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = dict.fromkeys(paths)
        self._roots = tuple(dict.fromkeys(("", "src/", *self._top_folders())))

    def __contains__(self, path: str) -> bool:
        return path in self._paths

    def _top_folders(self) -> Iterator[str]:
        """Folders that modules may be imported from: a package is imported by its name, never from inside."""
        tops = dict.fromkeys(f"{path.split('/', 1)[0]}/" for path in self._paths if "/" in path)
        return (folder for folder in tops if f"{folder}__init__.py" not in self._paths)

    def python(self, importer: str, module: str, level: int = 0) -> str:
        """The file behind `module` (dotted) as `importer` names it with `level` leading dots; empty when it is not ours."""
        tail = module.replace(".", "/")
        if not level:
            return next((found for root in self._roots if (found := self._python_file(root + tail))), "")
        folder = importer
        for _ in range(level):
            folder = posixpath.dirname(folder)
        return self._python_file(posixpath.join(folder, tail) if tail else folder)

    def _python_file(self, base: str) -> str:
        names = (f"{base}.py", f"{base}/__init__.py") if base else ("__init__.py",)
        return next((path for path in names if path in self._paths), "")

    def script(self, importer: str, target: str) -> str:
        """The file behind a relative `target`; empty for a package name or a file that is not there."""
        if not target.startswith("."):
            return ""
        base = posixpath.normpath(posixpath.join(posixpath.dirname(importer), target))
        stem = base.rsplit(".", 1)[0] if base.endswith(_COMPILED) else base
        names = (
            base,
            *(base + suffix for suffix in SCRIPT),
            *(stem + suffix for suffix in SCRIPT),
            *(f"{base}/index{suffix}" for suffix in SCRIPT),
        )
        return next((name for name in names if name in self._paths), "")
