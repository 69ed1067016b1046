"""What may be read of the tree under review, and why the rest may not."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from orchestrator.dispatch.reading.arguments import BadCallError, contained
from orchestrator.redaction import is_secret_file
from orchestrator.seams import SourceTree
from orchestrator.values.text import decode_text, printable_path


def _no_link(_path: str) -> bool:
    return False


def _not_ignored(_path: str) -> str:
    return ""


@dataclass(slots=True)
class Holdings:
    """The paths of `tree` less those in `hidden`; texts are decoded once. `is_link` tells symbolic links.

    `ignored` says what ignores a path, empty for nothing: such a path is neither listed nor shown.
    """

    tree: SourceTree
    hidden: frozenset[str] = frozenset()
    is_link: Callable[[str], bool] = _no_link
    ignored: Callable[[str], str] = _not_ignored
    _paths: tuple[str, ...] = ()
    _names: dict[str, str] = field(default_factory=dict)
    _texts: dict[str, str | None] = field(default_factory=dict)

    @property
    def paths(self) -> tuple[str, ...]:
        """Every path that may be named, sorted."""
        if not self._paths:
            self._paths = tuple(path for path in self.tree.paths() if self._listed(path))
        return self._paths

    def file(self, name: str) -> str:
        """The path of the file `name`, as it is or as it was printed. Raises BadCallError when there is none to read."""
        path = self._named(contained(name))
        if path is None:
            raise BadCallError(self._absent(contained(name)))
        why = self.why_not(path)
        if why:
            raise BadCallError(f"{printable_path(path)} is not shown: {why}")
        return path

    def folder(self, name: str) -> str:
        """The folder `name` with its slash, empty for the top. Raises BadCallError when there is none."""
        path = contained(name)
        if not path:
            return ""
        prefix = f"{path}/"
        if any(one.startswith(prefix) for one in self.paths):
            return prefix
        printed = next((one for one in self.paths if printable_path(one).startswith(prefix)), None)
        if printed is None:
            inside = next((one for one in self.tree.paths() if one.startswith(prefix)), path)
            why = self.ignored(inside)
            shown = printable_path(path)
            raise BadCallError(f"{shown} is not shown: {why}" if why else f"there is no folder {shown}")
        return "/".join(printed.split("/")[: path.count("/") + 1]) + "/"

    def why_not(self, path: str) -> str:
        """Why the content of `path` is not shown; empty when it may be."""
        if is_secret_file(path):
            return "its name says that it holds secrets"
        if self.is_link(path):
            return "it is a symbolic link, and links are not followed"
        if self.text(path) is None:
            return "it is binary or cannot be read"
        return ""

    def text(self, path: str) -> str | None:
        """The text of `path`, None when it has none."""
        if path not in self._texts:
            data = self.tree.read(path)
            self._texts[path] = None if data is None else decode_text(data)
        return self._texts[path]

    def readable(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Those of `paths` whose content may be shown."""
        known = set(self.paths)
        return tuple(path for path in paths if path in known and not self.why_not(path))

    def _listed(self, path: str) -> bool:
        return path not in self.hidden and not self.ignored(path)

    def _absent(self, name: str) -> str:
        """Why there is no file `name`. Of an ignored one it is said: nobody is to take it for missing."""
        there = next((path for path in self.tree.paths() if name in {path, printable_path(path)}), "")
        why = self.ignored(there or name) if there not in self.hidden else ""
        shown = printable_path(there or name)
        return f"{shown} is not shown: {why}" if why else f"there is no file {shown} to read"

    def _named(self, name: str) -> str | None:
        if not self._names:
            self._names = {printable_path(path): path for path in self.paths} | {path: path for path in self.paths}
        return self._names.get(name)
