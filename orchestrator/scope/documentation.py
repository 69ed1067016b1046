"""Which files are documentation: one classifier for the short-circuit, the gates and whoever re-derives them."""

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

_EXTENSIONS = frozenset({".md", ".mdx", ".markdown", ".rst", ".txt", ".adoc"})
_ROOT_NAMES = frozenset({"readme", "changelog", "contributing", "license", "notice", "authors", "code_of_conduct"})
_AGENT_FILES = frozenset({"claude.md", "agents.md", "gemini.md", "copilot-instructions.md", "llms.txt"})
_AGENT_FOLDERS = frozenset(
    {".claude", ".codex", ".cursor", ".gemini", "agents", "skills", "prompts", "knowledge", "templates"}
)
_BUILD_NAMES = frozenset({"cmakelists.txt", "conanfile.txt", "meson_options.txt", "meson.options"})
_PLAIN_MODES = frozenset({"", "000000", "100644", "100664"})
_PIN_LISTS = ("requirements", "constraints")


def is_functional_config(path: str) -> bool:
    """True for a file that steers an agent: prose to the eye, behaviour to the machine."""
    parts = path.lower().split("/")
    return parts[-1] in _AGENT_FILES or not _AGENT_FOLDERS.isdisjoint(parts)


def is_documentation(path: str) -> bool:
    """True when `path` (relative to the top level) can only be read by people. In doubt it is not documentation."""
    if is_functional_config(path):
        return False
    lower = PurePosixPath(path.lower())
    if lower.suffix:
        return lower.suffix in _EXTENSIONS and not _is_build_input(lower)
    return len(lower.parts) == 1 and lower.name in _ROOT_NAMES


def is_documentation_only(paths: Sequence[str]) -> bool:
    """True when there is at least one path and every one is documentation."""
    return bool(paths) and all(is_documentation(path) for path in paths)


def is_plain_documentation(entries: Iterable[tuple[str, str]]) -> bool:
    """True when there is at least one (path, mode) and each is documentation in a plain file.

    What can be executed, a link or a submodule is none, whatever its name says; an empty mode is that of a missing side.
    """
    listed = tuple(entries)
    return is_documentation_only([path for path, _ in listed]) and all(mode in _PLAIN_MODES for _, mode in listed)


def _is_build_input(path: PurePosixPath) -> bool:
    """Text files that an installer or a build reads: dependency lists, also as `requirements/base.txt`, and CMake."""
    if path.suffix != ".txt":
        return False
    listed = any(word in path.stem for word in _PIN_LISTS)
    return listed or path.parent.name in _PIN_LISTS or path.name in _BUILD_NAMES
