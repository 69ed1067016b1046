"""Layers from the places that ignore patterns stand in. Hooks read some of them, so little is imported here."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from orchestrator.scope.ignore.builtin import BUILT_IN, SOURCE
from orchestrator.scope.ignore.rules import IgnoreLayer, IgnoreRules
from orchestrator.scope.quoting import path_text
from orchestrator.scope.tree import GitTree
from orchestrator.seams import SourceTree
from orchestrator.values.status import SYMLINK_MODE

GITIGNORE = ".gitignore"


class Wanted(NamedTuple):
    """What the settings of a project say: whether the built-in list and git's rules count, and its own patterns."""

    defaults: bool = True
    git: bool = True
    patterns: tuple[str, ...] = ()
    source: str = ""


def is_ignore_file(path: str) -> bool:
    """True for a `.gitignore`, in whatever folder."""
    return path == GITIGNORE or path.endswith(f"/{GITIGNORE}")


def built_in_layer(*, by_base: bool) -> IgnoreLayer:
    """The built-in list."""
    return IgnoreLayer(SOURCE, BUILT_IN, by_base)


def patterns_of(value: object) -> tuple[str, ...]:
    """The patterns of a setting: a list of them, or one text with commas or line ends between."""
    if isinstance(value, str):
        listed: Iterable[object] = value.replace("\n", ",").split(",")
        return tuple(text for one in listed if (text := str(one).strip()))
    return tuple(map(str, value)) if isinstance(value, tuple | list) else ()


def lines_of(data: bytes) -> tuple[str, ...]:
    """The lines of an ignore file as git takes them apart."""
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return tuple(path_text(line.removesuffix(b"\r")) for line in lines)


def committed_gitignores(tree: GitTree) -> Mapping[str, bytes]:
    """Every `.gitignore` of `tree` with its content. Like git, a link is not followed."""
    found = [path for path, entry in tree.entries.items() if is_ignore_file(path) and entry.mode != SYMLINK_MODE]
    tree.prefetch(found)
    return contents(tree, found)


def contents(tree: SourceTree, paths: Iterable[str]) -> Mapping[str, bytes]:
    """Those of `paths` that `tree` has."""
    return {path: data for path in paths if (data := tree.read(path)) is not None}


def gitignore_layers(files: Mapping[str, bytes], *, by_base: bool) -> tuple[IgnoreLayer, ...]:
    """A layer for each of `files`, the outer ones first."""
    ordered = sorted(files, key=lambda path: (path.count("/"), path))
    return tuple(
        IgnoreLayer(path, lines_of(files[path]), by_base, folder=path.rpartition("/")[0], lenient=True)
        for path in ordered
    )


def rules_at_base(wanted: Wanted, gitignores: Mapping[str, bytes]) -> IgnoreRules:
    """The rules of a project alone: what the author of a change could not have written."""
    return IgnoreRules(
        (
            *((built_in_layer(by_base=True),) if wanted.defaults else ()),
            *(gitignore_layers(gitignores, by_base=True) if wanted.git else ()),
            IgnoreLayer(wanted.source, wanted.patterns, by_base=True, rank=2),
        )
    )
