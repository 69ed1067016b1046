"""Import statements that stand on one line, in the languages where the line says which names it brings in."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import NamedTuple

_NAME = r"[^\W\d][\w$]*"
_DOTTED = rf"{_NAME}(?:\.{_NAME})*"
_ITEM = re.compile(rf"\s*(?:type\s+)?({_NAME})(?:\s+as\s+({_NAME}))?\s*")
_PYTHON_FROM = re.compile(rf"\s*from\s+(\.*(?:{_DOTTED})?)\s+import\s+([^()*\\#]+)(?:#.*)?")
_PYTHON_IMPORT = re.compile(r"\s*import\s+([^()*\\#]+)(?:#.*)?")
_PYTHON_MODULE = re.compile(rf"\s*({_DOTTED})(?:\s+as\s+({_NAME}))?\s*")
_SCRIPT = re.compile(
    rf"\s*import\s+(?:type\s+)?(?P<all>{_NAME})?\s*(?:,\s*)?(?:\{{(?P<some>[^{{}}]*)\}}|\*\s*as\s+(?P<space>{_NAME}))?"
    r"\s*from\s*(?P<module>'[^']+'|\"[^\"]+\")\s*;?\s*"
)
_JVM = re.compile(rf"\s*import\s+(?:static\s+)?({_DOTTED})(?:\s+as\s+({_NAME}))?\s*;?\s*")
_RUST = re.compile(rf"\s*use\s+({_NAME}(?:::{_NAME})*)(?:\s+as\s+({_NAME}))?\s*;\s*")


class Binding(NamedTuple):
    """`name` stands for `item` of `module` in the file."""

    module: str
    item: str
    name: str


Reader = Callable[[str], Sequence[Binding] | None]


def bindings(path: str, lines: Sequence[str]) -> tuple[Binding, ...] | None:
    """What `lines` of the file `path` bring in; None when one of them is no import, or none that can be read for sure.

    Blank lines bring in nothing.
    """
    read = _READERS.get(PurePosixPath(path).suffix)
    found: list[Binding] = []
    for line in lines:
        one = read(line) if read is not None and line.strip() else ()
        if one is None:
            return None
        found += one
    return tuple(found)


def _python(line: str) -> Sequence[Binding] | None:
    match = _PYTHON_FROM.fullmatch(line)
    if match is not None:
        return _items(match[1], match[2])
    match = _PYTHON_IMPORT.fullmatch(line)
    if match is None:
        return None
    modules = [_PYTHON_MODULE.fullmatch(part) for part in match[1].split(",")]
    if None in modules:
        return None
    return [Binding(one[1], "", one[2] or one[1].partition(".")[0]) for one in modules if one is not None]


def _script(line: str) -> Sequence[Binding] | None:
    match = _SCRIPT.fullmatch(line)
    if match is None or not (match["all"] or match["some"] or match["space"]):
        return None
    module = match["module"][1:-1]
    some = _items(module, match["some"]) if match["some"] else []
    whole = [Binding(module, kind, match[kind]) for kind in ("all", "space") if match[kind]]
    return None if some is None else [*whole, *some]


def _single(pattern: re.Pattern[str], separator: str) -> Reader:
    def read(line: str) -> Sequence[Binding] | None:
        match = pattern.fullmatch(line)
        return None if match is None else [Binding(match[1], "", match[2] or match[1].split(separator)[-1])]

    return read


def _items(module: str, listed: str) -> list[Binding] | None:
    parts = listed.split(",")
    # A comma may follow the last name.
    found = [_ITEM.fullmatch(part) for part in (parts if parts[-1].strip() else parts[:-1])]
    return None if None in found else [Binding(module, one[1], one[2] or one[1]) for one in found if one is not None]


def _by_suffix() -> Iterator[tuple[str, Reader]]:
    for suffixes, reader in (
        ((".py",), _python),
        ((".js", ".jsx", ".mjs", ".ts", ".tsx", ".mts"), _script),
        ((".java", ".kt"), _single(_JVM, ".")),
        ((".rs",), _single(_RUST, "::")),
    ):
        for suffix in suffixes:
            yield suffix, reader


_READERS: Mapping[str, Reader] = MappingProxyType(dict(_by_suffix()))
