"""Where a SARIF result lies: URIs of every accepted form, as one of the files that were handed to the tool."""

import posixpath
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from orchestrator.checks.json_parts import as_dict, as_list, as_number, as_text

_MOST_BASES = 8


class Places:
    """Resolves the locations of one SARIF run to `files`, names relative to `root`."""

    def __init__(self, run: Mapping[str, Any], root: Path, files: Collection[str]) -> None:
        self._bases = as_dict(run.get("originalUriBaseIds"))
        self._artifacts = as_list(run.get("artifacts"))
        self._root = root
        self._files = frozenset(files)

    def file(self, location: Mapping[str, Any]) -> str | None:
        """The file behind a `location` object, or None when it is none of ours."""
        physical = as_dict(location.get("physicalLocation"))
        artifact = as_dict(physical.get("artifactLocation"))
        index = as_number(artifact.get("index"))
        if not artifact.get("uri") and index is not None and 0 <= index < len(self._artifacts):
            artifact = as_dict(as_dict(self._artifacts[index]).get("location"))
        uri = as_text(artifact.get("uri"))
        if not uri:
            return None
        absolute = urljoin(self._base(as_text(artifact.get("uriBaseId"))), uri)
        return next((name for form in (absolute, uri) for name in self._names(form) if name in self._files), None)

    def lines(self, location: Mapping[str, Any], file: str) -> tuple[int, int]:
        """First and last line, 1-based; a result about the file as a whole is on line 1."""
        region = as_dict(as_dict(location.get("physicalLocation")).get("region"))
        start = as_number(region.get("startLine"))
        if start is None or start < 1:
            offset = as_number(region.get("charOffset"))
            start = 1 if offset is None else self._line_at(file, offset)
        end = as_number(region.get("endLine"))
        return start, max(start, end or start)

    def _base(self, name: str) -> str:
        """The base a `uriBaseId` stands for; bases may stand on each other, and a bad file may make that a circle."""
        parts: list[str] = []
        while name and len(parts) < _MOST_BASES:
            entry = as_dict(self._bases.get(name))
            parts.append(as_text(entry.get("uri")))
            name = as_text(entry.get("uriBaseId"))
        base = ""
        for part in reversed(parts):
            base = urljoin(base, part if part.endswith("/") or not part else f"{part}/")
        return base

    def _names(self, uri: str) -> Iterator[str]:
        """Names `uri` may mean. Some tools do not encode what they should, and some write backslashes."""
        try:
            split = urlsplit(uri)
        except ValueError:
            return
        path = split.path if split.scheme == "file" else uri
        if split.scheme == "file" or not split.scheme:
            for form in (unquote(path, errors="surrogateescape"), path, path.replace("\\", "/")):
                yield from self._relative(form)
        elif not uri.startswith((f"{split.scheme}://",)):
            yield posixpath.normpath(uri)

    def _relative(self, path: str) -> Iterator[str]:
        if not path.startswith("/"):
            yield posixpath.normpath(path)
            return
        for root in (self._root, self._root.resolve()):
            if path.startswith(f"{root.as_posix()}/"):
                yield posixpath.normpath(path[len(root.as_posix()) + 1 :])

    def _line_at(self, file: str, offset: int) -> int:
        try:
            text = (self._root / file).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return 1
        return text.count("\n", 0, max(0, offset)) + 1
